import CardNetwork
import CardStorage
import Cards
import Glibc
import TestSupport
import Testing
import VaultSupport

@testable import CardVault

/// Two devices whose connections end at any byte: in a request, an answer, a photo, a TLS handshake. Every such end is tried again, what a
/// device takes for sent is there, and nothing comes twice.
@Suite("Connections that are cut at any byte", .timeLimit(.minutes(10)))
struct CutConnectionTests {
    /// `CARDS_SYNC` sets the number of rounds of a longer run.
    private static let rounds = getenv("CARDS_SYNC").flatMap { Int(String(cString: $0)) } ?? 4

    @Test(
        .enabled(if: DAVServer.isPossible, "needs nginx with its module dav-ext and openssl"))
    func webDAV() async throws {
        try await cut(webDAV: .nginx)
    }

    @Test(
        .enabled(if: getenv("CARDS_SERVERS") != nil, "needs CARDS_SERVERS: make test-servers"),
        arguments: DAVProgram.all)
    func webDAVServers(_ program: DAVProgram) async throws {
        try #require(program.isPossible, "make test-servers unpacks \(program)")
        try await cut(webDAV: program)
    }

    private func cut(webDAV program: DAVProgram) async throws {
        let server = try DAVServer(program)
        try await verify(before: server.port) { port in
            let address = try BackendURL("http://127.0.0.1:\(port)/a%20folder")
            return { TreeTransport.webDAV(WebDAVConnection(address)) }
        }
    }

    @Test(.enabled(if: NginxFront.isPossible, "needs nginx and openssl"))
    func webDAVWithTLS() async throws {
        let (backend, dav, certificates) = (try TestBackend(), MemoryDAV(root: "/dav"), try TestCertificates())
        backend.setUsual { [dav] in dav.answer($0) }
        backend.start()
        defer { backend.stop() }
        let server = try NginxFront(before: backend, of: certificates)
        try await verify(before: server.port) { port in
            let address = try BackendURL("https://127.0.0.1:\(port)/dav")
            let file = certificates.authorityFile
            return { TreeTransport.webDAV(WebDAVConnection(address, certificateFile: file)) }
        }
    }

    @Test(
        .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"),
        arguments: ["disable", "verify-full"])
    func postgreSQL(mode: String) async throws {
        let database = try await TestDatabase()
        let server = database.server
        try await verify(before: server.port) { port in
            let address = try PostgreSQLAddress(
                "postgresql://owner@127.0.0.1:\(port)/\(database.name)?sslmode=\(mode)"
                    + "&sslrootcert=\(server.certificates.authorityFile)")
            return { PostgreSQLTransport(address) }
        }
    }

    /// - Parameter transport: what opens transports to the server by a port of 127.0.0.1.
    private func verify(
        before server: UInt16, _ transport: (UInt16) throws -> @Sendable () -> any ChangeTransport
    ) async throws {
        let direct = try transport(server)
        let seed = SeededGenerator.seed()
        var pair = try await Pair(over: direct(), seed: seed)
        for round in 0..<Self.rounds {
            let front = try CuttingFront(before: server, seed: seed &+ UInt64(round))
            let line = try transport(front.port)
            for device in [0, 1] { try await pair.change(device) }
            for device in [0, 1] {
                while try await !pair.exchange(device, over: line()) {
                    try await pair.expectSent(device, at: direct())
                }
            }
            // The second one may have sent what the first one lacks.
            front.stopCutting()
            for device in [0, 1] { #expect(try await pair.exchange(device, over: line())) }
            try await pair.expectSame()
        }
        #expect(pair.failures > Self.rounds, "\(pair.failures) exchanges were cut")
    }

    /// Two stores of a vault.
    private struct Pair {
        private let stores: [SQLiteCardStore]
        private let remote = RemoteID("server")
        private var generator: SeededGenerator
        private var names: Set<String> = []
        private(set) var failures = 0

        init(over transport: any ChangeTransport, seed: UInt64) async throws {
            generator = SeededGenerator(seed: seed)
            let vault = try await transport.create(VaultHeader(vault: .random())).vault
            await transport.close()
            var stores: [SQLiteCardStore] = []
            for name in ["desk", "laptop"] {
                let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
                _ = try await store.joinVault(vault, deviceName: name)
                try await store.addRemote(remote)
                stores.append(store)
            }
            self.stores = stores
        }

        /// Adds cards with photos, and changes one that the other device may have.
        mutating func change(_ device: Int) async throws {
            for _ in 0..<5 {
                let size = Int.random(in: 1...40_000, using: &generator)
                let photo = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
                var card = Card(identifier: .random(), name: "Card \(names.count) of \(device)")
                card.front = PhotoHash(of: photo)
                try await stores[device].apply([
                    .set(CardPatch(from: nil, to: card, photos: [PhotoHash(of: photo): photo]))
                ])
                names.insert(card.name)
            }
            guard let old = try await stores[device].cards(from: 0, limit: 1).first else { return }
            var new = old
            // Each changes a field of its own, so that nothing conflicts.
            let word = String(generator.next())
            if device == 0 { new.number = word } else { new.note = word }
            try await stores[device].apply([.set(CardPatch(from: old, to: new))])
        }

        /// Whether it was not cut. Whatever else it ends with fails the test.
        mutating func exchange(_ device: Int, over transport: any ChangeTransport) async throws -> Bool {
            do {
                let report = try await VaultExchange(stores[device], over: transport, to: remote).run()
                await transport.close()
                #expect(report.damaged.isEmpty && !report.becameNewDevice && !report.mendedLoss)
                return true
            } catch let error as TransportError {
                await transport.close()
                failures += 1
                try #require(error.isTemporary, "\(error)")
                try #require(failures < 1000, "\(error)")
                return false
            }
        }

        /// What the device takes for sent is there.
        func expectSent(_ device: Int, at transport: any ChangeTransport) async throws {
            let has = try #require(try await stores[device].remotes().first).has
            let listing = try await transport.batches(after: VersionVector(), limit: 10_000)
            let there = Dictionary(grouping: listing.batches, by: \.id)
            for entry in has.sorted where entry.number > 0 {
                for number in 1...entry.number {
                    let found = try #require(there[BatchID(entry.device, number)])
                    #expect(found.count == 1)
                    if let one = found.first, one.bytes == nil { #expect(try await transport.bytes(of: one) != nil) }
                }
            }
            await transport.close()
        }

        func expectSame() async throws {
            for store in stores {
                let cards = try await store.cards(from: 0, limit: .max)
                #expect(cards.map(\.name).sorted() == names.sorted())
                #expect(try await store.missingPhotoCount() == 0)
                #expect(try await store.tally(of: remote).isEmpty)
                #expect(try await store.conflictedCards().isEmpty)
                #expect(try await store.devices().count == 2)
                #expect(try await store.check().isWhole)
            }
            #expect(try await stores[0].contentHash() == stores[1].contentHash())
        }
    }
}
