import Cards
import Testing
import VaultSupport

@testable import CardSharing

/// What a desk's role can do by SQL, past the program.
@Suite(
    "Rights of a desk in PostgreSQL", .timeLimit(.minutes(3)),
    .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"))
struct PostgreSQLRightsTests {
    @Test("another vault cannot be read or written")
    func others() async throws {
        let database = try await TestDatabase()
        let (mine, theirs) = (try await database.makeVault(), try await database.makeVault())
        let (role, their) = (try await database.makeDesk(of: mine), try await database.makeDesk(of: theirs))
        for name in [role, their] {
            let desk = try database.transport(name)
            _ = try await desk.write([OutgoingBatch(DeviceID.random(), 1, "of \(name)")])
            let photo = Array(name.utf8)
            try await desk.write(photo: photo, PhotoHash(of: photo))
            try await desk.write(snapshot: photo, at: HybridTime(bits: 1), covering: VersionVector())
        }
        for table in ["vault", "desk", "batch", "photo", "snapshot"] {
            #expect(try await database.sql("SELECT count(*)::text FROM cards_tui.\(table)") == ["2"])
            #expect(try await database.sql("SELECT count(*)::text FROM cards_tui.\(table)", as: role) == ["1"])
        }
        #expect(
            try await database.sql("SELECT convert_from(body, 'UTF8') FROM cards_tui.batch", as: role) == ["of \(role)"]
        )

        let device = DeviceID.random().text
        let attempts: [(String, String)] = [
            ("SELECT cards_tui.push('\(theirs.text)', '{\(device)}', '{1}', '{x}')", "P0002"),
            ("INSERT INTO cards_tui.photo VALUES ('\(theirs.text)', 'x', 1, 'x')", "42501"),
            ("INSERT INTO cards_tui.snapshot VALUES ('\(theirs.text)', 'x', 1, 99, 'x')", "42501"),
            ("INSERT INTO cards_tui.batch VALUES ('\(theirs.text)', 9, '\(device)', 1, 'x', 'x', '\(their)')", "42501"),
            ("INSERT INTO cards_tui.desk VALUES ('\(theirs.text)', '\(role)')", "42501"),
            ("INSERT INTO cards_tui.vault VALUES ('\(VaultID.random().text)', 0, 1)", "42501"),
            ("SET ROLE \(their)", "42501"),
            ("SET SESSION AUTHORIZATION \(their)", "42501"),
        ]
        // It removes nothing of a vault that is not this desk's.
        #expect(
            try await database.refusal(
                "SELECT cards_tui.drop_snapshots('\(theirs.text)', array(SELECT sha256 FROM cards_tui.snapshot))",
                as: role)
                == nil)
        for (text, state) in attempts { #expect(try await database.refusal(text, as: role) == state, "\(text)") }
        // As before.
        for table in ["vault", "desk", "batch", "photo", "snapshot"] {
            #expect(try await database.sql("SELECT count(*)::text FROM cards_tui.\(table)") == ["2"])
        }
    }

    @Test("its own vault cannot be changed past the program")
    func own() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let role = try await database.makeDesk(of: vault)
        _ = try await database.transport(role).write([OutgoingBatch(DeviceID.random(), 1)])
        let attempts = [
            "UPDATE cards_tui.batch SET body = 'x'", "UPDATE cards_tui.vault SET revision = 99",
            "SELECT FROM cards_tui.vault FOR UPDATE", "DELETE FROM cards_tui.vault", "DELETE FROM cards_tui.photo",
            "DELETE FROM cards_tui.snapshot", "TRUNCATE cards_tui.batch", "DROP TABLE cards_tui.batch",
            "INSERT INTO cards_tui.batch VALUES ('\(vault.text)', 9, 'd', 1, 'x', 'x', 'a')",
            "ALTER TABLE cards_tui.batch DISABLE ROW LEVEL SECURITY", "CREATE TABLE cards_tui.more (x int)",
            "CREATE OR REPLACE FUNCTION cards_tui.push(uuid, text[], bigint[], bytea[]) RETURNS boolean[] LANGUAGE sql AS 'SELECT NULL'",
            "CREATE OR REPLACE FUNCTION cards_tui.drop_snapshots(uuid, bytea[]) RETURNS void LANGUAGE sql AS 'SELECT'",
        ]
        for text in attempts { #expect(try await database.refusal(text, as: role) == "42501", "\(text)") }
        // Allowed, but the policy leaves nothing to remove: no snapshot has it.
        #expect(try await database.refusal("DELETE FROM cards_tui.batch", as: role) == nil)
        #expect(try await database.sql("SELECT count(*)::text FROM cards_tui.batch") == ["1"])
    }

    @Test("a desk cannot remove what another one wrote")
    func author() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let (one, two) = (try await database.makeDesk(of: vault), try await database.makeDesk(of: vault))
        let device = DeviceID.random()
        _ = try await database.transport(one).write([OutgoingBatch(device, 1)])
        let other = try database.transport(two)
        try await other.write(snapshot: [1], at: HybridTime(bits: 1), covering: VersionVector([device: 1]))
        try await other.remove([BatchID(device, 1)])
        #expect(try await other.batches(after: VersionVector(), limit: 9).batches.count == 1)
        try await database.transport(one).remove([BatchID(device, 1)])
        #expect(try await other.batches(after: VersionVector(), limit: 9).batches.isEmpty)
    }

    @Test("a desk that is removed sees nothing, on connections that are open, too")
    func removed() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let role = try await database.makeDesk(of: vault)
        let desk = try database.transport(role)
        _ = try await desk.write([OutgoingBatch(DeviceID.random(), 1)])
        try await database.removeDesk(role)
        for attempt in 0..<2 {
            let error = await #expect(throws: TransportError.self) {
                if attempt == 0 {
                    _ = try await desk.batches(after: VersionVector(), limit: 9)
                } else {
                    _ = try await desk.write([OutgoingBatch(DeviceID.random(), 1)])
                }
            }
            #expect(error?.kind == .wrongPlace)
        }
    }

    @Test("a password reaches the server's log and an error in no form, and is needed")
    func password() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let role = TestDatabase.role()
        let password = "hunter2 ' \" \\ ä"
        try await database.setup.addDesk(role, password: password, to: vault)
        _ = try await database.sql(
            "DO $$ BEGIN CREATE ROLE locked; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$")
        _ = try await database.sql("GRANT locked TO \(role)")
        #expect(database.server.log.contains("ALTER ROLE \"\(role)\" PASSWORD 'SCRAM-SHA-256$"))
        #expect(!database.server.log.contains("hunter2"))
        #expect(try await database.transport(role, password: password).header()?.vault == vault)
        for wrong in [nil, "hunter3"] as [String?] {
            let error = await #expect(throws: TransportError.self) {
                _ = try await database.transport(role, password: wrong).header()
            }
            #expect(error?.kind == .refused)
            #expect(error?.userMessage.contains("hunter") == false)
        }
    }

    @Test("names of roles are no SQL, and a mighty role is no desk")
    func names() async throws {
        let database = try await TestDatabase()
        let vault = try await database.makeVault()
        let odd = TestDatabase.role() + "\"; DROP TABLE cards_tui.batch; --'"
        try await database.setup.addDesk(odd, to: vault)
        try await database.setup.addDesk(odd, to: vault)
        #expect(try await database.sql("SELECT role::text FROM cards_tui.desk") == [odd])
        for name in ["owner", "", "pg_monitor", String(repeating: "x", count: 64)] {
            await #expect(throws: TransportError.self) { try await database.setup.addDesk(name, to: vault) }
        }
        // Making the tables again changes nothing.
        try await database.setup.prepare()
        #expect(try await database.sql("SELECT count(*)::text FROM cards_tui.vault") == ["1"])
    }
}
