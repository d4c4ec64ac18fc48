import Cards
import TestSupport
import Testing

@testable import CardStorage

/// Every field of the field table has its columns, in cards and in shadows.
@Suite("The columns of every field")
struct FieldColumnsTests {
    static let keys = FieldDefinition.all.filter { !$0.field.isBookkeeping }.map(\.key)

    @Test("a field is stored, and undoing its change names and reverts it", arguments: keys)
    func stored(key: String) async throws {
        let definition = try #require(FieldDefinition.all.first { $0.key == key })
        let store = try SQLiteCardStore.inMemoryForTest()
        let identifier = try CardID(test: "a")
        try await store.put(testCard("a", "Gym"))
        let before = try #require(try await store.card(identifier))
        try await store.edit("a") { definition.fill(&$0) }
        let after = try #require(try await store.card(identifier))
        #expect(after.differences(from: before).subtracting([.modified]) == [definition.field])
        var expected = before
        definition.fill(&expected)
        #expect(after.isEqual(to: expected, in: definition.field))
        let words = try #require(try await store.undo()?.description)
        #expect(try await store.card(identifier)?.isEqual(to: before, in: definition.field) == true)
        if let noun = definition.noun {
            #expect(words.hasPrefix("changed the \(noun) of "))
        } else {
            #expect(["starred Gym", "archived Gym", "used Gym"].contains(words))
        }
        _ = try await store.redo()
        #expect(try await store.card(identifier)?.isEqual(to: expected, in: definition.field) == true)
    }

    @Test("a backend's value of a field is its merge base, and a change of it is pending", arguments: keys)
    func shadowed(key: String) async throws {
        let definition = try #require(FieldDefinition.all.first { $0.key == key })
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.receive("a", "Gym") { definition.fill(&$0) }
        let name = key == "name" ? definition.sampleText : "Gym"
        #expect(try await store.names() == [name])
        #expect(try await store.tally(of: .test).pending == 0)
        // The base has the same value, so the same list changes nothing.
        try await store.receive("a", "Gym") { definition.fill(&$0) }
        #expect(try await store.tally(of: .test) == BackendTally())
        let empty = Card(identifier: try CardID(test: "a"), name: "Other")
        try await store.edit("a") { $0.copy([definition.field], from: empty) }
        #expect(try await store.tally(of: .test) == BackendTally(pending: 1))
    }
}
