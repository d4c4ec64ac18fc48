import Cards
import Glibc
import Synchronization
import Testing

@testable import CardStorage

@Suite("Damaged cards")
struct DamageTests {
    private func filled(_ count: Int, in folder: TemporaryFolder) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: folder.file())
        try await store.apply(
            (0..<count).map { number in
                .set(
                    CardPatch(
                        from: nil,
                        to: try testCard("id-\(number)", "Card \(1000 + number)") {
                            $0.groups = ["group \(number)"]
                            $0.unknownFields = ["vendor": .string("kept \(number)")]
                        }))
            })
        return store
    }

    @Test("a card with a damaged identifier is reported, the others are read, and repair restores it")
    func identifier() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(5, in: folder)
        try await store.execute("UPDATE card SET id = 'no/id' || x'00' WHERE id = 'id-2'")
        #expect(try await store.cards(from: 0, limit: 10).map(\.identifier.text) == ["id-0", "id-1", "id-3", "id-4"])
        #expect(try await store.summaries(in: 0..<10).count == 4)
        let damaged = try await store.damagedCards()
        #expect(damaged.map(\.name) == ["Card 1002"])
        #expect(
            damaged.first?.userMessage.hasSuffix("(\"Card 1002\") cannot be read: its identifier is damaged") == true)
        #expect(try await store.check().cards == 5)
        let report = try await store.repair()
        #expect(report.isWhole)
        #expect(report.repairs == ["\"Card 1002\" has its identifier back: id-2"])
        #expect(try await store.card(CardID(test: "id-2"))?.groups == ["group 2"])
        #expect(try await store.find(.all).count == 5)
    }

    @Test(
        "what is damaged is told when it is read, and not before", .timeLimit(.minutes(1)),
        arguments: ["id = 'a b'", "groups = '{}'", "groups = ''", "codes = '['", "unknown = '[]'"])
    func met(_ damage: String) async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(3, in: folder)
        try await store.execute("UPDATE card SET \(damage) WHERE id = 'id-2'")
        let isSeen = Mutex(false)
        let listening = Task {
            for await _ in store.damageNotices() { isSeen.withLock { $0 = true } }
        }
        _ = try await store.card(CardID(test: "id-1"))
        #expect(!isSeen.withLock { $0 })
        if damage.hasPrefix("codes") || damage.hasPrefix("unknown") {
            _ = try await store.card(CardID(test: "id-2"))
        } else {
            _ = try store.first(5)
        }
        await listening.value
        #expect(isSeen.withLock { $0 })
        #expect(try await store.damagedCards().count == 1)
    }

    @Test("the look for damage ends with its task, and names each of many")
    func look() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(5, in: folder)
        let stopped = Task { try await store.damagedCards() }
        stopped.cancel()
        await #expect(throws: StoreError.stopped) { try await stopped.value }
        try await store.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 4500)
            INSERT INTO card (row, id, grp, folded, sequence, note_line, name, number, starred, archived, balance, note, groups)
            SELECT i, 'x-' || i, 1, '', 0, '', 'X', '', 0, 0, '', '', iif(i % 1000, NULL, '[') FROM n
            """)
        #expect(try await store.damagedCards().map(\.row) == [1000, 2000, 3000, 4000])
    }

    @Test("an identifier that another card has meanwhile is replaced by a new one")
    func takenIdentifier() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(2, in: folder)
        try await store.execute("UPDATE card SET id = 'a b' WHERE id = 'id-0'")
        try await store.put(testCard("id-0", "Another"))
        let report = try await store.repair()
        #expect(report.isWhole)
        #expect(report.repairs.first?.hasPrefix("\"Card 1000\" has a new identifier: ") == true)
        #expect(try await store.names() == ["Another", "Card 1000", "Card 1001"])
    }

    @Test("a card with a new identifier has its photos of its own")
    func photosOfNewIdentifier() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(1, in: folder)
        let (identifier, photo) = (try CardID(test: "id-0"), PhotoHash(of: [1]))
        var card = try #require(try await store.card(identifier))
        card.front = photo
        try await store.put(card, photos: [photo: [1]])
        try await store.execute("UPDATE card SET id = 'a b' WHERE id = 'id-0'")
        try await store.put(testCard("id-0", "Another"))
        _ = try await store.repair()
        try await store.apply([.delete(identifier)])
        try await store.empty([identifier])
        #expect(try await store.photo(photo) == [1])
    }

    @Test("a row that is damaged in several places gets all of them back")
    func severalPlaces() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(2, in: folder)
        try await store.execute("UPDATE card SET id = 'a b', groups = '[', unknown = '{' WHERE id = 'id-1'")
        #expect(try await store.repair().repairs.count == 3)
        let card = try #require(try await store.card(CardID(test: "id-1")))
        #expect(card.groups == ["group 1"])
        #expect(card.unknownFields == ["vendor": .string("kept 1")])
    }

    @Test("groups and unknown fields with invalid JSON are reported, and restored from the history")
    func columns() async throws {
        let folder = try TemporaryFolder()
        let store = try await filled(3, in: folder)
        try await store.edit("id-1") { $0.groups = ["newer"] }
        try await store.execute("UPDATE card SET groups = '[\"ne' WHERE id = 'id-1'")
        try await store.execute("UPDATE card SET unknown = '{' WHERE id = 'id-2'")
        #expect(
            try await store.damagedCards().map(\.reason) == [DamagedCards.badGroups, DamagedCards.badUnknownFields])
        #expect(try await store.repair().repairs.count == 2)
        #expect(try await store.card(CardID(test: "id-1"))?.groups == ["newer"])
        #expect(try await store.card(CardID(test: "id-2"))?.unknownFields == ["vendor": .string("kept 2")])
        #expect(try await store.check() == store.repair())
    }

    @Test("an index that does not match its table is rebuilt")
    func index() async throws {
        let folder = try TemporaryFolder()
        try await filled(20, in: folder).close()
        // Rows that are written while the index omits them are missing when its definition is restored.
        func redefine(_ sql: String) throws {
            try tamper(
                folder.file(),
                "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = \(sql) WHERE name = 'card_order'")
        }
        try redefine("sql || ' WHERE grp = 9'")
        let writer = try Connection(path: folder.file())
        try writer.execute("UPDATE card SET folded = 'other' WHERE id = 'id-7'")
        writer.close()
        try redefine("replace(sql, ' WHERE grp = 9', '')")
        let store = try SQLiteCardStore(at: folder.file())
        #expect(try await store.check().problems.isEmpty == false)
        let report = try await store.repair()
        #expect(report.isWhole)
        #expect(report.repairs == ["The indexes of the store were rebuilt"])
        #expect(try await store.names().count == 20)
    }

    @Test("a damaged page loses only the cards on it, and each is reported")
    func page() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = try await filled(2000, in: folder)
            store.close()
        }
        // A leaf page of the table of cards, in the middle of the file.
        let reader = try Connection(path: folder.file())
        let page = try #require(
            try reader.first(
                """
                SELECT pageno FROM dbstat WHERE name = 'card' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1 OFFSET 3
                """
            ) { $0.count() })
        reader.close()
        let file = open(folder.file(), O_RDWR)
        #expect(pwrite(file, [UInt8](repeating: 0xA5, count: 4096), 4096, off_t(page - 1) * 4096) == 4096)
        close(file)
        let store = try SQLiteCardStore(at: folder.file())
        var read = 0
        for rank in stride(from: 0, to: 2000, by: 500) { read += try await store.cards(from: rank, limit: 500).count }
        let damaged = try await store.damagedCards()
        #expect(!damaged.isEmpty)
        #expect(damaged.allSatisfy { $0.name.hasPrefix("card 1") })
        #expect(read + damaged.count == 2000)
        #expect(try await !store.check().isWhole)
    }
}
