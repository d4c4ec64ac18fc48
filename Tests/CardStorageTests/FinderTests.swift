import Cards
import Dispatch
import Testing

@testable import CardStorage

@Suite("The finder of the store", .timeLimit(.minutes(5)))
struct FinderTests {
    @Test("searching and reading rows do not wait for writes, here or in another program")
    func neverBlocked() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file())
        try await store.put(testCard("a", "Gym"), testCard("b", "Bus"))
        let other = try Connection(path: folder.file())
        for sql in ["BEGIN IMMEDIATE", "UPDATE card SET name = 'changed'"] { try other.execute(sql) }
        #expect(try await store.found("") == ["Bus", "Gym"])
        try other.execute("COMMIT")
        #expect(try await store.found("gym") == ["changed"])
        // The store's thread is blocked: a call to the store would wait for ever.
        let release = DispatchSemaphore(value: 0)
        let (held, continuation) = AsyncStream.makeStream(of: Void.self)
        let holding = Task.detached { await store.hold(continuation, until: release) }
        for await _ in held {}
        let found = try await store.find(CardQuery(filter: CardFilter("bus")))
        #expect(try await found.rows(in: 0..<9).count == 1)
        #expect(try await found.rank(of: CardID(test: "b")) == 0)
        release.signal()
        await holding.value
    }

    @Test("a store in memory is searched by another connection, and ends with the store")
    func memory() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let other = try SQLiteCardStore.inMemoryForTest()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { try await store.put(testCard("id\(number)", "Card \(number)")) }
                group.addTask { _ = try await store.found("card") }
            }
            try await group.waitForAll()
        }
        #expect(try await store.found("card").count == 40)
        #expect(try await other.found("").isEmpty)
    }

    @Test("a store of version 1 gets the search columns, and keeps its cards")
    func migration() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file()
        do {
            let store = try SQLiteCardStore(at: path)
            try await store.put(
                testCard("a", "Łódź") { ($0.number, $0.groups, $0.isStarred) = ("12 34", ["Food"], true) },
                testCard("b", "Bus") { ($0.note, $0.balance) = ("near the park", "3") })
            // Restores the schema of the first version.
            try await store.execute(
                """
                ALTER TABLE backend DROP COLUMN skipped; ALTER TABLE backend DROP COLUMN doubled;
                DROP INDEX card_order; ALTER TABLE card DROP COLUMN search; ALTER TABLE card DROP COLUMN traits;
                DROP TABLE hand; DROP TABLE step; DROP TABLE emptied; DROP TABLE photo_use; DROP INDEX change_deletion;
                DROP INDEX change_card; ALTER TABLE change DROP COLUMN born;
                DROP TABLE thumbnail; DROP TABLE barcode_size; DROP TABLE acknowledged;
                DROP TABLE origin; DROP TABLE origin_file; DROP TABLE reminded; DROP TABLE ledger;
                ALTER TABLE card DROP COLUMN used; ALTER TABLE shadow DROP COLUMN used;
                DROP TABLE secret; DROP TABLE former_secret; DROP TABLE secret_stamp; DROP TABLE secret_send; DROP TABLE secret_received; DROP TABLE import_undo; ALTER TABLE usage DROP COLUMN weight;
                ALTER TABLE card DROP COLUMN codes; ALTER TABLE card DROP COLUMN fields;
                ALTER TABLE card DROP COLUMN pictures; ALTER TABLE shadow DROP COLUMN codes;
                ALTER TABLE shadow DROP COLUMN fields; ALTER TABLE shadow DROP COLUMN pictures;
                DROP TABLE vault; DROP TABLE vault_device; DROP TABLE vault_key; DROP TABLE vault_card; DROP TABLE vault_mark;
                DROP TABLE vault_batch; DROP TABLE vault_remote; DROP TABLE vault_deletion; DROP TABLE vault_flaw;
                DROP TABLE vault_snapshot;
                ALTER TABLE backend DROP COLUMN entity_tag; ALTER TABLE backend DROP COLUMN last_modified;
                ALTER TABLE backend DROP COLUMN last_sync;
                DROP INDEX shadow_absent; ALTER TABLE shadow DROP COLUMN absent;
                DROP INDEX owed_refused; ALTER TABLE owed DROP COLUMN is_refused; DROP INDEX conflict_card;
                ALTER TABLE card DROP COLUMN phone; ALTER TABLE card DROP COLUMN website;
                ALTER TABLE card DROP COLUMN remind_before; ALTER TABLE shadow DROP COLUMN remind_before;
                ALTER TABLE shadow DROP COLUMN phone; ALTER TABLE shadow DROP COLUMN website;
                CREATE UNIQUE INDEX card_order ON card (grp, folded, id); PRAGMA user_version = 1
                """)
        }
        let store = try SQLiteCardStore(at: path)
        #expect(try await store.column("PRAGMA user_version") == ["\(Schema.version)"])
        for (filter, names) in [
            ("", ["Łódź", "Bus"]), ("1234", ["Łódź"]), ("group:food", ["Łódź"]), ("park", ["Bus"]),
            ("has:balance", ["Bus"]),
            ("lodz is:starred", ["Łódź"]),
        ] { #expect(try await store.found(filter) == names, "\(filter)") }
        try await store.move([CardID(test: "b")], before: nil)
        try await store.put(testCard("c", "New"))
        #expect(try await store.found("new") == ["New"])
    }

    @Test("read-only stores are searched as well")
    func readOnly() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = try SQLiteCardStore(at: folder.file())
            try await store.put(testCard("a", "Gym"))
            try await store.execute("PRAGMA user_version = 99")
        }
        let newer = try SQLiteCardStore(at: folder.file())
        #expect(newer.readOnlyReason != nil)
        #expect(try await newer.found("gym") == ["Gym"])
    }

    @Test("another file at the store's path is never taken for the store")
    func moved() async throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteCardStore(at: folder.file("a/cards.sqlite"))
        try await store.put(testCard("a", "Gym"))
        TemporaryFolder.remove(folder.file("a"))
        try await SQLiteCardStore(at: folder.file("a/cards.sqlite")).put(testCard("b", "Bus"))
        await #expect(throws: StoreError.self) { try await store.find(.all) }
    }

    @Test("a use changes the orders by use, and no other")
    func uses() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "A"), testCard("b", "B"))
        let query = CardQuery(order: CardOrder(.used))
        #expect(try await store.found(query) == ["A", "B"])
        let before = try #require(try await store.find(.all) as? IndexedCards).ranking.index
        try await store.recordUse(of: CardID(test: "b"))
        #expect(try await store.found(query) == ["B", "A"])
        let after = try #require(try await store.find(.all) as? IndexedCards).ranking.index
        #expect(before.version == after.version)
    }

    @Test("the first rows come with a count only while counting is cheap")
    func first() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "A"), testCard("b", "B"))
        let first = try store.first(1)
        let columns = CardColumns.summaryList.prefix { $0 != "E" }.replacing("barcode_format IS NOT NULL, ", with: "")
        #expect(CardColumns.list.hasPrefix(columns))
        #expect(first.count == 2 && first.rows.map(\.name) == ["A"] && first.trash == TrashSummary())
        #expect(try store.runSynchronously { try $0.tables.cards.count(upTo: 1) } == nil)
        #expect(try store.runSynchronously { try $0.tables.cards.count(upTo: 2) } == 2)
        try await store.apply([.delete(CardID(test: "a"))])
        #expect(try store.first(1).trash == TrashSummary())
        try await store.apply([.delete(CardID(test: "b"))])
        let empty = try store.first(1)
        #expect(empty.count == 0 && empty.rows.isEmpty && empty.trash.count == 2)
    }

    @Test("row numbers are not reused, so an older result never shows another card")
    func rowNumbers() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "A"), testCard("b", "B"))
        let found = try await store.find(.all)
        try await store.apply([.delete(CardID(test: "b"))])
        try await store.put(testCard("c", "C"))
        #expect(try await found.rows(in: 0..<2).map { $0?.name } == ["A", nil])
    }
}

extension SQLiteCardStore {
    /// Blocks the store's thread, and signals when it does.
    fileprivate func hold(_ held: AsyncStream<Void>.Continuation, until release: DispatchSemaphore) {
        held.finish()
        release.wait()  // blocking: a thread of the store's own
    }
}
