import CardStorage
import Cards
import Testing
import VaultSupport

@testable import CardVault

/// The exchange of stores through a remote that others run.
@Suite("The exchange of a sealed vault", .enabled(if: Sealing.isPossible, Sealing.reason))
struct SealedExchangeTests {
    private let remote = RemoteID("memory")
    private let vault = VaultID.random()
    private let content = MemoryRemote()

    private func device(_ name: String) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        _ = try await store.joinVault(vault, deviceName: name)
        try await store.addRemote(remote)
        return store
    }

    private func exchange(_ store: SQLiteCardStore, _ passphrase: String? = "correct horse") async throws
        -> ExchangeReport
    {
        let transport = try Sealing.transport(content, passphrase)
        return try await VaultExchange(store, over: transport, to: remote).run()
    }

    private func museum(_ photo: [UInt8]) throws -> Card {
        var card = Card(identifier: try #require(CardID("museum")), name: "Museum Plantin-Moretus")
        card.front = PhotoHash(of: photo)
        return card
    }

    @Test("cards and photos arrive, and the remote sees none of them")
    func arrival() async throws {
        let photo = Array("the front of a card".utf8)
        let card = try museum(photo)
        let (first, second) = (try await device("laptop"), try await device("phone"))
        try await first.apply([.set(CardPatch(from: nil, to: card, photos: [PhotoHash(of: photo): photo]))])
        #expect(try await exchange(first).sentPhotos == 1)
        let report = try await exchange(second)
        #expect(report.merge.added == 1 && report.receivedPhotos == 1 && report.damaged.isEmpty)
        #expect(try await second.photo(PhotoHash(of: photo)) == photo)
        #expect(try await first.contentHash() == second.contentHash())
        #expect(try await exchange(first).isNothing)
        for secret in ["Plantin", "museum", "front", "laptop", PhotoHash(of: photo).text] {
            #expect(content.objects.allSatisfy { $0.firstRange(of: Array(secret.utf8)) == nil }, "\(secret)")
        }
    }

    @Test("a device without the right passphrase changes nothing here and there", arguments: [nil, "wrong horse"])
    func wrongPassphrase(passphrase: String?) async throws {
        let photo = Array("front".utf8)
        let first = try await device("first")
        try await first.apply([.set(CardPatch(from: nil, to: try museum(photo), photos: [PhotoHash(of: photo): photo]))]
        )
        _ = try await exchange(first)
        let before = content.objects

        let second = try await device("second")
        let bus = Card(identifier: try #require(CardID("bus")), name: "bus")
        try await second.apply([.set(CardPatch(from: nil, to: bus, photos: [:]))])
        let hash = try await second.contentHash()
        let error = try await Sealing.failure { _ = try await exchange(second, passphrase) }
        #expect(error?.kind == .sealed)
        #expect(content.objects == before)
        #expect(try await second.contentHash() == hash)
    }

    @Test("a header of another place of the vault, for which the passphrase is right, is refused")
    func otherHeader() async throws {
        let first = try await device("first")
        let card = Card(identifier: try #require(CardID("one")), name: "one")
        try await first.apply([.set(CardPatch(from: nil, to: card, photos: [:]))])
        _ = try await exchange(first)
        let other = try await Sealing.transport(MemoryRemote(), "correct horse").create(VaultHeader(vault: vault))
        content.setSealing(other.sealing)
        let before = content.objects
        let plain = Card(identifier: try #require(CardID("two")), name: "two")
        try await first.apply([.set(CardPatch(from: nil, to: plain, photos: [:]))])
        let error = try await Sealing.failure { _ = try await exchange(first) }
        #expect(error?.kind == .sealed && error?.reason.contains("is not the one this device saw") == true)
        #expect(content.objects == before)
    }

    @Test("a device that never saw the encryption sends nothing open among what others encrypted")
    func joinedLater() async throws {
        let first = try await device("first")
        let card = Card(identifier: try #require(CardID("one")), name: "one")
        try await first.apply([.set(CardPatch(from: nil, to: card, photos: [:]))])
        _ = try await exchange(first)
        content.setSealing(nil)
        let before = content.objects
        let second = try await device("second")
        let plain = Card(identifier: try #require(CardID("two")), name: "two")
        try await second.apply([.set(CardPatch(from: nil, to: plain, photos: [:]))])
        let transport = try Sealing.transport(content, nil)
        let error = try await Sealing.failure {
            _ = try await VaultExchange(second, over: transport, to: remote).run()
        }
        #expect(error?.kind == .sealed && content.objects == before)
    }

    @Test("a header that lost its encryption is refused with and without the passphrase, and nothing travels open")
    func talkedDown() async throws {
        let first = try await device("first")
        let second = try await device("second")
        for (store, name) in [(first, "one"), (second, "two")] {
            let card = Card(identifier: try #require(CardID(name)), name: name)
            try await store.apply([.set(CardPatch(from: nil, to: card, photos: [:]))])
            _ = try await exchange(store)
        }
        content.setSealing(nil)
        let before = content.objects
        let card = Card(identifier: try #require(CardID("three")), name: "three")
        try await first.apply([.set(CardPatch(from: nil, to: card, photos: [:]))])
        for passphrase in ["correct horse", nil] {
            let transport = try Sealing.transport(content, passphrase) { (try? await first.vault())?.isSealed ?? true }
            let error = try await Sealing.failure {
                _ = try await VaultExchange(first, over: transport, to: remote).run()
            }
            #expect(error?.kind == .sealed)
            #expect(error?.reason.contains("changed") == true && error?.reason.contains("remove") == false)
            // Nor is it written open at another address.
            let elsewhere = MemoryRemote()
            if passphrase == nil {
                let other = try Sealing.transport(elsewhere, nil) { (try? await first.vault())?.isSealed ?? true }
                #expect(
                    try await Sealing.failure { _ = try await other.create(VaultHeader(vault: vault)) }?.kind == .sealed
                )
                #expect(elsewhere.objects == [[]])
            }
        }
        // Also where nothing stands between the exchange and the place.
        let open = try await Sealing.failure {
            _ = try await VaultExchange(first, over: MemoryTransport(content), to: remote).run()
        }
        #expect(open?.kind == .sealed)
        #expect(content.objects == before)
        // A device that joins is not told to do without the passphrase.
        let third = try await device("third")
        let error = try await Sealing.failure { _ = try await exchange(third) }
        #expect(error?.kind == .sealed && error?.reason.contains("remove") == false)
    }

    @Test("a batch that a server exchanged is named, and the others arrive")
    func damagedBatch() async throws {
        let first = try await device("first")
        for name in ["one", "two"] {
            let card = Card(identifier: try #require(CardID(name)), name: name)
            try await first.apply([.set(CardPatch(from: nil, to: card, photos: [:]))])
            _ = try await exchange(first)
        }
        let server = MemoryTransport(content)
        let batches = try await server.batches(after: VersionVector(), limit: 10).batches
        try #require(batches.count == 2)
        let moved = try #require(try await server.bytes(of: batches[0]))
        content.replace(batches[1].id, with: moved)
        let second = try await device("second")
        let report = try await exchange(second)
        #expect(report.merge.added == 1)
        #expect(report.damaged.count == 1)
        #expect(try await second.card(try #require(CardID("one"))) != nil)
        #expect(try await second.card(try #require(CardID("two"))) == nil)
    }
}
