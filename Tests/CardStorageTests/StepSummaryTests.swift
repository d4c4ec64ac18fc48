import Cards
import Testing

@testable import CardStorage

@Suite("The description of a step")
struct StepSummaryTests {
    @Test(
        "a step is described by what it did",
        arguments: [
            (["number"], "changed the number of"), (["note"], "changed the note of"),
            (["front"], "changed the front photo of"), (["name"], "changed the name of"),
            (["balance", "currency"], "changed the balance of"), (["expiry"], "changed the expiry date of"),
            (["starred"], "starred"), (["archived"], "archived"), (["number", "note"], "changed"),
            (["starred", "note"], "changed"), (["tier"], "changed"),
        ])
    func description(keys: [String], text: String) async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let values: [String: JSON] = [
            "number": .string("1"), "note": .string("n"), "front": .string(PhotoHash(of: [1]).text),
            "name": .string("New"), "balance": .string("1"), "currency": .string("EUR"),
            "expiry": .string("2026-11-20"), "starred": .bool(true), "archived": .bool(true), "tier": .string("x"),
        ]
        let json = JSON.object(values.filter { keys.contains($0.key) })
        func change(_ identifier: String) throws -> CardChange {
            let identifier = try CardID(test: identifier)
            return .set(try CardJSON.patch(from: json, photos: .hash, identifier: identifier))
        }
        try await store.put(testCard("a", "Gym"), testCard("b", "Bus"))
        try await store.apply([change("a")])
        let name = keys == ["name"] ? "New" : "Gym"
        #expect(try await store.undo()?.description == "\(text) \(name)")
        #expect(try await store.redo()?.description == "\(text) \(name)")
        _ = try await store.undo()
        try await store.apply([change("a"), change("b")])
        #expect(try await store.undo()?.description == "\(text) 2 cards")
    }

    @Test("unstarring and unarchiving have their own descriptions, and a mixed step is a change")
    func otherDescriptions() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "Gym") { ($0.isStarred, $0.isArchived) = (true, true) }, testCard("b", "Bus"))
        func undone(_ changes: [CardChange]) async throws -> String? {
            try await store.apply(changes)
            return try await store.undo()?.description
        }
        let (first, second) = (try CardID(test: "a"), try CardID(test: "b"))
        let plain = try testCard("a", "Gym")
        let new = CardChange.set(CardPatch(from: nil, to: try testCard("c", "Pool")))
        let star = CardChange.set(star(second))
        #expect(try await undone([.set(CardPatch(values: plain, fields: [.isStarred]))]) == "unstarred Gym")
        #expect(try await undone([.set(CardPatch(values: plain, fields: [.isArchived]))]) == "unarchived Gym")
        #expect(try await undone([.set(CardPatch(values: plain, fields: [.isStarred])), star]) == "changed 2 cards")
        #expect(try await undone([.delete(first), .delete(second)]) == "deleted 2 cards")
        #expect(try await undone([new, star]) == "changed 2 cards")
        #expect(try await undone([new, .set(self.star(try CardID(test: "c")))]) == "added Pool")
    }

    private func star(_ identifier: CardID) -> CardPatch {
        var card = Card(identifier: identifier, name: "")
        card.isStarred = true
        return CardPatch(values: card, fields: [.isStarred])
    }
}
