import Cards
import Synchronization
import Testing
import VaultSupport

@testable import CardSharing

@Suite("A sealed vault", .enabled(if: Sealing.isPossible, Sealing.reason))
struct SealedTransportTests {
    private let vault = VaultID.random()
    private let remote = MemoryRemote()
    /// What no remote may see.
    private let secret = "Museum Plantin-Moretus"

    private func make(_ passphrase: String? = "correct horse") throws -> SealedTransport {
        try Sealing.transport(remote, passphrase)
    }

    /// The remote as its server sees it.
    private var server: MemoryTransport { MemoryTransport(remote) }

    private func listed(_ id: BatchID, by transport: some ChangeTransport) async throws -> ListedBatch {
        let listing = try await transport.batches(after: VersionVector(), limit: 100)
        return try #require(listing.batches.first { $0.id == id })
    }

    private func find(_ text: [UInt8], in bytes: [UInt8]) -> Bool { bytes.firstRange(of: text) != nil }

    // MARK: - Round trip

    @Test("what one device writes another one reads, and the remote sees nothing of it")
    func roundTrip() async throws {
        let first = try make()
        #expect(try await first.header() == nil)
        let header = try await first.create(VaultHeader(vault: vault))
        #expect(header.vault == vault && header.sealing != nil)

        let photo = Array("\(secret), front".utf8)
        let hash = PhotoHash(of: photo)
        let time = HybridTime(bits: 1000 << 16)
        var batch = try Sealing.batch(1, #"{"name":"\#(secret)","photo":"\#(hash.text)"}"#)
        batch = OutgoingBatch(batch.id, bytes: batch.bytes, photos: [hash])
        try await first.write(photo: photo, hash)
        #expect(try await first.write([batch]) == [.stored])
        try await first.write(
            snapshot: Array("\(secret), all".utf8), at: time, covering: VersionVector())

        for object in remote.objects {
            for text in [secret, hash.text, "correct horse"] {
                #expect(!find(Array(text.utf8), in: object))
            }
        }
        #expect(try await server.photos(among: [hash]).isEmpty, "a server does not know the photo")

        let second = try make()
        #expect(try await second.header() == header)
        let listing = try await second.batches(after: VersionVector(), limit: 10)
        #expect(listing.batches.map(\.id) == [batch.id])
        let found = try #require(listing.batches.first)
        #expect(found == (try await listed(batch.id, by: server)), "the hash is that of the sealed bytes")
        #expect(try await second.bytes(of: found) == batch.bytes)
        let missing = PhotoHash(of: [1])
        #expect(try await second.photos(among: [missing, hash]) == [hash])
        #expect(try await second.photo(hash) == photo)
        #expect(try await second.photo(missing) == nil)
        let snapshot = try #require(try await second.snapshots().first)
        #expect(snapshot.time == time)
        #expect(try await second.bytes(of: snapshot) == Array("\(secret), all".utf8))

        try await second.remove([batch.id])
        #expect(try await second.bytes(of: found) == nil)
        #expect(remote.batchCount == 0)
    }

    @Test("writing a batch again is success, other bytes under its name are told")
    func repetition() async throws {
        let first = try make()
        _ = try await first.create(VaultHeader(vault: vault))
        let batches = [try Sealing.batch(1, "one"), try Sealing.batch(2, "two")]
        #expect(try await first.write(batches) == [.stored, .stored])
        #expect(try await make().write(batches) == [.stored, .stored])
        let copy = try Sealing.batch(1, "another one")
        #expect(try await make().write([copy, batches[1]]) == [.taken, .stored])
        #expect(try await make().bytes(of: listed(copy.id, by: server)) == Array("one".utf8))
    }

    @Test("listed bytes are opened, and a damaged batch is listed without them")
    func listedBytes() async throws {
        let transport = try Sealing.transport(ListingTransport(base: server), "correct horse")
        _ = try await transport.create(VaultHeader(vault: vault))
        let batches = [try Sealing.batch(1, "one"), try Sealing.batch(2, "two")]
        _ = try await transport.write(batches)
        remote.replace(batches[1].id, with: Array("two".utf8))
        let listing = try await transport.batches(after: VersionVector(), limit: 10)
        #expect(listing.batches.map(\.bytes) == [batches[0].bytes, nil])
        let damaged = try #require(listing.batches.last)
        #expect(try await Sealing.failure { _ = try await transport.bytes(of: damaged) }?.kind == .damaged)
    }

    @Test("it works again after it was closed")
    func closing() async throws {
        let transport = try make()
        _ = try await transport.create(VaultHeader(vault: vault))
        let batch = try Sealing.batch(1, "one")
        _ = try await transport.write([batch])
        await transport.close()
        #expect(try await transport.bytes(of: listed(batch.id, by: server)) == batch.bytes)
    }

    @Test("what is opened while it is closed is not kept: the next call opens it anew", arguments: [true, false])
    func closedMeanwhile(isMade: Bool) async throws {
        let opening = Mutex<VaultOpening?>(nil)
        let reads = Mutex(0)
        let close = { @Sendable in if let opening = opening.withLock({ $0 }) { await opening.close() } }
        let base = WatchedTransport(base: server, onHeader: { reads.withLock { $0 += 1 } }, onCreate: close)
        let made = VaultOpening(
            base, isMade ? Passphrase("correct horse") : nil, .least, libraries: SodiumLibrary.names, on: SealingQueue()
        ) {
            await close()
            return false
        }
        opening.withLock { $0 = made }
        if isMade {
            _ = try await made.create(VaultHeader(vault: vault))
        } else {
            _ = try await server.create(VaultHeader(vault: vault))
            _ = try await made.sealer()
        }
        let before = reads.withLock { $0 }
        #expect(try await (made.sealer() != nil) == isMade)
        #expect(reads.withLock { $0 } == before + 1)
    }

    @Test("devices that make the vault at the same time have one, whose passphrase counts")
    func creation() async throws {
        let made = try await withThrowingTaskGroup(of: VaultHeader.self) { group in
            for _ in 0..<4 {
                let transport = try make()
                group.addTask { try await transport.create(VaultHeader(vault: .random())) }
            }
            return try await group.reduce(into: Set<VaultHeader>()) { $0.insert($1) }
        }
        #expect(made.count == 1)
        let late = try make()
        #expect(try await late.create(VaultHeader(vault: .random())) == made.first)
        #expect(try await late.write([try Sealing.batch(1, "one")]) == [.stored])
        let error = try await Sealing.failure { _ = try await make("wrong").create(VaultHeader(vault: vault)) }
        #expect(error?.kind == .sealed)
        #expect(try await server.header() == made.first)
    }

    /// Another device makes the vault between the question for a header and the writing of ours.
    @Test("a device that was faster, with another passphrase, is told")
    func fasterDevice() async throws {
        let (slow, other) = (RacingTransport(base: server), try make("another"))
        let transport = try Sealing.transport(slow, "correct horse")
        _ = try await other.create(VaultHeader(vault: vault))
        let error = try await Sealing.failure { _ = try await transport.create(VaultHeader(vault: .random())) }
        #expect(error?.kind == .sealed)
        #expect(try await server.header()?.vault == vault)
    }

    // MARK: - Passphrases that do not fit

    @Test("a wrong passphrase is told by every call, and nothing is written")
    func wrongPassphrase() async throws {
        _ = try await make().create(VaultHeader(vault: vault))
        try await expectNothing(by: try make("wrong horse"), says: "the passphrase is wrong")
    }

    @Test("a sealed vault without a passphrase is told, and nothing is written")
    func missingPassphrase() async throws {
        _ = try await make().create(VaultHeader(vault: vault))
        try await expectNothing(by: try make(nil), says: "none is set here")
    }

    @Test("a vault that is not sealed under a passphrase is told, and nothing is written")
    func openVault() async throws {
        _ = try await server.create(VaultHeader(vault: vault))
        try await expectNothing(by: try make(), says: "the header there says that the cards are not encrypted")
    }

    @Test("a header of another vault with the sealing of this one is told")
    func otherHeader() async throws {
        let header = try await make().create(VaultHeader(vault: vault))
        let other = MemoryRemote()
        _ = try await MemoryTransport(other).create(VaultHeader(vault: .random(), sealing: header.sealing))
        let error = try await Sealing.failure { _ = try await Sealing.transport(other).header() }
        #expect(error?.kind == .sealed)
    }

    private func expectNothing(by transport: SealedTransport, says text: String) async throws {
        let before = remote.objects
        let photo = Array("photo".utf8)
        let batch = try Sealing.batch(1, "one")
        let calls: [(name: String, call: () async throws -> Void)] = [
            ("header", { _ = try await transport.header() }),
            ("create", { _ = try await transport.create(VaultHeader(vault: .random())) }),
            ("check", { _ = try await transport.check() }),
            ("batches", { _ = try await transport.batches(after: VersionVector(), limit: 1) }),
            ("bytes", { _ = try await transport.bytes(of: ListedBatch(batch.id, hash: "0123456789abcdef")) }),
            ("write", { _ = try await transport.write([batch]) }),
            ("photos", { _ = try await transport.photos(among: [PhotoHash(of: photo)]) }),
            ("photo", { _ = try await transport.photo(PhotoHash(of: photo)) }),
            ("write photo", { try await transport.write(photo: photo, PhotoHash(of: photo)) }),
            ("snapshots", { _ = try await transport.snapshots() }),
            (
                "write snapshot",
                {
                    try await transport.write(
                        snapshot: photo, at: HybridTime(bits: 1), covering: VersionVector())
                }
            ),
            ("remove", { try await transport.remove([batch.id]) }),
            (
                "remove snapshot",
                {
                    try await transport.remove(
                        snapshots: [ListedSnapshot(HybridTime(bits: 1), ObjectHash(of: photo))])
                }
            ),
        ]
        for (name, call) in calls {
            let error = try await Sealing.failure(call)
            #expect(error?.kind == .sealed, "\(name)")
            #expect(error?.userMessage.contains(text) == true, "\(name): \(error?.userMessage ?? "no error")")
            #expect(error?.userMessage.contains("horse") == false)
        }
        #expect(remote.objects == before)
    }

    @Test("without a passphrase an open vault is as without sealing")
    func withoutPassphrase() async throws {
        let transport = try make(nil)
        let header = try await transport.create(VaultHeader(vault: vault))
        #expect(header.sealing == nil)
        let batch = try Sealing.batch(1, "one")
        #expect(try await transport.write([batch]) == [.stored])
        #expect(try await server.bytes(of: listed(batch.id, by: transport)) == batch.bytes)
        let photo = Array("photo".utf8)
        try await transport.write(photo: photo, PhotoHash(of: photo))
        #expect(try await server.photo(PhotoHash(of: photo)) == photo)
        #expect(try await transport.check() == server.check())
    }

    @Test("a place without a vault is none to write to")
    func noVault() async throws {
        let error = try await Sealing.failure { _ = try await make().write([try Sealing.batch(1, "one")]) }
        #expect(error?.kind == .wrongPlace)
        #expect(remote.batchCount == 0)
    }

    // MARK: - Objects that were moved

    @Test("a batch under another name, and one of another vault, are damaged")
    func movedBatches() async throws {
        let transport = try make()
        _ = try await transport.create(VaultHeader(vault: vault))
        let batches = try (1...3).map { try Sealing.batch(Int64($0), "batch \($0)") }
        _ = try await transport.write(batches)

        let sealed = try #require(try await server.bytes(of: listed(batches[0].id, by: server)))
        remote.replace(batches[1].id, with: sealed)
        remote.replace(batches[2].id, with: Array("batch 3".utf8))
        for batch in batches.dropFirst() {
            let error = try await Sealing.failure {
                _ = try await transport.bytes(of: listed(batch.id, by: transport))
            }
            #expect(error?.kind == .damaged)
            #expect(error?.userMessage.contains("batch \(batch.id.number) of device") == true)
        }
        #expect(try await transport.bytes(of: listed(batches[0].id, by: transport)) == batches[0].bytes)

        let foreign = MemoryRemote()
        let away = try Sealing.transport(foreign)
        _ = try await away.create(VaultHeader(vault: .random()))
        _ = try await away.write([batches[0]])
        let moved = MemoryTransport(foreign)
        let bytes = try #require(try await moved.bytes(of: listed(batches[0].id, by: moved)))
        remote.replace(batches[0].id, with: bytes)
        let error = try await Sealing.failure {
            _ = try await transport.bytes(of: listed(batches[0].id, by: transport))
        }
        #expect(error?.kind == .damaged, "another vault")
    }

    @Test("a photo that was exchanged for another one, and a snapshot of another time, are damaged")
    func movedPhotos() async throws {
        let transport = try make()
        _ = try await transport.create(VaultHeader(vault: vault))
        let sealer = try await sealer()
        let photos = [Array("front".utf8), Array("back".utf8)]
        let hashes = photos.map { PhotoHash(of: $0) }
        for (photo, hash) in zip(photos, hashes) { try await transport.write(photo: photo, hash) }
        let names = hashes.map { sealer.name(of: $0) }
        let back = try #require(try await server.photo(names[1]))
        try await server.write(photo: back, names[0])
        #expect(try await Sealing.failure { _ = try await transport.photo(hashes[0]) }?.kind == .damaged)
        #expect(try await transport.photo(hashes[1]) == photos[1])
        // Sealed by a device that knows the passphrase, and yet not the photo of that name.
        try await server.write(photo: sealer.seal(photos[1], as: .photo(hashes[0])), names[0])
        #expect(try await Sealing.failure { _ = try await transport.photo(hashes[0]) }?.kind == .damaged)

        try await transport.write(
            snapshot: Array("all".utf8), at: HybridTime(bits: 1), covering: VersionVector())
        let old = try #require(try await server.snapshots().first)
        let bytes = try #require(try await server.bytes(of: old))
        try await server.write(snapshot: bytes, at: HybridTime(bits: 2), covering: VersionVector())
        let newest = try #require(try await transport.snapshots().first)
        #expect(newest.time == HybridTime(bits: 2))
        #expect(try await Sealing.failure { _ = try await transport.bytes(of: newest) }?.kind == .damaged)
    }

    /// The keys of the vault at the remote.
    private func sealer() async throws -> ObjectSealer {
        let header = try #require(try await server.header())
        let sealing = try #require(header.sealing)
        let (parameters, _) = try SealingParameters.read(sealing)
        return try Sealing.sealer(salt: parameters.salt, vault: header.vault)
    }

    // MARK: - The rest

    @Test("a check says that it encrypts, and leaves the remote alone")
    func check() async throws {
        let findings = try await make().check()
        #expect(findings.map(\.severity) == [.good, .good])
        #expect(findings.last?.text.contains("encrypted") == true)
        #expect(try await server.header() == nil)
    }

    @Test("a cancelled task gets an answer, and the transport works afterwards")
    func cancellation() async throws {
        let transport = try make()
        _ = try await transport.create(VaultHeader(vault: vault))
        await transport.close()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.write([try Sealing.batch(1, "one")])
        }
        let result = await task.result
        #expect(throws: TransportError.self) { try result.get() }
        #expect(remote.batchCount == 0)
        #expect(try await transport.write([try Sealing.batch(1, "one")]) == [.stored])
    }
}
