import CardStorage
import CardTransfer
import Cards
import Testing

@Suite("Toggling a property of many cards")
struct TogglingTests {
    private let store: SQLiteCardStore
    private let cards: [Card]

    init() async throws {
        store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        cards = [
            try testCard("a", "Amber") { $0.groups = ["Food", "town"] },
            try testCard("b", "Birch") {
                $0.isStarred = true
                $0.groups = ["food"]
            },
            try testCard("c", "Cedar"),
        ]
        try await store.apply(cards.map { .set(CardPatch(from: nil, to: $0)) })
    }

    private var identifiers: [CardID] { cards.map(\.identifier) }

    private func stored(_ path: KeyPath<Card, some Equatable>) async throws -> String {
        var values: [String] = []
        for identifier in identifiers {
            values.append("\(try #require(try await store.card(identifier))[keyPath: path])")
        }
        return values.joined(separator: " ")
    }

    @Test("a rehearsal makes a change and keeps nothing of it; the next change is kept")
    func rehearsal() async throws {
        await store.rehearse(true)
        #expect(try await store.toggle(.star, of: identifiers) == .init(count: 2, name: nil, isOn: true))
        try await store.apply([.delete(identifiers[0])])
        #expect(try await stored(\.isStarred) == "false true false")
        #expect(try await store.count() == 3)
        await store.rehearse(false)
        #expect(try await store.toggle(.star, of: identifiers) == .init(count: 2, name: nil, isOn: true))
        #expect(try await store.undo()?.cards.count == 2)
    }

    @Test("the property is set if some cards lack it, and cleared if all have it; each is one step")
    func star() async throws {
        #expect(try await store.toggle(.star, of: identifiers) == .init(count: 2, name: nil, isOn: true))
        #expect(try await stored(\.isStarred) == "true true true")
        #expect(try await store.toggle(.star, of: identifiers) == .init(count: 3, name: nil, isOn: false))
        #expect(try await stored(\.isStarred) == "false false false")
        #expect(try await store.undo()?.cards.count == 3)
        #expect(try await stored(\.isStarred) == "true true true")
        #expect(try await store.undo()?.cards.count == 2)
        #expect(try await stored(\.isStarred) == "false true false")
    }

    @Test("a group keeps the spelling of a card that has it, and is removed in every spelling")
    func group() async throws {
        #expect(try await store.toggle(.group("FOOD"), of: identifiers)?.isOn == true)
        #expect(try await stored(\.groups) == #"["Food", "town"] ["food"] ["FOOD"]"#)
        #expect(try await store.commonGroups(of: identifiers) == ["Food"])
        #expect(try await store.toggle(.group("food"), of: identifiers)?.isOn == false)
        #expect(try await stored(\.groups) == #"["town"] [] []"#)
        #expect(try await store.commonGroups(of: identifiers) == [])
        #expect(try await store.commonGroups(of: []) == [])
    }

    @Test("deleted cards are skipped; a single one is named")
    func gone() async throws {
        try await store.apply([.delete(identifiers[0]), .delete(identifiers[2])])
        #expect(try await store.missing(of: identifiers) == [identifiers[0], identifiers[2]])
        #expect(try await store.toggle(.archive, of: identifiers) == .init(count: 1, name: "Birch", isOn: true))
        #expect(try await store.toggle(.archive, of: [identifiers[0]]) == nil)
        // A toggle without effect adds no step.
        #expect(try await store.undo()?.description == "archived Birch")
    }

    /// The operations that take long with many cards.
    enum Work: String, CaseIterable {
        case toggle, apply, importCards, undo, restore, empty, commonGroups

        func run(on store: SQLiteCardStore, _ cards: [CardID]) async throws {
            switch self {
            case .toggle: _ = try await store.toggle(.star, of: cards)
            case .apply: try await store.apply(cards.map { .delete($0) })
            case .importCards:
                _ = try await store.importCards(from: JSONCardSource(Array(#"{"id":"x","name":"X"}"#.utf8)))
            case .undo: _ = try await store.undo()
            case .restore: try await store.restore(cards)
            case .empty: try await store.empty(cards)
            case .commonGroups: _ = try await store.commonGroups(of: cards)
            }
        }
    }

    @Test("cancelling the task stops it, and nothing is changed", arguments: Work.allCases)
    func cancelled(work: Work) async throws {
        try await store.apply([.delete(identifiers[2])])
        let before = try await store.cards(from: 0, limit: 9)
        await #expect(throws: StoreError.stopped) {
            try await Task { [store, identifiers] in
                withUnsafeCurrentTask { $0?.cancel() }
                try await work.run(on: store, identifiers)
            }.value
        }
        #expect(try await store.cards(from: 0, limit: 9) == before)
        #expect(try await store.trash().count == 1)
        // The store still works.
        #expect(try await store.undo()?.description == "deleted Cedar")
    }
}
