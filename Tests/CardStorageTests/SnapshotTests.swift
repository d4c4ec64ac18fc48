import Cards
import Glibc
import Testing

@testable import CardStorage

@Suite("The list as it is at one moment", .timeLimit(.minutes(5)))
struct SnapshotTests {
    /// Reads parts until the end.
    private func parts<Value>(_ next: () async throws -> [Value]?) async throws -> [Value] {
        var values: [Value] = []
        while let part = try await next() { values += part }
        return values
    }

    private func filled(_ count: Int, at path: String) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: path)
        try await store.apply(
            (0..<count).map { number -> CardChange in
                let card = try testCard("id-\(number)", "Card \(1000 + number * 7 % 1000)") {
                    $0.groups = number % 3 == 0 ? ["group \(number)"] : number % 3 == 1 ? ["a \"b\"", "Łódź"] : []
                    $0.isStarred = number % 10 == 0
                    $0.isArchived = number % 11 == 0
                    $0.note = number % 2 == 0 ? "first\nsecond" : ""
                    $0.expiry = CalendarDay(daysSince1970: 20_000 + number)
                    $0.unknownFields = number % 5 == 0 ? ["vendor": .string("kept")] : [:]
                }
                return .set(CardPatch(from: nil, to: card))
            })
        return store
    }

    @Test(
        "it has the rows and cards of the list, with uses and conflicts, however large the parts are",
        arguments: [1, 7, 500])
    func sameList(limit: Int) async throws {
        let store = try await filled(60, at: SQLiteCardStore.inMemory)
        for _ in 0..<2 { try await store.recordUse(of: CardID(test: "id-3")) }
        // A change here and another one of the same field by the backend.
        try await store.receive("gym", "Gym") { $0.number = "1" }
        try await store.edit("gym") { $0.number = "ours" }
        try await store.receive("gym", "Gym") { $0.number = "theirs" }

        let expected = try await store.summaries(in: 0..<1000)
        #expect(expected.count == 61)
        #expect(expected.contains { $0.hasConflict } && expected.contains { $0.usage.uses == 2 })
        let snapshot = store.snapshot()
        let rows = try await parts { try await snapshot.rows(limit, .all) }
        #expect(rows == expected)
        #expect(try await snapshot.rows(limit, .all) == nil)
        await snapshot.restart()
        let cards = try await parts { try await snapshot.cards(limit) }
        #expect(try await store.cards(from: 0, limit: 1000) == cards)
        #expect(try await snapshot.damagedCards().isEmpty)
        await snapshot.close()
    }

    @Test("only the parts of a row that are needed are read")
    func someParts() async throws {
        let store = try await filled(20, at: SQLiteCardStore.inMemory)
        try await store.edit("id-3") {
            ($0.balance, $0.currency, $0.color) = ("7", "EUR", CardColor(red: 1, green: 2, blue: 3))
        }
        try await store.recordUse(of: CardID(test: "id-3"))
        let expected = try await store.summaries(in: 0..<100)
        let snapshot = store.snapshot()
        let rows = try await parts { try await snapshot.rows(7, []) }
        #expect(rows.map(\.id) == expected.map(\.id))
        #expect(rows.map(\.name) == expected.map(\.name))
        #expect(rows.map(\.groups) == expected.map(\.groups))
        #expect(rows.map(\.expiry) == expected.map(\.expiry))
        #expect(rows.map(\.isStarred) == expected.map(\.isStarred))
        #expect(rows.map(\.isArchived) == expected.map(\.isArchived))
        #expect(
            rows.allSatisfy { $0.noteLine.isEmpty && $0.amountLeft == nil && $0.color == nil && $0.usage.uses == 0 })
        for (part, hasValue) in [
            (.look, { $0.color != nil }), (.balance, { $0.amountLeft != nil }),
            (.state, { $0.usage.uses == 1 }),
        ] as [(CardRowParts, (CardSummary) -> Bool)] {
            await snapshot.restart()
            let rows = try await parts { try await snapshot.rows(50, part) }
            #expect(rows.contains(where: hasValue), "\(part)")
            #expect(rows.map(\.id) == expected.map(\.id))
        }
        await snapshot.close()
    }

    @Test("an empty store has neither rows nor cards")
    func empty() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let snapshot = store.snapshot()
        #expect(try await snapshot.rows(10, .all) == nil)
        await snapshot.restart()
        #expect(try await snapshot.cards(10) == nil)
        await snapshot.close()
    }

    @Test("changes by another program while it is read are not seen: no card is doubled or skipped")
    func concurrentWriter() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(30, at: folder.file())
        let other = try SQLiteCardStore(at: folder.file())
        let expected = try await store.summaries(in: 0..<1000)
        let snapshot = store.snapshot()
        let first = try #require(try await snapshot.rows(10, .all))
        // The first card moves behind the others, the last one before them, another one is deleted, one is added.
        try await other.edit(expected[0].id.text) { ($0.isStarred, $0.isArchived) = (false, true) }
        try await other.edit(expected[29].id.text) { ($0.isStarred, $0.isArchived) = (true, false) }
        try await other.apply([.delete(expected[15].id)])
        try await other.put(testCard("new", "A new one") { $0.isStarred = true })
        let rest = try await parts { try await snapshot.rows(10, .all) }
        #expect(first + rest == expected)
        await snapshot.close()
        let later = store.snapshot()
        let changed = try await parts { try await later.rows(10, .all) }
        #expect(try await store.summaries(in: 0..<1000) == changed)
        #expect(changed != expected)
        await later.close()
    }

    @Test("after it is closed the log of the store can be emptied")
    func closing() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(30, at: folder.file())
        let snapshot = store.snapshot()
        _ = try await snapshot.rows(10, .all)
        try await store.put(testCard("new", "New"))
        #expect(try await store.emptyLog() == false)
        await snapshot.close()
        #expect(try await store.emptyLog())
    }

    @Test("cards that cannot be read are left out and reported as by a check")
    func damagedValues() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(30, at: folder.file())
        try await store.execute("UPDATE card SET id = 'no/id' || x'00' WHERE id = 'id-2'")
        try await store.execute("UPDATE card SET groups = '[\"ne' WHERE id = 'id-3'")
        try await store.execute("UPDATE card SET unknown = '{' WHERE id = 'id-5'")
        for (number, column) in ["codes", "fields", "pictures"].enumerated() {
            try await store.execute("UPDATE card SET \(column) = '[{' WHERE id = 'id-1\(number)'")
        }
        // What can be parsed may still be none.
        try await store.execute("UPDATE card SET groups = '{}', codes = '5' WHERE id = 'id-13'")
        try await store.execute("UPDATE card SET unknown = '[]' WHERE id = 'id-14'")
        let snapshot = store.snapshot()
        let rows = try await parts { try await snapshot.rows(4, .all) }
        #expect(try await store.summaries(in: 0..<1000) == rows)
        #expect(rows.count == 29)
        let damaged = try await snapshot.damagedCards()
        #expect(damaged.count == 8)
        #expect(try await store.damagedCards() == damaged)
        await snapshot.close()
    }

    @Test("a damaged page loses only the cards on it")
    func damagedPage() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file()
        let before: [CardSummary]
        do {
            let store = try await filled(1000, at: path)
            before = try await store.summaries(in: 0..<1000)
            store.close()
        }
        let reader = try Connection(path: path)
        let page = try #require(
            try reader.first(
                """
                SELECT pageno FROM dbstat WHERE name = 'card' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1 OFFSET 3
                """
            ) { $0.count() })
        reader.close()
        let file = open(path, O_RDWR)
        #expect(pwrite(file, [UInt8](repeating: 0xA5, count: 4096), 4096, off_t(page - 1) * 4096) == 4096)
        close(file)

        let store = try SQLiteCardStore(at: path)
        let snapshot = store.snapshot()
        let rows = try await parts { try await snapshot.rows(50, .all) }
        let damaged = try await snapshot.damagedCards()
        #expect(!damaged.isEmpty && !rows.isEmpty)
        #expect(rows.count + damaged.count == before.count)
        let found = Set(rows.map(\.id))
        #expect(rows == before.filter { found.contains($0.id) })
        await snapshot.restart()
        let cards = try await parts { try await snapshot.cards(50) }
        #expect(cards.map(\.identifier) == rows.map(\.id))
        await snapshot.close()
    }

    @Test("it reads in the order of an index: nothing is sorted")
    func plan() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let plan = try await store.plan(
            of:
                "SELECT \(CardColumns.summaryList(.all)) FROM card LEFT JOIN usage ON usage.card = card.id ORDER BY grp, folded, id"
        )
        #expect(plan.contains { $0.contains("card_order") })
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }
}

extension SQLiteCardStore {
    /// Whether `-wal` could be truncated.
    fileprivate func emptyLog() throws -> Bool { try connection.checkpoint(waiting: .milliseconds(1)) }
}
