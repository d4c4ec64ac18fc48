public import Cards

/// Prepares a database for a vault, with the rights of its owner: the tables, and roles for desks that can do nothing else than what a
/// desk does with its own vaults.
public final class PostgreSQLSetup: Sendable {
    private let address: PostgreSQLAddress
    private let session: PostgreSQLSession

    /// - Parameter password: nil to take it from `~/.pgpass` or a service file.
    public init(_ address: PostgreSQLAddress, password: String? = nil) {
        self.address = address
        session = PostgreSQLSession(
            to: address, password: password, limits: PostgreSQLConnection.Limits(), libraries: PostgreSQLLibrary.names)
    }

    /// Makes the tables that are missing.
    public func prepare() async throws(TransportError) {
        try await run { connection throws(PostgreSQLFailure) in _ = try connection.execute(PostgreSQLSchema.statements)
        }
    }

    /// Lets a role use a vault; makes the role where it is missing.
    /// - Parameter password: what the role signs in with from now on; nil to leave that as it is. It never leaves this machine: the
    ///   server gets what it checks passwords with.
    public func addDesk(_ role: String, password: String? = nil, to vault: VaultID) async throws(TransportError) {
        let remote = address.name
        guard !role.isEmpty, role.utf8.count < 64, !role.utf8.contains(0), !role.hasPrefix("pg_") else {
            throw TransportError(
                .unsupported, remote, "the name of a role has up to 63 bytes and does not begin with pg_")
        }
        let isMighty = try await run { connection throws(PostgreSQLFailure) in
            let found = try connection.execute([
                PostgreSQLStatement(
                    """
                    SELECT rolsuper OR rolbypassrls OR EXISTS (SELECT FROM pg_namespace n
                        WHERE nspname = 'cards_tui' AND pg_has_role(rolname, n.nspowner, 'MEMBER'))
                    FROM pg_roles WHERE rolname = $1
                    """, [.text(role)])
            ])[0]
            if found.flag(0, 0) == true { return true }
            var texts = ["BEGIN", "SELECT pg_advisory_xact_lock(4847206310)"]
            if found.count == 0 { texts.append("CREATE ROLE \(PostgreSQLSchema.quoted(role)) LOGIN") }
            if let password {
                guard let verifier = connection.verifier(of: password, for: role) else { throw .lost }
                texts.append(
                    "ALTER ROLE \(PostgreSQLSchema.quoted(role)) PASSWORD \(PostgreSQLSchema.literal(verifier))")
            }
            let member = PostgreSQLStatement(
                "INSERT INTO cards_tui.desk (vault, role) VALUES ($1, $2::text::name) ON CONFLICT DO NOTHING",
                [.identifier(vault), .text(role)])
            let grants = PostgreSQLSchema.grants(to: role)
            try connection.execute(
                (texts + grants).map { PostgreSQLStatement($0) } + [member, PostgreSQLStatement("COMMIT")])
            return false
        }
        if isMighty {
            throw TransportError(
                .refused, remote,
                "the role \(role) has more permissions there than a device needs; choose another role name")
        }
    }

    public func close() { session.close() }

    private func run<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> Value
    ) async throws(TransportError) -> Value {
        do {
            return try await session.run(body)
        } catch {
            throw error.error(of: address.name)
        }
    }
}
