import CardNetwork
import CardStorage
import Cards
import Glibc
import Synchronization
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// Two devices over a server that answers one request wrongly: any request, in any way. Nothing that was saved is lost, nothing is deleted,
/// and both have the same cards when the fault has ended.
@Suite("Every fault at every request to a WebDAV server", .timeLimit(.minutes(10)))
struct WebDAVFaultSweepTests {
    /// All requests in a longer run; otherwise every sixth, beginning at another one for each fault, the same in every run.
    private static let step = getenv("CARDS_SYNC") == nil ? 6 : 1

    @Test(arguments: WebDAVFault.all)
    func sweep(fault: WebDAVFault) async throws {
        let world = try await World()
        defer { world.backend.stop() }
        let first = (WebDAVFault.all.firstIndex { $0.testDescription == fault.testDescription } ?? 0) % Self.step
        let count = try await world.round(nil)
        #expect(count > 10)
        for number in stride(from: first, to: count, by: Self.step) {
            let counter = Mutex(0)
            try await world.round { request, backend in
                let isDue = counter.withLock { count in
                    count += 1
                    return count == number + 1
                }
                return isDue ? fault.answer(request, backend) : nil
            }
        }
        try await world.expectSound()
    }

    @Test("a fifth of all requests or answers is lost on the way")
    func loss() async throws {
        let world = try await World()
        defer { world.backend.stop() }
        let generator = Mutex(SeededGenerator(seed: SeededGenerator.seed()))
        for _ in 0..<10 {
            try await world.round { request, backend in
                let number = generator.withLock { Int.random(in: 0..<10, using: &$0) }
                return number < 2 ? WebDAVFault.losses[number].answer(request, backend) : nil
            }
        }
        try await world.expectSound()
    }

    /// Two stores and their server.
    private final class World: Sendable {
        private static let secret = "secret-word"

        let backend: TestBackend
        private let dav = MemoryDAV(root: "/dav")
        private let stores: [SQLiteCardStore]
        private let remote = RemoteID("server")
        private let address: BackendURL
        private let state = Mutex((names: Set<String>(), seen: 0))

        init() async throws {
            backend = try TestBackend()
            backend.setUsual { [dav] in dav.answer($0) }
            backend.start()
            address = try BackendURL(backend.url + "/dav")
            let vault = VaultID.random()
            stores = [
                try await .member(of: vault, named: "desk", at: remote),
                try await .member(of: vault, named: "laptop", at: remote),
            ]
            for store in stores { try await exchange(store) }
        }

        private func exchange(_ store: SQLiteCardStore) async throws {
            let connection = WebDAVConnection(address) { Credentials("anna:\(Self.secret)") }
            let transport = TreeTransport.webDAV(connection)
            do {
                _ = try await VaultExchange(store, over: transport, to: remote).run()
            } catch {
                await transport.close()
                throw error
            }
            await transport.close()
        }

        /// Both devices add a card with a photo, change one of the other's, and exchange with faults; then without. Returns how many
        /// requests the exchanges with faults had.
        @discardableResult
        func round(
            _ fault: (@Sendable (TestBackend.Request, TestBackend) -> TestBackend.Answer?)?
        ) async throws -> Int {
            for (index, store) in stores.enumerated() { try await change(store, index) }
            let start = backend.requests.count
            if let fault { backend.setFault { [backend] in fault($0, backend) } }
            for store in stores {
                do {
                    try await exchange(store)
                } catch let error as any UserFacingError {
                    #expect(fault != nil, "\(error.userMessage)")
                    expectText(error.userMessage)
                }
            }
            let count = backend.requests.count - start
            backend.setFault(nil)
            // What one sends, the other must read, and a photo may come with the exchange after that.
            for store in stores + stores + stores { try await exchange(store) }
            try await expectSame("\(backend.lines[start..<start + count])")
            return count
        }

        private func change(_ store: SQLiteCardStore, _ index: Int) async throws {
            let number = state.withLock { state in
                state.seen += 1
                return state.seen
            }
            let photo = Array("photo \(number)".utf8)
            var card = Card(identifier: .random(), name: "Card \(number)")
            card.front = PhotoHash(of: photo)
            try await store.apply([.set(CardPatch(from: nil, to: card, photos: [PhotoHash(of: photo): photo]))])
            state.withLock { _ = $0.names.insert(card.name) }
            // Each changes a field of its own, so that nothing conflicts.
            guard let old = try await store.cards(from: 0, limit: 1).first, old.name != card.name else { return }
            var new = old
            if index == 0 { new.number = "\(number)" } else { new.note = "note \(number)" }
            try await store.apply([.set(CardPatch(from: old, to: new))])
        }

        private func expectText(_ text: String) {
            #expect(text.hasPrefix("127.0.0.1:\(backend.port)/dav"), "\(text)")
            #expect(!text.contains(Self.secret) && !text.contains("\u{1B}") && !text.contains("\n"))
        }

        private func expectSame(_ place: String) async throws {
            let names = state.withLock { $0.names.sorted() }
            var hashes: Set<ObjectHash> = []
            for store in stores {
                let cards = try await store.cards(from: 0, limit: .max)
                try #require(cards.map(\.name).sorted() == names, "\(place)")
                hashes.insert(try await store.contentHash())
                #expect(try await store.missingFileCount() == 0, "\(place)")
                #expect(try await store.tally(of: remote).isEmpty, "\(place)")
                #expect(try await store.conflictedCards().isEmpty, "\(place)")
                #expect(try await store.devices().count == 2, "\(place)")
            }
            try #require(hashes.count == 1, "\(place)")
        }

        func expectSound() async throws {
            for store in stores { #expect(try await store.check().isWhole) }
            // What the making of the vault leaves is its own.
            #expect(backend.lines.filter { $0.hasPrefix("DELETE") && !$0.contains("/claim-") } == [])
            #expect(dav.files.allSatisfy { $0.hasPrefix("/dav/cards-tui/1/") })
            let sent = backend.requests.map { $0.headers["authorization"] }
            #expect(sent.allSatisfy { $0?.hasPrefix("Basic ") == true })
        }
    }
}
