import Cards
import TestSupport
import Testing

@testable import CardStorage

@Suite("Restoring a card from its history", .timeLimit(.minutes(5)))
struct RestoringTests {
    private let card = CardID("a") ?? .random()

    /// Changes 1 to 4: added, its note and number changed, its note again, its name.
    private func store() async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym") { ($0.note, $0.number) = ("first", "1") })
        try await store.edit("a") { ($0.note, $0.number) = ("second", "2") }
        try await store.edit("a") { $0.note = "third" }
        try await store.edit("a") { $0.name = "Gym Nord" }
        return store
    }

    private func texts(_ store: SQLiteCardStore) async throws -> [String] {
        let card = try #require(try await store.card(card))
        return [card.name, card.number, card.note]
    }

    @Test("a field alone gets its value back; undo takes that back, and redo does it again")
    func field() async throws {
        let store = try await store()
        let restored = try await store.restore([.note], of: card, after: 1)
        #expect(restored == RestoredCard(name: "Gym Nord", fields: [.note], missingPhotos: []))
        #expect(try await texts(store) == ["Gym Nord", "2", "first"])
        #expect(try await store.undo()?.description == "restored the note of Gym Nord")
        #expect(try await texts(store) == ["Gym Nord", "2", "third"])
        #expect(try await store.redo() != nil)
        #expect(try await texts(store) == ["Gym Nord", "2", "first"])
        #expect(try await store.history(HistoryQuery(limit: 3)).changes.map(\.source) == [.redo, .undo, .restored])
    }

    @Test("the whole card is restored as one step, and is pending for the backend; restoring it again changes nothing")
    func whole() async throws {
        let store = try await store()
        _ = try await store.connect(to: .test)
        let restored = try await store.restore(nil, of: card, after: 2)
        #expect(restored?.fields == [.name, .note])
        #expect(try await texts(store) == ["Gym", "2", "second"])
        let changes = try await store.column("SELECT count(*) FROM change")
        #expect(try await store.restore(nil, of: card, after: 2)?.fields == [])
        #expect(try await store.column("SELECT count(*) FROM change") == changes)
        #expect(try await store.undo()?.cards == [card])
        #expect(try await texts(store) == ["Gym Nord", "2", "third"])
    }

    @Test("a deleted card comes back as it was, and leaves the trash")
    func deleted() async throws {
        let store = try await store()
        _ = try await store.connect(to: .test)
        let old = try #require(try await store.card(card))
        try await store.apply([.delete(card)])
        let restored = try await store.restore([.note], of: card, after: 2)
        // Its deletion may have been sent: what is sent now is later.
        #expect(try await store.card(card)?.modified?.after(old.modified) == store.card(card)?.modified)
        #expect(restored?.fields == [.name, .number, .note])
        #expect(try await texts(store) == ["Gym", "2", "second"])
        #expect(try await store.card(card)?.created == old.created)
        #expect(try await store.trash().isEmpty)
        _ = try await store.undo()
        #expect(try await store.card(card) == nil)
    }

    @Test("a photo comes back with its bytes; one that is no longer stored is named and left as it is")
    func photo() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let (old, new) = (PhotoHash(of: [1]), PhotoHash(of: [2]))
        try await store.put(testCard("a", "Gym") { $0.front = old }, photos: [old: [1]])
        let before = try #require(try await store.card(card))
        var after = before
        (after.front, after.note) = (new, "n")
        try await store.apply([.set(CardPatch(from: before, to: after, photos: [new: [2]]))])
        #expect(try await store.restore([.front], of: card, after: 1)?.fields == [.front])
        #expect(try await store.card(card)?.front == old)
        #expect(try await store.photo(old) == [1])
        _ = try await store.undo()
        #expect(try await store.card(card)?.front == new)

        try await store.execute("DELETE FROM photo WHERE hash = '\(old.text)'")
        let restored = try await store.restore(nil, of: card, after: 1)
        #expect(restored == RestoredCard(name: "Gym", fields: [.note], missingPhotos: [.front]))
        #expect(try await store.card(card)?.front == new)
        #expect(try await store.restore([.front], of: card, after: 1)?.fields == [])
    }

    @Test("a balance that is restored is an entry of the ledger")
    func balance() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gift") { ($0.balance, $0.currency) = ("20", "EUR") })
        try await store.edit("a") { $0.balance = "5" }
        #expect(try await store.restore([.balance, .currency], of: card, after: 1)?.fields == [.balance])
        let page = try await store.ledger(of: card, after: nil, limit: 10)
        #expect(page.lines.map(\.entry.amount) == ["15", "-15"])
        #expect(page.lines.first?.balance.flatMap { ExactDecimal($0) } == ExactDecimal("20"))
    }

    @Test("random restores give the card its former content, and undo the content before", arguments: 1...10)
    func random(seed: Int) async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        var random = RandomChanges(seed: UInt64(seed))
        for _ in 0..<30 { try await store.apply(random.changes()) }
        for _ in 0..<30 {
            let last = try #require(try await store.history(HistoryQuery(limit: 1)).changes.first?.id)
            let text = try #require(["a", "b", "c", "d"].randomElement(using: &random.generator))
            let (identifier, change) = (try CardID(test: text), Int64.random(in: 1...last, using: &random.generator))
            let before = try await store.card(identifier)
            guard let past = try await store.card(identifier, after: change) else {
                #expect(try await store.restore(nil, of: identifier, after: change) == nil)
                continue
            }
            // The photos of these changes were never stored.
            let restored = try #require(try await store.restore(nil, of: identifier, after: change))
            var expected = past.card
            if let photo = before?.front, restored.missingPhotos == [.front] { expected.front = photo }
            if before?.front == nil, restored.missingPhotos == [.front] { expected.front = nil }
            let now = try #require(try await store.card(identifier))
            #expect(now.hasSameContent(as: expected), "\(text) after \(change)")
            if restored.fields.isEmpty { continue }
            _ = try await store.undo()
            let undone = try await store.card(identifier)
            #expect((undone == nil) == (before == nil))
            if let undone, let before { #expect(undone.hasSameContent(as: before)) }
        }
    }
}
