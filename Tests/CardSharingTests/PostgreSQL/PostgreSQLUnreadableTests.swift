import CardStorage
import Cards
import Testing
import VaultSupport

@testable import CardSharing

/// Rows that nobody can read: any device can have pushed them to a server with older functions.
@Suite(
    "Unreadable rows in PostgreSQL", .timeLimit(.minutes(3)),
    .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"))
struct PostgreSQLUnreadableTests {
    /// Rows as the owner of the tables can write them, with a revision each.
    private func insert(
        _ device: String, _ number: Int64, hash: String = "sha256('x')", body: String = "'x'", _ vault: VaultID,
        _ database: TestDatabase
    ) async throws {
        _ = try await database.sql(
            "UPDATE cards_tui.vault SET revision = revision + 1 WHERE id = '\(vault.text)'",
            """
            INSERT INTO cards_tui.batch (vault, revision, device, number, sha256, body, author)
            SELECT id, revision, '\(device)', \(number), \(hash), \(body), 'owner' FROM cards_tui.vault
            WHERE id = '\(vault.text)'
            """)
    }

    /// Everything that is listed, in pages.
    private func all(
        _ transport: PostgreSQLTransport, after start: VersionVector = VersionVector(), limit: Int = 2
    ) async throws -> (ids: [BatchID], unreadable: UnreadableNames) {
        var (known, ids) = (start, [BatchID]())
        while true {
            let page = try await transport.batches(after: known, limit: limit)
            ids += page.batches.map(\.id)
            known = page.joined(to: known)
            if !page.hasMore || page.batches.isEmpty { return (ids, page.unreadable) }
        }
    }

    @Test("names that no batch has keep nothing away, and are named and counted, also after they were read once")
    func names() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let (writer, reader) = (try database.transport(), try database.transport())
        let device = DeviceID.random()
        var expected: [BatchID] = []
        for number in Int64(1)...6 {
            for name in ["LAPTOP \(number)", device.text.uppercased() + "\(number)"] {
                try await insert(name, number, vault, database)
            }
            try await insert(device.text, -number, vault, database)
            try await insert(device.text, .max - number, vault, database)
            _ = try await writer.write([OutgoingBatch(device, number)])
            expected.append(BatchID(device, number))
        }
        try await insert(device.text, 0, vault, database)
        for _ in 0..<2 {
            let found = try await all(reader)
            #expect(found.ids == expected)
            #expect(found.unreadable.count == 25 && found.unreadable.names.contains("batch 1 of device LAPTOP 1"))
        }
        // Behind what was read the revision tells.
        let known = VersionVector([device: 6])
        #expect(try await all(reader, after: known, limit: 9).unreadable.count == 25)
        try await insert("OTHER", 1, vault, database)
        _ = try await writer.write([OutgoingBatch(device, 7)])
        for _ in 0..<2 {
            let found = try await all(reader, after: known, limit: 9)
            #expect(found.ids == [BatchID(device, 7)] && found.unreadable.count == 26)
        }
        #expect(try await all(database.transport(), after: known).unreadable.count == 26)
    }

    @Test("a checksum of another length, or bytes beyond the bounds, are damaged, and the others are listed")
    func values() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let transport = try database.transport()
        let devices = (0..<4).map { _ in DeviceID.random() }
        try await insert(devices[0].text, 1, hash: "'abc'", vault, database)
        try await insert(devices[1].text, 1, hash: "sha256('y')", vault, database)
        let size = TreeTransport.Bounds.batch + 1
        try await insert(
            devices[2].text, 1, hash: "sha256(convert_to(repeat('x', \(size)), 'UTF8'))",
            body: "convert_to(repeat('x', \(size)), 'UTF8')", vault, database)
        _ = try await transport.write([OutgoingBatch(devices[3], 1)])
        let listing = try await transport.batches(after: VersionVector(), limit: 9)
        #expect(listing.batches.map(\.id) == devices.map { BatchID($0, 1) })
        #expect(listing.batches.map { $0.bytes != nil } == [false, false, false, true])
        for listed in listing.batches.dropLast() {
            let error = await #expect(throws: TransportError.self) { _ = try await transport.bytes(of: listed) }
            #expect(error?.kind == .damaged && error?.reason.contains(listed.id.device.text) == true)
        }
    }

    @Test("an exchange merges what is behind them, and tells of them")
    func exchange() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let remote = RemoteID("database")
        let first = try await SQLiteCardStore.member(of: vault, named: "first", at: remote)
        let second = try await SQLiteCardStore.member(of: vault, named: "second", at: remote)
        for number in 0..<3 { try await insert("Laptop \(number)", 1, vault, database) }
        for name in ["bus", "gym"] {
            let card = Card(identifier: try #require(CardID(name)), name: name)
            try await first.apply([.set(CardPatch(from: nil, to: card))])
            _ = try await VaultExchange(first, over: database.transport(), to: remote).run()
            try await insert("Laptop", name == "bus" ? 1 : 2, vault, database)
        }
        let report = try await VaultExchange(second, over: database.transport(), to: remote).run()
        #expect(try await second.count() == 2)
        #expect(report.unreadable.count == 5 && report.damaged.count == 1)
        #expect(report.damaged.first?.contains("batch 2 of device Laptop") == true)
    }

    @Test("the server takes nothing that nobody can read")
    func pushing() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let role = try await database.makeDesk(of: vault)
        let device = DeviceID.random().text
        func push(_ device: String, _ number: String, _ body: String) async throws -> String? {
            try await database.refusal(
                "SELECT cards_tui.push('\(vault.text)', ARRAY[\(device)], ARRAY[\(number)]::bigint[], ARRAY[\(body)]::bytea[])",
                as: role)
        }
        let size = TreeTransport.Bounds.batch + 1
        #expect(try await push("'\(device)'", "1", "'x'") == nil)
        for (name, number, body) in [
            ("'\(device.uppercased())G'", "1", "'x'"), ("'\(device)0'", "1", "'x'"), ("'\(device)\n'", "1", "'x'"),
            ("NULL::text", "1", "'x'"), ("'\(device)'", "0", "'x'"), ("'\(device)'", "-1", "'x'"),
            ("'\(device)'", "10000000000", "'x'"), ("'\(device)'", "NULL", "'x'"), ("'\(device)'", "2", "NULL"),
            ("'\(device)'", "2", "convert_to(repeat('x', \(size)), 'UTF8')"),
        ] {
            #expect(try await push(name, number, body) == "23514", "\(name) \(number) \(body.prefix(20))")
        }
        #expect(try await database.sql("SELECT count(*)::text FROM cards_tui.batch") == ["1"])
        // Other bytes under the name of a photo would keep it away.
        for (hash, size) in [("sha256('y')", 1), ("sha256('x')", 2), ("'abc'::bytea", 1)] {
            #expect(
                try await database.refusal(
                    "INSERT INTO cards_tui.photo (vault, sha256, size, data) VALUES ('\(vault.text)', \(hash), \(size), 'x')",
                    as: role) == "42501")
        }
    }

    @Test("bytes that a disk has changed are replaced by those that the checksum fits, and are read again by everybody")
    func mending() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let writer = try database.transport(try await database.makeDesk(of: vault))
        let reader = try database.transport()
        let device = DeviceID.random()
        let batches = [
            OutgoingBatch(device, 1, "one"), OutgoingBatch(device, 2, "two"), OutgoingBatch(device, 3, "three"),
        ]
        _ = try await writer.write(batches)
        for change in ["body = 'other'", "body = ''", "sha256 = 'abc'"] {
            _ = try await database.sql("UPDATE cards_tui.batch SET \(change) WHERE number = 2")
            let broken = try await reader.batches(after: VersionVector([device: 1]), limit: 9)
            #expect(Set(broken.batches.map(\.bytes)) == [nil, batches[2].bytes])
            #expect(try await writer.write([OutgoingBatch(device, 2, "twain")]) == [.taken])
            #expect(try await writer.write(batches) == [.stored, .stored, .stored])
            let mended = try await reader.batches(after: VersionVector([device: 1]), limit: 9)
            #expect(Set(mended.batches.map(\.bytes)) == [batches[1].bytes, batches[2].bytes])
        }
    }
}
