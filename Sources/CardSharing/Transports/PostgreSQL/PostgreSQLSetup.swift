internal import Basics
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

/// The statements that make our tables, in the schema `cards_tui`. All may be repeated; none removes or replaces data. Every table is
/// keyed by the vault first, so that databases which spread tables over machines can spread them by it.
enum PostgreSQLSchema {
    /// Makes all of it in one transaction. The lock lets two devices do so at once: without it one would fail.
    static let statements: [PostgreSQLStatement] =
        (["BEGIN", "SELECT pg_advisory_xact_lock(4847206310)", "CREATE SCHEMA IF NOT EXISTS cards_tui"] + tables + [
            push, dropSnapshots,
        ]
        + rights + policies.flatMap(statements) + ["COMMIT"]).map { PostgreSQLStatement($0) }

    private static let tables = [
        """
        CREATE TABLE IF NOT EXISTS cards_tui.vault (
            id uuid PRIMARY KEY, revision bigint NOT NULL DEFAULT 0, format integer NOT NULL, sealing text)
        """,
        // Which roles are desks of a vault.
        "CREATE TABLE IF NOT EXISTS cards_tui.desk (vault uuid NOT NULL, role name NOT NULL, PRIMARY KEY (vault, role))",
        // Identifiers of devices are compared by their bytes, whatever the language of the database.
        """
        CREATE TABLE IF NOT EXISTS cards_tui.batch (
            vault uuid NOT NULL, revision bigint NOT NULL, device text COLLATE "C" NOT NULL, number bigint NOT NULL,
            sha256 bytea NOT NULL, body bytea NOT NULL, author name NOT NULL,
            PRIMARY KEY (vault, revision), UNIQUE (vault, device, number))
        """,
        """
        CREATE TABLE IF NOT EXISTS cards_tui.photo (
            vault uuid NOT NULL, sha256 bytea NOT NULL, size integer NOT NULL, data bytea NOT NULL,
            PRIMARY KEY (vault, sha256))
        """,
        // A snapshot has every batch up to its revision that is there.
        """
        CREATE TABLE IF NOT EXISTS cards_tui.snapshot (
            vault uuid NOT NULL, sha256 bytea NOT NULL, clock bigint NOT NULL, revision bigint NOT NULL,
            data bytea NOT NULL, PRIMARY KEY (vault, sha256))
        """,
        // Photos are compressed already.
        "ALTER TABLE cards_tui.photo ALTER COLUMN data SET STORAGE EXTERNAL",
    ]

    /// Stores batches: for each whether it is there afterwards, false where another one has its name. One that nobody could read is refused,
    /// and bytes that their checksum does not fit any more are replaced by those that it fits. The row lock makes the order of
    /// revisions the order of commits. It is a function since the lock is then taken when all bytes have arrived: a slow or dead
    /// device never keeps it. It runs with its owner's rights: a desk itself can neither insert a batch nor move the revision.
    private static let push = """
        CREATE OR REPLACE FUNCTION cards_tui.push(into_vault uuid, devices text[], numbers bigint[], bodies bytea[])
        RETURNS boolean[] LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $push$
        DECLARE
            latest bigint; beginning bigint; hash bytea; there bytea; actual bytea; results boolean[] := '{}';
        BEGIN
            SELECT v.revision INTO latest FROM cards_tui.vault v WHERE v.id = into_vault
                AND (EXISTS (SELECT FROM cards_tui.desk d WHERE d.vault = v.id AND d.role = session_user)
                    OR pg_has_role(session_user, current_user, 'MEMBER'))
                FOR UPDATE;
            IF NOT FOUND THEN RAISE EXCEPTION 'no such vault' USING ERRCODE = 'no_data_found'; END IF;
            beginning := latest;
            FOR i IN 1 .. coalesce(array_length(devices, 1), 0) LOOP
                IF (devices[i] ~ '^[0-9a-f]{16}$' AND octet_length(bodies[i]) <= \(TreeTransport.Bounds.batch) AND numbers[i]
                    BETWEEN \(BatchID.numbers.lowerBound) AND \(BatchID.numbers.upperBound)) IS NOT TRUE
                THEN RAISE EXCEPTION 'this is no batch' USING ERRCODE = 'check_violation'; END IF;
                hash := sha256(bodies[i]);
                SELECT b.sha256, sha256(b.body) INTO there, actual FROM cards_tui.batch b
                    WHERE b.vault = into_vault AND b.device = devices[i] AND b.number = numbers[i];
                IF FOUND AND there <> actual AND hash IN (there, actual) THEN
                    -- Whoever could not read it finds it behind what was read.
                    latest := latest + 1;
                    UPDATE cards_tui.batch b SET revision = latest, body = bodies[i], sha256 = hash
                        WHERE b.vault = into_vault AND b.device = devices[i] AND b.number = numbers[i];
                    there := hash;
                ELSIF NOT FOUND THEN
                    latest := latest + 1;
                    INSERT INTO cards_tui.batch (vault, revision, device, number, sha256, body, author)
                        VALUES (into_vault, latest, devices[i], numbers[i], hash, bodies[i], session_user);
                    there := hash;
                END IF;
                results := results || (there = hash);
            END LOOP;
            IF latest > beginning THEN
                UPDATE cards_tui.vault SET revision = latest WHERE id = into_vault;
                PERFORM pg_notify('cards_tui_' || replace(into_vault::text, '-', ''), latest::text);
            END IF;
            RETURN results;
        END $push$
        """

    /// Removes snapshots of which another one that stays has at least as much. It is a function since a policy of a table cannot look into
    /// the same table.
    private static let dropSnapshots = """
        CREATE OR REPLACE FUNCTION cards_tui.drop_snapshots(of_vault uuid, hashes bytea[])
        RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $drop$
            DELETE FROM cards_tui.snapshot s WHERE s.vault = of_vault AND s.sha256 = ANY(hashes)
                AND (EXISTS (SELECT FROM cards_tui.desk d WHERE d.vault = of_vault AND d.role = session_user)
                    OR pg_has_role(session_user, current_user, 'MEMBER'))
                AND EXISTS (SELECT FROM cards_tui.snapshot n WHERE n.vault = s.vault
                    AND n.revision >= s.revision AND n.sha256 <> ALL(hashes))
        $drop$
        """

    /// Nobody but the owner may do anything until ``PostgreSQLSetup`` grants it to a desk.
    private static let rights = [
        "REVOKE ALL ON FUNCTION cards_tui.push(uuid, text[], bigint[], bytea[]) FROM PUBLIC",
        "REVOKE ALL ON FUNCTION cards_tui.drop_snapshots(uuid, bytea[]) FROM PUBLIC",
        "REVOKE ALL ON ALL TABLES IN SCHEMA cards_tui FROM PUBLIC",
    ]

    /// What a desk may do, and nothing else. Policies restrict it to its vaults.
    static func grants(to role: String) -> [String] {
        let role = quoted(role)
        return [
            "GRANT USAGE ON SCHEMA cards_tui TO \(role)",
            "GRANT SELECT ON cards_tui.vault, cards_tui.desk, cards_tui.batch, cards_tui.photo, cards_tui.snapshot TO \(role)",
            "GRANT INSERT ON cards_tui.photo, cards_tui.snapshot TO \(role)",
            "GRANT DELETE ON cards_tui.batch TO \(role)",
            "GRANT EXECUTE ON FUNCTION cards_tui.push(uuid, text[], bigint[], bytea[]) TO \(role)",
            "GRANT EXECUTE ON FUNCTION cards_tui.drop_snapshots(uuid, bytea[]) TO \(role)",
        ]
    }

    private struct Policy {
        let table: String
        let name: String
        let command: String
        let condition: String
    }

    private static let own = "IN (SELECT d.vault FROM cards_tui.desk d WHERE d.role = current_user)"

    private static let policies = [
        Policy(table: "vault", name: "seen", command: "FOR SELECT", condition: "USING (id \(own))"),
        Policy(table: "desk", name: "seen", command: "FOR SELECT", condition: "USING (role = current_user)"),
        Policy(table: "batch", name: "seen", command: "FOR SELECT", condition: "USING (vault \(own))"),
        // A device's own, and only what a snapshot has.
        Policy(
            table: "batch", name: "covered", command: "FOR DELETE",
            condition: """
                USING (author = current_user AND vault \(own) AND EXISTS (SELECT FROM cards_tui.snapshot s
                    WHERE s.vault = batch.vault AND s.revision >= batch.revision))
                """),
        Policy(table: "photo", name: "seen", command: "FOR SELECT", condition: "USING (vault \(own))"),
        // Nothing replaces a photo that is there: other bytes under its name would keep it away for ever. Those of sealed ones have a name
        // that says nothing of them.
        Policy(
            table: "photo", name: "added", command: "FOR INSERT",
            condition: """
                WITH CHECK (vault \(own) AND octet_length(sha256) = 32 AND size = octet_length(data)
                    AND size <= \(TreeTransport.Bounds.photo) AND (sha256 = sha256(data) OR EXISTS (
                        SELECT FROM cards_tui.vault v WHERE v.id = photo.vault AND v.sealing IS NOT NULL)))
                """),
        Policy(table: "snapshot", name: "seen", command: "FOR SELECT", condition: "USING (vault \(own))"),
        Policy(
            table: "snapshot", name: "added", command: "FOR INSERT",
            condition: "WITH CHECK (vault \(own) AND sha256 = sha256(data) AND clock >= 0)"),
    ]

    private static func statements(for policy: Policy) -> [String] {
        [
            "ALTER TABLE cards_tui.\(policy.table) ENABLE ROW LEVEL SECURITY",
            "DROP POLICY IF EXISTS \(policy.name) ON cards_tui.\(policy.table)",
            "CREATE POLICY \(policy.name) ON cards_tui.\(policy.table) \(policy.command) \(policy.condition)",
        ]
    }

    // MARK: - Names and texts that cannot be parameters

    static func quoted(_ name: String) -> String { "\"" + name.replacing(bytesOf: "\"", with: "\"\"") + "\"" }

    /// With standard_conforming_strings, which every server since 9.1 has on.
    static func literal(_ text: String) -> String { "'" + text.replacing(bytesOf: "'", with: "''") + "'" }
}
