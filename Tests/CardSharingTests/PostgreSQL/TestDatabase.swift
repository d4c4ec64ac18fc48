import Cards
import Testing
import VaultSupport

@testable import CardSharing

/// A database of its own on a server that tests share, and what tests do with it as its owner.
struct TestDatabase {
    let server: PostgreSQLServer
    let name: String

    /// - Parameter server: nil for the one that tests share.
    init(on server: PostgreSQLServer? = nil) async throws {
        let shared = server == nil ? await PostgreSQLServer.shared : nil
        self.server = try #require(server ?? shared, "PostgreSQL did not start")
        name = "test_" + VaultID.random().text
        _ = try await Self.sql("CREATE DATABASE \(name)", at: self.server.address("owner", "postgres"))
    }

    func address(_ role: String = "owner", options: String = "") -> String {
        server.address(role, name, options: options)
    }

    func transport(_ role: String = "owner", options: String = "", password: String? = nil) throws
        -> PostgreSQLTransport
    {
        PostgreSQLTransport(try PostgreSQLAddress(address(role, options: options)), password: password)
    }

    var setup: PostgreSQLSetup { get throws { PostgreSQLSetup(try PostgreSQLAddress(address())) } }

    /// A name for a role: roles belong to the whole server.
    static func role() -> String { "desk_" + DeviceID.random().text }

    /// Makes a vault, beside others where the address has to say which.
    func makeVault() async throws -> VaultID {
        let vault = VaultID.random()
        let transport = try transport(options: "?vault=\(vault.text)")
        #expect(try await transport.create(VaultHeader(vault: vault)).vault == vault)
        return vault
    }

    /// A desk of a vault, which may do no more than one.
    func makeDesk(of vault: VaultID) async throws -> String {
        let role = Self.role()
        try await setup.addDesk(role, to: vault)
        return role
    }

    /// Takes its vault from a role, as whoever keeps the database does it.
    func removeDesk(_ role: String) async throws {
        _ = try await sql("DELETE FROM cards_tui.desk WHERE role = '\(role)'")
    }

    /// From now on the role needs this password to sign in.
    func requirePassword(_ password: String, of role: String) async throws {
        _ = try await sql(
            "DO $$ BEGIN CREATE ROLE locked; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$",
            "ALTER ROLE \(role) PASSWORD '\(password)'", "GRANT locked TO \(role)")
    }

    /// The first column of the last statement's answer.
    func sql(_ texts: String..., as role: String = "owner") async throws -> [String] {
        try await Self.sql(texts, at: address(role))
    }

    /// What the server answers to a statement that it refuses: its SQLSTATE; nil where it was done.
    func refusal(_ text: String, as role: String) async throws -> String? {
        do {
            _ = try await sql(text, as: role)
            return nil
        } catch PostgreSQLFailure.answered(let state, _) {
            return state
        }
    }

    static func sql(_ texts: String..., at address: String) async throws -> [String] {
        try await sql(texts, at: address)
    }

    private static func sql(_ texts: [String], at address: String) async throws -> [String] {
        let rows = try await session(address).run { connection throws(PostgreSQLFailure) in
            try connection.execute(texts.map { PostgreSQLStatement($0) })
        }
        guard let last = rows.last else { return [] }
        return (0..<last.count).map { last.text($0, 0) ?? "NULL" }
    }

    static func session(_ address: String) throws -> PostgreSQLSession {
        PostgreSQLSession(
            to: try PostgreSQLAddress(address), password: nil, limits: PostgreSQLConnection.Limits(),
            libraries: PostgreSQLLibrary.names)
    }
}

extension OutgoingBatch {
    init(_ device: DeviceID, _ number: Int64, _ text: String = "{}") {
        self.init(BatchID(device, number), bytes: Array(text.utf8))
    }
}

extension BatchListing {
    /// What was listed is known from now on.
    func joined(to known: VersionVector) -> VersionVector {
        var vector = known
        for batch in batches { vector[batch.id.device] = max(vector[batch.id.device], batch.id.number) }
        return vector
    }
}
