import Cards
import Glibc
import TestSupport
import Testing

@testable import CardSharing

@Suite struct FolderTransportTests {
    private let folder: TemporaryFolder
    private let transport: TreeTransport

    init() throws {
        folder = try TemporaryFolder()
        transport = .folder(folder.path)
    }

    private static let device = DeviceID("00000000000000aa")

    private func outgoing() throws -> OutgoingBatch {
        OutgoingBatch(BatchID(try #require(Self.device), 1), bytes: Array("a batch".utf8))
    }

    /// The kind of error that this throws.
    private func kind(_ body: () async throws -> Void) async -> TransportError.Kind? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? TransportError)?.kind
        }
    }

    @Test("a folder that is missing is no empty one") func missingFolder() async throws {
        #expect(try await transport.header() == nil)
        let away = TreeTransport.folder(folder.path + "/stick")
        #expect(await kind { _ = try await away.header() } == .unreachable)
        #expect(await kind { _ = try await away.create(VaultHeader(vault: .random())) } == .unreachable)
        #expect(await kind { _ = try await away.check() } == .unreachable)
        #expect(folder.names.isEmpty)
    }

    @Test("a vault that vanished is neither empty nor made again") func vanishedVault() async throws {
        _ = try await transport.create(VaultHeader(vault: .random()))
        try rename("cards-tui", to: "elsewhere")
        let batch = try outgoing()
        #expect(await kind { _ = try await transport.batches(after: VersionVector(), limit: 9) } == .wrongPlace)
        #expect(await kind { _ = try await transport.snapshots() } == .wrongPlace)
        #expect(await kind { _ = try await transport.write([batch]) } == .wrongPlace)
        #expect(folder.names == ["elsewhere"])
    }

    @Test("several vaults are named") func severalVaults() async throws {
        let vaults = [VaultID.random(), VaultID.random()]
        _ = try await transport.create(VaultHeader(vault: vaults[0]))
        mkdir("\(folder.path)/cards-tui/1/\(vaults[1].text)", 0o700)
        let file = "cards-tui/1/\(vaults[1].text)/vault.json"
        _ = try folder.write(String(decoding: VaultHeader(vault: vaults[1]).bytes, as: UTF8.self), to: file)
        let error = await #expect(throws: TransportError.self) { try await transport.header() }
        #expect(error?.kind == .wrongPlace)
        #expect(vaults.allSatisfy { error?.reason.contains($0.text) == true })
    }

    @Test("a batch that is half there is damaged, and whole again when it is written again") func halfBatch()
        async throws
    {
        let header = try await transport.create(VaultHeader(vault: .random()))
        let batch = try outgoing()
        #expect(try await transport.write([batch]) == [.stored])
        let listed = try #require(try await transport.batches(after: VersionVector(), limit: 9).batches.first)
        let names = try #require(VaultLayout.batch(listed.id, hash: listed.hash, in: header.vault))
        _ = try folder.write("a ba", to: names.joined(separator: "/"))
        #expect(await kind { _ = try await transport.bytes(of: listed) } == .damaged)
        #expect(try await transport.write([batch]) == [.stored])
        #expect(try await transport.bytes(of: listed) == batch.bytes)
    }

    @Test("what is no batch is not listed as one") func strangers() async throws {
        let header = try await transport.create(VaultHeader(vault: .random()))
        let batch = try outgoing()
        _ = try await transport.write([batch])
        let log = VaultLayout.log(header.vault, of: batch.id.device).joined(separator: "/")
        let hash = "0123456789abcdef"
        for name in [
            ".tmp-1", ".syncthing.x.tmp", "~syncthing~x.tmp", "0000000002-\(hash).sync-conflict-20260101-1.json",
            "notes",
            "2-\(hash).json", "0000000000-\(hash).json", "0000000002-\(hash.uppercased()).json",
        ] { _ = try folder.write("x", to: log + "/" + name) }
        let listing = try await transport.batches(after: VersionVector(), limit: 9)
        #expect(listing.batches.map(\.id) == [batch.id])
        #expect(listing.unreadable.count == 4)
    }

    @Test("files in progress are removed a day later") func forgottenFiles() async throws {
        let header = try await transport.create(VaultHeader(vault: .random()))
        let batch = try outgoing()
        _ = try await transport.write([batch])
        let hash = PhotoHash(of: [1, 2, 3])
        try await transport.write(photo: [1, 2, 3], hash)
        let vault = VaultLayout.vault(header.vault)
        mkdir("\(folder.path)/\(VaultLayout.snapshots(header.vault).joined(separator: "/"))", 0o700)
        let places = [vault, vault + ["log"], vault + ["photos"], vault + ["snapshots"]]
        let old = try places.map { try forget("1", in: $0) }
        let young = try folder.write(
            "x", to: (vault + ["log", FolderFiles.passingPrefix + "2"]).joined(separator: "/"))
        let photo = "\(folder.path)/\(VaultLayout.photo(hash, in: header.vault).joined(separator: "/"))"
        try age(photo)
        // Also where only a batch is written.
        _ = try await TreeTransport.folder(folder.path).write([batch])
        #expect(old.allSatisfy { access($0, F_OK) != 0 })
        #expect(access(young, F_OK) == 0)
        #expect(access(photo, F_OK) == 0, "it is no file in progress")
    }

    @Test("a check removes no file of others beside the vault") func othersFiles() async throws {
        _ = try await transport.create(VaultHeader(vault: .random()))
        mkdir(folder.path + "/letters", 0o700)
        let theirs = try [folder.write("x", to: ".tmp-1"), folder.write("x", to: "letters/.tmp-1")]
        for file in theirs { try age(file) }
        let ours = try forget("1", in: [])
        let beside = try forget("1", in: ["letters"])
        _ = try await transport.check()
        #expect((theirs + [beside]).allSatisfy { access($0, F_OK) == 0 })
        #expect(access(ours, F_OK) != 0)
    }

    @Test("while a file is written its file in progress is no batch, also where it is another device's")
    func halfWritten() async throws {
        let header = try await transport.create(VaultHeader(vault: .random()))
        let batch = try outgoing()
        _ = try await transport.write([batch])
        _ = try folder.write("a ba", to: (VaultLayout.log(header.vault) + [".tmp-cards-tui-1"]).joined(separator: "/"))
        let listing = try await transport.batches(after: VersionVector(), limit: 9)
        #expect(listing.batches.map(\.id) == [batch.id])
        #expect(listing.unreadable.count == 0)
    }

    @Test(
        "a claim that a killed setup left keeps nobody from making the vault, and goes with that",
        .timeLimit(.minutes(2)))
    func forgottenClaim() async throws {
        mkdir(folder.path + "/cards-tui", 0o700)
        mkdir(folder.path + "/cards-tui/1", 0o700)
        _ = try folder.write("\n", to: "cards-tui/1/claim-" + VaultID.random().text)
        let header = try await transport.create(VaultHeader(vault: .random()))
        #expect(folder.names(in: "cards-tui/1") == [header.vault.text])
    }

    /// A file in progress of a program that was killed long ago. Returns its path.
    private func forget(_ name: String, in place: [String]) throws -> String {
        let file = (place + [FolderFiles.passingPrefix + name]).joined(separator: "/")
        let path = try folder.write("x", to: file)
        try age(path)
        return path
    }

    private func age(_ path: String) throws {
        var times = [timeval(tv_sec: 1_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000, tv_usec: 0)]
        try #require(utimes(path, &times) == 0)
    }

    @Test("a link is not followed") func link() async throws {
        let header = try await transport.create(VaultHeader(vault: .random()))
        let hash = PhotoHash(of: [1, 2, 3])
        try await transport.write(photo: [1, 2, 3], hash)
        let path = "\(folder.path)/\(VaultLayout.photo(hash, in: header.vault).joined(separator: "/"))"
        #expect(unlink(path) == 0)
        // It points to the right bytes: that it is a link is all that is wrong.
        let elsewhere = try folder.write("\u{1}\u{2}\u{3}", to: "elsewhere")
        #expect(symlink(elsewhere, path) == 0)
        #expect(await kind { _ = try await transport.photo(hash) } == .damaged)
    }

    @Test("files and folders of others are told, also in folders that came meanwhile", .timeLimit(.minutes(1)))
    func watching() async throws {
        let header = try await transport.create(VaultHeader(vault: .random()))
        var hints = transport.hints().makeAsyncIterator()
        #expect(await hints.next() != nil)
        let log = "\(folder.path)/\(VaultLayout.log(header.vault).joined(separator: "/"))"
        for path in [log, log + "/0123456789abcdef"] {
            if mkdir(path, 0o700) == 0 { #expect(await hints.next() != nil) }
        }
        for number in 1...3 {
            _ = try folder.write("{}", to: log.dropFirst(folder.path.count + 1) + "/0123456789abcdef/\(number).json")
            #expect(await hints.next() != nil)
        }
    }

    private func rename(_ name: String, to other: String) throws {
        try #require(Glibc.rename("\(folder.path)/\(name)", "\(folder.path)/\(other)") == 0)
    }
}
