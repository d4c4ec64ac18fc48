import CSQLite
import Cards
import Glibc
import Testing

@testable import CardStorage

/// Runs statements on a file as any other program would: nothing is forbidden.
func tamper(_ path: String, _ sql: String) throws {
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    defer { sqlite3_close(handle) }
    var message: UnsafeMutablePointer<CChar>?
    let code = sqlite3_exec(handle, sql, nil, nil, &message)
    try #require(code == SQLITE_OK, "\(message.map { String(cString: $0) } ?? ""): \(sql)")
}

@Suite("Stores that another program has changed", .timeLimit(.minutes(2)))
struct ForeignStoreTests {
    /// What somebody puts into a file, with what a check says of it.
    struct Change: CustomTestStringConvertible, Sendable {
        let name: String
        let sql: String
        let sentence: String
        var testDescription: String { name }
    }

    private static let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT * FROM n"

    /// Nothing of it ever runs, so that the store is used as any other.
    static let inert = [
        Change(
            name: "a trigger that deletes all cards",
            sql: "CREATE TRIGGER wipe AFTER INSERT ON change BEGIN DELETE FROM card; END",
            sentence: "the trigger wipe does not belong to cards-tui"),
        Change(
            name: "a trigger that never ends",
            sql: "CREATE TRIGGER spin BEFORE UPDATE ON card BEGIN SELECT count(*) FROM (\(endless)); END",
            sentence: "the trigger spin does not belong to cards-tui"),
        Change(
            name: "a view that never ends", sql: "CREATE VIEW more AS \(endless)",
            sentence: "the view more does not belong to cards-tui"),
        Change(
            name: "an index", sql: "CREATE INDEX mine ON card (name) WHERE grp > 0",
            sentence: "the index mine does not belong to cards-tui"),
        Change(name: "a dropped index", sql: "DROP INDEX ledger_card", sentence: "the index ledger_card is missing"),
        Change(
            name: "an index that is another one",
            sql: "DROP INDEX change_card; CREATE INDEX change_card ON change (card) WHERE 0",
            sentence: "the index change_card is not as cards-tui created it"),
        Change(
            name: "a table", sql: "CREATE TABLE other (card TEXT)",
            sentence: "the table other does not belong to cards-tui"),
        Change(
            name: "a virtual table", sql: "CREATE VIRTUAL TABLE words USING fts5 (word)",
            sentence: "the table words does not belong to cards-tui"),
    ]

    /// A change of the store could do more than it says: it is only read.
    static let harmful = [
        Change(
            name: "an index that computes",
            sql: "CREATE INDEX mine ON card (abs(starred * 0 - 9223372036854775807 - (name = 'New')))",
            sentence: "the index mine does not belong to cards-tui"),
        Change(
            name: "an index in an order that only another program knows",
            sql: """
                PRAGMA writable_schema = ON;
                UPDATE sqlite_master SET sql = replace(sql, '(card', '(card COLLATE theirs') WHERE name = 'ledger_card';
                """, sentence: "the index ledger_card is not as cards-tui created it"),
        Change(
            name: "a table that forbids deletions",
            sql: "CREATE TABLE other (card TEXT REFERENCES card (id) ON DELETE RESTRICT)",
            sentence: "the table other does not belong to cards-tui"),
        Change(
            name: "an index that lets rows be replaced", sql: "CREATE UNIQUE INDEX one ON photo_use (hash)",
            sentence: "the index one does not belong to cards-tui"),
        Change(
            name: "a column with a constraint that replaces rows",
            sql: "ALTER TABLE backend RENAME TO b; CREATE TABLE backend AS SELECT * FROM b; DROP TABLE b",
            sentence: "the table backend is not as cards-tui created it"),
        Change(
            name: "a generated column",
            sql: "ALTER TABLE usage ADD COLUMN more TEXT GENERATED ALWAYS AS (hex(card)) VIRTUAL",
            sentence: "the table usage is not as cards-tui created it"),
        Change(
            name: "a check", sql: "ALTER TABLE hand ADD COLUMN more INTEGER CHECK (more IS NULL)",
            sentence: "the table hand is not as cards-tui created it"),
    ]

    /// Nothing can be read from it.
    static let unreadable = [
        Change(
            name: "a view in place of a table", sql: "DROP TABLE usage; CREATE VIEW usage AS \(endless)",
            sentence: "there is no table usage"),
        Change(
            name: "a virtual table in place of a table",
            sql: "DROP TABLE usage; CREATE VIRTUAL TABLE usage USING fts5 (card, last_used, uses)",
            sentence: "there is no table usage"),
        Change(name: "a missing table", sql: "DROP TABLE ledger", sentence: "there is no table ledger"),
        Change(
            name: "the number of another version", sql: "PRAGMA user_version = 3",
            sentence: "the table card is"),
    ]

    private static let cards = (0..<20).map { "Card \(10 + $0)" }

    /// A store of twenty cards, one with a use and a ledger, and changed by somebody.
    private func changed(_ change: Change, in folder: TemporaryFolder) async throws {
        let store = try SQLiteCardStore(at: folder.file())
        try await store.apply(
            try Self.cards.enumerated().map { number, name in
                .set(
                    CardPatch(
                        from: nil,
                        to: try testCard("id-\(number)", name) { ($0.balance, $0.currency) = ("20", "EUR") }))
            })
        try await store.recordUse(of: CardID(test: "id-3"))
        let input = LocalInput(format: .iso, today: CalendarDay(daysSince1970: 20_000))
        _ = try await store.book(LedgerBooking("7", input), on: CardID(test: "id-3"))
        store.close()
        try tamper(folder.file(), change.sql)
    }

    private func checkNew(_ path: String) async throws {
        let store = try SQLiteCardStore(at: path)
        #expect(store.readOnlyReason == nil)
        #expect(try await store.names() == Self.cards)
        try await store.put(testCard("new", "New"))
        try await store.edit("id-3") { $0.note = "changed" }
        #expect(try await store.names() == Self.cards + ["New"])
        #expect(try await store.ledger(of: CardID(test: "id-3"), after: nil, limit: 10).lines.count == 1)
        #expect(try await store.usage(of: CardID(test: "id-3")).uses == 1)
        let report = try await store.check()
        #expect(report.isWhole, "\(report)")
        let tables = "SELECT name || ' ' || sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        #expect(try await store.column(tables) == SQLiteCardStore.inMemoryForTest().column(tables))
    }

    @Test("a new store of it has the rows and nothing else", arguments: inert + harmful)
    func restored(change: Change) async throws {
        let folder = try TemporaryFolder()
        try await changed(change, in: folder)
        #expect(try SQLiteCardStore.restore(folder.file(), to: folder.file("new")) == 20)
        try await checkNew(folder.file("new"))
    }

    @Test("an import takes its cards", arguments: inert + harmful)
    func imported(change: Change) async throws {
        let folder = try TemporaryFolder()
        try await changed(change, in: folder)
        let store = try SQLiteCardStore.inMemoryForTest()
        let report = try await store.importCards(from: StoreCardSource(folder.file()), options: ImportOptions())
        #expect((report.added, report.skipped.count) == (20, 0))
        #expect(try await store.names() == Self.cards)
        #expect(try await store.ledger(of: CardID(test: "id-3"), after: nil, limit: 10).lines.count == 1)
    }

    @Test("opened, it works as any other; a check names what is foreign, a repair removes it", arguments: inert)
    func opened(change: Change) async throws {
        let folder = try TemporaryFolder()
        try await changed(change, in: folder)
        let store = try SQLiteCardStore(at: folder.file())
        #expect(store.readOnlyReason == nil)
        try await store.put(testCard("new", "New"))
        try await store.edit("id-3") { $0.note = "changed" }
        #expect(try await store.names() == Self.cards + ["New"])
        let report = try await store.check()
        #expect(report.foreign.contains(change.sentence), "\(report.foreign)")
        #expect(!report.isWhole)
        let repaired = try await store.repair()
        // A table may hold something of somebody.
        #expect(repaired.isWhole == !change.sentence.contains("the table"), "\(repaired)")
        #expect(try await store.names() == Self.cards + ["New"])
    }

    @Test("one whose tables accept something else is only read, and says what to do", arguments: harmful)
    func readOnly(change: Change) async throws {
        let folder = try TemporaryFolder()
        try await changed(change, in: folder)
        let store = try SQLiteCardStore(at: folder.file())
        let reason = try #require(store.readOnlyReason)
        #expect(reason.userMessage.contains("cards-tui --store NEW restore \(folder.file())"))
        #expect(try await store.names() == Self.cards)
        await #expect(throws: reason) { try await store.put(testCard("new", "New")) }
        #expect(try await store.check().foreign.contains(change.sentence))
        let repaired = try await store.repair()
        store.close()
        guard repaired.isWhole else { return }
        try await checkNew(folder.file())
    }

    @Test("one without a table is refused, by each way in", arguments: unreadable)
    func refused(change: Change) async throws {
        let folder = try TemporaryFolder()
        try await changed(change, in: folder)
        let path = folder.file()
        for open in [
            { _ = try SQLiteCardStore(at: path) }, { _ = try SQLiteCardStore.restore(path, to: folder.file("new")) },
            { _ = try StoreCardSource(path) },
        ] as [@Sendable () throws -> Void] {
            // Rows are taken from a store that says another version, if its tables are there.
            if change.sql.contains("user_version") {
                _ = try? open()
                continue
            }
            let error = #expect(throws: StoreError.self) { try open() }
            #expect(error?.userMessage.contains(change.sentence) == true, "\(String(describing: error))")
        }
        #expect(change.sql.contains("user_version") || access(folder.file("new"), F_OK) != 0)
    }

    @Test("a version number that lies ends in an error, not in a changed file")
    func version() async throws {
        for version in [-7, 0, 3, Schema.version - 1] {
            let folder = try TemporaryFolder()
            let change = Change(name: "", sql: "PRAGMA user_version = \(version)", sentence: "")
            try await changed(change, in: folder)
            #expect(throws: StoreError.self, "\(version)") { try SQLiteCardStore(at: folder.file()) }
            try tamper(folder.file(), "PRAGMA user_version = \(Schema.version)")
            #expect(try await SQLiteCardStore(at: folder.file()).check().isWhole)
        }
    }

    @Test("the digest is that of a new store")
    func digest() async throws {
        let connection = try Connection(.memory("digest"), path: "digest")
        try Schema(connection).migrate()
        let digest = try StoreShape.digest(connection).text
        #expect(Schema.steps.count == Schema.version)
        #expect(digest == ShapeCheck.digest, "after a change of the schema ShapeCheck.digest is \(digest)")
    }

    @Test("rows that are outside of what numbers may be stop nothing")
    func numbers() async throws {
        let folder = try TemporaryFolder()
        try await changed(
            Change(
                name: "numbers",
                sql: """
                    INSERT INTO step (first, last, kind, origin, stack)
                        VALUES (-9223372036854775808, 9223372036854775807, 'change', -9223372036854775808, 'undo');
                    UPDATE step SET first = 9223372036854775806, last = -9223372036854775808, stack = 'redo' WHERE first = 1;
                    UPDATE ledger SET day = 9223372036854775807;
                    INSERT INTO hand VALUES ('id-1', -4611686018427387903), ('id-2', 9223372036854775807);
                    INSERT INTO barcode_size VALUES ('id-1', 9223372036854775807), ('id-2', -9223372036854775808);
                    """, sentence: ""), in: folder)
        let store = try SQLiteCardStore(at: folder.file())
        _ = try await store.undo()
        _ = try await store.redo()
        _ = try await store.steps(limit: 10)
        try await store.move([CardID(test: "id-4")], before: CardID(test: "id-2"))
        // A day beyond the calendar is in no line.
        let lines = try await store.ledger(of: CardID(test: "id-3"), after: nil, limit: 10).lines
        #expect(lines.allSatisfy { CalendarDay.years.contains($0.entry.day.year) })
        for card in ["id-1", "id-2"] {
            let width = try #require(try await store.usage(of: CardID(test: card)).moduleWidth)
            #expect((1...1_000_000).contains(width))
        }
        try await store.put(testCard("new", "New"))
        try tamper(folder.file(), "INSERT INTO change VALUES (9223372036854775807, 'x', 0, 'id-1', '{}', '{}', NULL)")
        await #expect(throws: StoreError.self) { try await store.put(testCard("newer", "Newer")) }
        let full = ["the log of changes has no numbers left"]
        #expect(try await store.check().problems == full)
        #expect(try await store.repair().problems == full)
        #expect(try await store.names().count == 21)
    }
}
