import Cards
import TestSupport
import Testing

@testable import CardStorage

/// Random changes to a few cards: all kinds of own changes, with a backend's in between, in two stores on one file that are
/// reopened now and then. Own changes and the backend's are in different fields, so that both can be distinguished at the end.
@Suite("Undo and redo of random changes")
struct HistoryPropertyTests {
    @Test(
        "undoing all steps restores the start, redoing all the end, and a backend's changes stay", arguments: 1...20)
    func thereAndBack(seed: Int) async throws {
        let folder = try TemporaryFolder()
        var random = RandomChanges(seed: UInt64(seed))
        var stores = [try SQLiteCardStore(at: folder.file()), try SQLiteCardStore(at: folder.file())]
        for identifier in ["x", "y"] { try await stores[0].receive(identifier, identifier) { $0.balance = "0" } }
        var start = try await contents(stores[0])
        let heardTo = Int.random(in: 5..<40, using: &random.generator)
        for turn in 0..<40 {
            let store = stores[turn % 2]
            try await store.apply(random.changes())
            if turn < heardTo, random.chance(of: 4) {
                // For a card that no own step adds or deletes: otherwise undo would remove and restore the backend's values as
                // well.
                let balance = "\(turn)"
                for identifier in ["x", "y"] {
                    try await store.receive(identifier, identifier) { $0.balance = balance }
                    start[identifier]?.balance = balance
                }
            }
            if random.chance(of: 5) { _ = try await store.undo() }
            if random.chance(of: 9) { _ = try await store.redo() }
            if random.chance(of: 9) { try await store.restore(store.trash().prefix(2).map(\.id)) }
            if random.chance(of: 10) { stores[turn % 2] = try SQLiteCardStore(at: folder.file()) }
        }
        while try await stores[0].redo() != nil {}
        let end = try await contents(stores[0])

        for _ in 0..<2 {
            var undone: [HistoryStep] = []
            while let step = try await stores[undone.count % 2].undo() { undone.append(step) }
            #expect(try await contents(stores[1]) == start)
            var redone: [HistoryStep] = []
            while let step = try await stores[redone.count % 2].redo() { redone.append(step) }
            #expect(try await contents(stores[1]) == end)
            #expect(redone == undone.reversed())
            #expect(!undone.isEmpty)
        }
    }

    @Test(
        "no undo or redo restores an emptied card; they still work for all others",
        arguments: 1...20)
    func emptied(seed: Int) async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        var random = RandomChanges(seed: UInt64(seed))
        for _ in 0..<30 { try await store.apply(random.changes()) }
        let gone = Set(try await store.trash().map(\.id).filter { _ in random.chance(of: 2) })
        try await store.empty(Array(gone))
        let end = try await contents(store)
        var hasMoved = false
        while let step = try await store.undo() {
            hasMoved = true
            #expect(gone.isDisjoint(with: step.cards))
            for identifier in gone { #expect(try await store.card(identifier) == nil) }
        }
        #expect(try await store.count() == 0)
        while try await store.redo() != nil {
            for identifier in gone { #expect(try await store.card(identifier) == nil) }
        }
        #expect(try await contents(store) == end)
        #expect(hasMoved || end.isEmpty)
    }

    /// The cards without the time of their last change: an undo is a new change.
    private func contents(_ store: SQLiteCardStore) async throws -> [String: Card] {
        var contents: [String: Card] = [:]
        for var card in try await store.cards(from: 0, limit: 1000) {
            card.modified = nil
            contents[card.identifier.text] = card
        }
        return contents
    }
}

/// Generates changes as a user may make them, the same for the same seed.
struct RandomChanges {
    var generator: SeededGenerator

    init(seed: UInt64, of test: String = #function, in file: String = #fileID) {
        generator = SeededGenerator(usual: seed, of: test, in: file)
    }

    mutating func chance(of number: Int) -> Bool { Int.random(in: 0..<number, using: &generator) == 0 }

    /// The changes of one call: one to four, to the same card or to several.
    mutating func changes() throws -> [CardChange] {
        var changes: [CardChange] = []
        for _ in 0...Int.random(in: 0...3, using: &generator) { changes.append(try change()) }
        return changes
    }

    private mutating func change() throws -> CardChange {
        let identifier = try #require(["a", "b", "c", "d", "x", "y"].randomElement(using: &generator))
        let isTheBackends = ["x", "y"].contains(identifier)
        if !isTheBackends, chance(of: 4) { return .delete(try CardID(test: identifier)) }
        var values = try testCard(identifier, "name \(Int.random(in: 0..<3, using: &generator))")
        values.number = "\(Int.random(in: 0..<3, using: &generator))"
        values.note = chance(of: 2) ? "" : "a \"quoted\"\nline \u{0} \(identifier)"
        values.isStarred = chance(of: 2)
        values.isArchived = chance(of: 2)
        values.groups = chance(of: 2) ? [] : ["food", ""]
        values.front = chance(of: 2) ? nil : PhotoHash(of: [UInt8.random(in: 0..<4, using: &generator)])
        values.expiry = chance(of: 2) ? nil : CalendarDay(daysSince1970: Int.random(in: 0..<9, using: &generator))
        values.barcode = chance(of: 2) ? nil : Barcode(format: .qrCode, value: "q", encoding: nil)
        values.color = chance(of: 2) ? nil : CardColor(red: 1, green: 2, blue: 3)
        values.unknownFields = chance(of: 2) ? [:] : ["tier": .array([.number("1.0"), .null])]
        let choices: [CardField] = [
            .number, .note, .isStarred, .isArchived, .groups, .front, .expiry, .barcode, .color, .unknown("tier"),
        ]
        let count = Int.random(in: 1...4, using: &generator)
        // A new card needs a name; an existing one is renamed.
        let fields = FieldSet(choices.shuffled(using: &generator).prefix(count)).union([.name])
        return .set(CardPatch(values: values, fields: fields))
    }
}
