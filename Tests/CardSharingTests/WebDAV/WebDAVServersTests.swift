import CardNetwork
import CardStorage
import Cards
import Glibc
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// What WebDAV servers do alike, and what some of them cannot. They are not among the packages of `make test`, which is why it is asked for:
/// `make test-servers`.
@Suite(
    "WebDAV servers", .serialized, .timeLimit(.minutes(15)),
    .enabled(if: getenv("CARDS_SERVERS") != nil, "needs CARDS_SERVERS: make test-servers"))
struct WebDAVServersTests {
    private static let devices = 4

    private func start(_ program: DAVProgram) async throws -> (server: DAVServer, address: BackendURL) {
        try #require(program.isPossible, "make test-servers unpacks \(program)")
        let server = try await DAVServer(program)
        return (server, try BackendURL(server.url + "/a%20folder"))
    }

    @Test("every transport's duties", arguments: DAVProgram.all)
    func contract(_ program: DAVProgram) async throws {
        let (server, address) = try await start(program)
        try await TransportContract(hasHints: false) { TreeTransport.webDAV(WebDAVConnection(address)) }.verify()
        withExtendedLifetime(server) {}
    }

    @Test(
        "every transport's duties, with a passphrase", .enabled(if: Sealing.isPossible, Sealing.reason),
        arguments: DAVProgram.all)
    func sealedContract(_ program: DAVProgram) async throws {
        let (server, address) = try await start(program)
        try await TransportContract(hasHints: false, isSealed: true) {
            try Sealing.transport(TreeTransport.webDAV(WebDAVConnection(address)), "correct horse")
        }.verify()
        withExtendedLifetime(server) {}
    }

    @Test("a check says what the server cannot do, and leaves nothing", arguments: DAVProgram.all)
    func check(_ program: DAVProgram) async throws {
        let (server, address) = try await start(program)
        let findings = try await TreeTransport.webDAV(WebDAVConnection(address)).check()
        #expect(findings.first?.severity == .good)
        #expect(findings.contains { $0.text.contains("overwrites files") } != program.keepsFiles)
        #expect(findings.count == (program.keepsFiles ? 1 : 2))
        #expect(server.folder.names(in: "files/a folder").isEmpty)
    }

    /// All write at the same time: each its own batches, and those of the next one.
    @Test(
        "800 batches, each written by two devices at the same time, are there once and whole", arguments: DAVProgram.all
    )
    func sameNames(_ program: DAVProgram) async throws {
        let (server, address) = try await start(program)
        let reader = TreeTransport.webDAV(WebDAVConnection(address))
        _ = try await reader.create(VaultHeader(vault: .random()))
        let batches = (0..<Self.devices).map { _ in
            let device = DeviceID.random()
            return (Int64(1)...200).map { number in
                OutgoingBatch(device, number, String(repeating: "\(device.text) \(number)\n", count: 400))
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<Self.devices {
                // Two begin with their own, two with another's: two are at the same file.
                let next = (writer + 1) % Self.devices
                let order = writer.isMultiple(of: 2) ? [writer, next] : [next, writer]
                group.addTask {
                    let transport = TreeTransport.webDAV(WebDAVConnection(address))
                    for number in stride(from: 0, to: 200, by: 10) {
                        for device in order {
                            try await Self.write(Array(batches[device][number..<number + 10]), transport)
                        }
                    }
                    await transport.close()
                }
            }
            try await group.waitForAll()
        }
        let listed = try await reader.batches(after: VersionVector(), limit: 10_000).batches
        #expect(listed.map(\.id) == batches.flatMap { $0 }.map(\.id).sorted())
        let written = Dictionary(uniqueKeysWithValues: batches.flatMap { $0 }.map { ($0.id, $0.bytes) })
        for batch in listed {
            try #require(try await reader.bytes(of: batch) == written[batch.id])
        }
        withExtendedLifetime(server) {}
    }

    /// A server that locks a file while another writes it says so: the same is written again.
    private static func write(_ batches: [OutgoingBatch], _ transport: TreeTransport) async throws {
        for attempt in 1... {
            do throws(TransportError) {
                #expect(try await transport.write(batches) == batches.map { _ in .stored })
                return
            } catch {
                guard error.kind == .busy(retryAfter: nil), attempt < 100 else { throw error }
            }
        }
    }

    @Test("four devices that exchange at the same time have the same cards", arguments: DAVProgram.all)
    func exchange(_ program: DAVProgram) async throws {
        let (server, address) = try await start(program)
        let (remote, vault) = (RemoteID("server"), VaultID.random())
        var stores: [SQLiteCardStore] = []
        for device in 0..<Self.devices {
            let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
            _ = try await store.joinVault(vault, deviceName: "device \(device)")
            try await store.addRemote(remote)
            stores.append(store)
        }
        for round in 0..<10 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (device, store) in stores.enumerated() {
                    group.addTask {
                        for number in 0..<20 {
                            let name = "\(device)-\(round)-\(number)"
                            var card = Card(identifier: try #require(CardID(name)), name: name)
                            let photo = Array("photo \(name)".utf8)
                            if number == 0 { card.front = PhotoHash(of: photo) }
                            let photos = number == 0 ? [PhotoHash(of: photo): photo] : [:]
                            try await store.apply([.set(CardPatch(from: nil, to: card, photos: photos))])
                        }
                        try await Self.exchange(store, address, remote)
                    }
                }
                try await group.waitForAll()
            }
        }
        for store in stores { try await Self.exchange(store, address, remote) }
        var hashes: Set<ObjectHash> = []
        for store in stores {
            #expect(try await store.count() == 800)
            #expect(try await store.check().isWhole)
            #expect(try await store.tally(of: remote).isEmpty)
            hashes.insert(try await store.contentHash())
        }
        #expect(hashes.count == 1)
        withExtendedLifetime(server) {}
    }

    private static func exchange(_ store: SQLiteCardStore, _ address: BackendURL, _ remote: RemoteID) async throws {
        for attempt in 1... {
            let transport = TreeTransport.webDAV(WebDAVConnection(address))
            do {
                _ = try await VaultExchange(store, over: transport, to: remote).run()
                return await transport.close()
            } catch let error as TransportError {
                guard error.kind == .busy(retryAfter: nil), attempt < 100 else { throw error }
            }
        }
    }

    @Test("a server that is killed while devices write loses nothing that it confirmed", arguments: DAVProgram.all)
    func killed(_ program: DAVProgram) async throws {
        let (server, address) = try await start(program)
        _ = try await TreeTransport.webDAV(WebDAVConnection(address)).create(VaultHeader(vault: .random()))
        let writers = Writers(Self.devices, each: 100)
        try await writers.run(
            faultsAfter: [50, 150, 250], transport: { TreeTransport.webDAV(WebDAVConnection(address)) }
        ) {
            server.stop()
            try await server.start()
        }
        let reader = TreeTransport.webDAV(WebDAVConnection(address))
        try await writers.verify(reader)
        for batch in try await reader.batches(after: VersionVector(), limit: 10_000).batches {
            // Throws for one that was cut.
            #expect(try await reader.bytes(of: batch) != nil)
        }
        withExtendedLifetime(server) {}
    }
}
