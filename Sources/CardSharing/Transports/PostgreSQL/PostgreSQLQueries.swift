internal import Cards

/// The statements that a desk sends.
enum PostgreSQLQueries {
    static let headers = PostgreSQLStatement(
        "SELECT replace(id::text, '-', ''), format, sealing FROM cards_tui.vault ORDER BY id LIMIT 100")

    /// Adds a vault, unless another device was faster: two that set up a place at once must find one vault.
    static func create(_ header: VaultHeader, besideOthers: Bool) -> [PostgreSQLStatement] {
        let sealing = header.sealing.map {
            PostgreSQLValue.text(String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self))
        }
        return [
            PostgreSQLStatement("BEGIN"),
            PostgreSQLStatement("SELECT pg_advisory_xact_lock(4847206310)"),
            PostgreSQLStatement(
                """
                INSERT INTO cards_tui.vault (id, format, sealing) SELECT $1, $2::bigint, $3
                \(besideOthers ? "" : "WHERE NOT EXISTS (SELECT FROM cards_tui.vault)") ON CONFLICT DO NOTHING
                """, [.identifier(header.vault), .integer(Int64(header.format)), sealing ?? .null]),
            PostgreSQLStatement("COMMIT"),
        ]
    }

    static func latest(of vault: VaultID) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "SELECT revision FROM cards_tui.vault WHERE id = $1", [.identifier(vault)], name: "latest")
    }

    /// The revision of the vault, then the batches with their bytes, in the order of their commits, then what is there under names that no
    /// batch has: nobody can read it, and it must keep nothing else away.
    /// - Parameter revision: where to begin; nil to look behind each device's number in the vector, which an index answers.
    static func batches(
        of vault: VaultID, after known: VersionVector, from revision: Int64?, limit: Int
    ) -> [PostgreSQLStatement] {
        let identifier = PostgreSQLValue.identifier(vault)
        let latest = latest(of: vault)
        let vector = known.sorted
        let values: [PostgreSQLValue] = [
            identifier, .texts(vector.map(\.device.text)), .integers(vector.map(\.number)),
            .integer(Int64(min(max(limit, 1), 100_000))),
            .integer(Int64(PostgreSQLPage.size)),
        ]
        guard let revision else {
            return [
                latest, PostgreSQLStatement(cut(byVector), values, name: "by_vector"),
                PostgreSQLStatement(unnamed(unnamedOfAll), [identifier], name: "unnamed"),
            ]
        }
        return [
            latest, PostgreSQLStatement(cut(byRevision), values + [.integer(revision)], name: "by_revision"),
            PostgreSQLStatement(
                unnamed(unnamedByRevision), [identifier, .integer(revision)], name: "unnamed_by_revision"),
        ]
    }

    /// What a ``BatchID`` can be.
    private static let isDevice = "~ '^[0-9a-f]{16}$'"
    private static let isNumber = "BETWEEN \(BatchID.numbers.lowerBound) AND \(BatchID.numbers.upperBound)"
    /// A larger one is no batch, and is not fetched.
    private static let body = "CASE WHEN octet_length(body) <= \(TreeTransport.Bounds.batch) THEN body END"

    /// Some of the names, each with the number of all.
    private static func unnamed(_ candidates: String) -> String {
        "SELECT left(device, 40), number, count(*) OVER () FROM (\(candidates)) c ORDER BY device, number LIMIT 20"
    }

    private static let unnamedByRevision = """
        SELECT b.device, b.number FROM cards_tui.batch b WHERE b.vault = $1 AND b.revision > $2
            AND NOT (b.device \(isDevice) AND b.number \(isNumber))
        """

    /// By the index of devices and numbers.
    private static let unnamedOfAll = """
        \(devices)
        SELECT b.device, b.number FROM d JOIN cards_tui.batch b ON b.vault = $1 AND b.device = d.device
            WHERE NOT d.device \(isDevice)
        UNION ALL
        SELECT b.device, b.number FROM d CROSS JOIN LATERAL (
            SELECT * FROM cards_tui.batch b WHERE b.vault = $1 AND b.device = d.device
                AND b.number < \(BatchID.numbers.lowerBound)
            UNION ALL SELECT * FROM cards_tui.batch b WHERE b.vault = $1 AND b.device = d.device
                AND b.number > \(BatchID.numbers.upperBound)) b
            WHERE d.device \(isDevice)
        """

    /// The first of the candidates that have no more than the limits together, at least one; each with the number of all candidates.
    private static func cut(_ candidates: String) -> String {
        """
        SELECT device, number, sha256, \(body), candidates FROM (
            SELECT c.*, count(*) OVER () AS candidates, row_number() OVER place AS position,
                sum(coalesce(octet_length(\(body)), 0)::bigint) OVER place AS bytes
            FROM (\(candidates)) c WINDOW place AS (ORDER BY revision)) page
        WHERE position = 1 OR (position <= $4 AND bytes <= $5) ORDER BY revision
        """
    }

    private static let byRevision = """
        SELECT b.revision, b.device, b.number, b.sha256, b.body FROM cards_tui.batch b
        WHERE b.vault = $1 AND b.revision > $6 AND b.device \(isDevice) AND b.number \(isNumber) AND NOT EXISTS (
            SELECT FROM unnest($2::text[], $3::bigint[]) k(device, number)
            WHERE k.device = b.device AND b.number <= k.number)
        ORDER BY b.revision LIMIT $4 + 1
        """

    /// The devices are found one after the other by the index: the vault may have a million batches, and few devices.
    private static let devices = """
        WITH RECURSIVE d(device) AS (
            (SELECT device FROM cards_tui.batch WHERE vault = $1 ORDER BY device LIMIT 1)
            UNION ALL
            SELECT (SELECT b.device FROM cards_tui.batch b WHERE b.vault = $1 AND b.device > d.device
                ORDER BY b.device LIMIT 1)
            FROM d WHERE d.device IS NOT NULL)
        """

    private static let byVector = """
        \(devices)
        SELECT b.revision, b.device, b.number, b.sha256, b.body
        FROM d LEFT JOIN unnest($2::text[], $3::bigint[]) k(device, number) ON k.device = d.device
        CROSS JOIN LATERAL (SELECT * FROM cards_tui.batch b WHERE b.vault = $1 AND b.device = d.device
            AND b.number > coalesce(k.number, 0) AND b.number \(isNumber) ORDER BY b.number LIMIT $4 + 1) b
        WHERE d.device \(isDevice) ORDER BY b.revision LIMIT $4 + 1
        """

    /// All batches of the devices of which one is missing that is in the vector, with their sizes and hashes: by the index, in which few
    /// rows are read where none is missing.
    static func inventory(of vault: VaultID, lacking known: VersionVector) -> PostgreSQLStatement {
        let vector = known.sorted
        return PostgreSQLStatement(
            """
            SELECT k.device, b.number, octet_length(b.body), b.sha256
            FROM unnest($2::text[], $3::bigint[]) k(device, number)
            LEFT JOIN cards_tui.batch b ON b.vault = $1 AND b.device = k.device AND b.number \(isNumber)
            WHERE (SELECT count(*) FROM cards_tui.batch c WHERE c.vault = $1 AND c.device = k.device
                AND c.number BETWEEN 1 AND k.number) < k.number
            """, [.identifier(vault), .texts(vector.map(\.device.text)), .integers(vector.map(\.number))],
            name: "inventory")
    }

    static func body(of batch: BatchID, in vault: VaultID) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "SELECT \(body) FROM cards_tui.batch WHERE vault = $1 AND device = $2 AND number = $3",
            [.identifier(vault), .text(batch.device.text), .integer(batch.number)], name: "body")
    }

    static func push(_ batches: [OutgoingBatch], to vault: VaultID) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "SELECT cards_tui.push($1, $2, $3, $4)",
            [
                .identifier(vault), .texts(batches.map(\.id.device.text)), .integers(batches.map(\.id.number)),
                .byteStrings(batches.map(\.bytes)),
            ], name: "push")
    }

    /// Also for an owner, whom no policy stops: only what a snapshot has.
    static func remove(_ batches: [BatchID], from vault: VaultID) -> PostgreSQLStatement {
        PostgreSQLStatement(
            """
            DELETE FROM cards_tui.batch b USING unnest($2::text[], $3::bigint[]) r(device, number)
            WHERE b.vault = $1 AND b.device = r.device AND b.number = r.number AND EXISTS (
                SELECT FROM cards_tui.snapshot s WHERE s.vault = b.vault AND s.revision >= b.revision)
            """,
            [.identifier(vault), .texts(batches.map(\.device.text)), .integers(batches.map(\.number))])
    }

    // MARK: - Photos and snapshots

    static func photos(among hashes: [[UInt8]], in vault: VaultID) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "SELECT sha256, octet_length(data) FROM cards_tui.photo WHERE vault = $1 AND sha256 = ANY($2)",
            [.identifier(vault), .byteStrings(hashes)], name: "photos")
    }

    static func photo(_ hash: [UInt8], in vault: VaultID) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "SELECT data FROM cards_tui.photo WHERE vault = $1 AND sha256 = $2",
            [.identifier(vault), .bytes(hash)], name: "photo")
    }

    /// A row where it was not there.
    static func write(photo bytes: [UInt8], _ hash: [UInt8], to vault: VaultID) -> PostgreSQLStatement {
        PostgreSQLStatement(
            """
            INSERT INTO cards_tui.photo (vault, sha256, size, data) VALUES ($1, $2, octet_length($3), $3)
            ON CONFLICT DO NOTHING RETURNING size
            """,
            [.identifier(vault), .bytes(hash), .bytes(bytes)], name: "add_photo")
    }

    /// A row where it is there with other bytes.
    static func damaged(photo bytes: [UInt8], _ hash: [UInt8], in vault: VaultID) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "SELECT size FROM cards_tui.photo WHERE vault = $1 AND sha256 = $2 AND data <> $3",
            [.identifier(vault), .bytes(hash), .bytes(bytes)])
    }

    static func replace(photo bytes: [UInt8], _ hash: [UInt8], in vault: VaultID) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "UPDATE cards_tui.photo SET size = octet_length($3), data = $3 WHERE vault = $1 AND sha256 = $2",
            [.identifier(vault), .bytes(hash), .bytes(bytes)])
    }

    static func snapshots(of vault: VaultID) -> PostgreSQLStatement {
        PostgreSQLStatement(
            """
            SELECT clock, sha256, octet_length(data) FROM cards_tui.snapshot WHERE vault = $1
            ORDER BY clock DESC, sha256 LIMIT 1000
            """,
            [.identifier(vault)], name: "snapshots")
    }

    static func snapshot(_ hash: [UInt8], of vault: VaultID) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "SELECT data FROM cards_tui.snapshot WHERE vault = $1 AND sha256 = $2",
            [.identifier(vault), .bytes(hash)], name: "snapshot")
    }

    /// Its revision: up to which it has everything that is there. Only batches up to it may be removed.
    static func write(
        snapshot bytes: [UInt8], _ hash: [UInt8], at time: Int64, covering covered: VersionVector, to vault: VaultID
    ) -> PostgreSQLStatement {
        let vector = covered.sorted
        return PostgreSQLStatement(
            """
            INSERT INTO cards_tui.snapshot (vault, sha256, clock, revision, data)
            SELECT v.id, $2, $3, coalesce((
                SELECT min(b.revision) - 1 FROM cards_tui.batch b WHERE b.vault = v.id AND NOT EXISTS (
                    SELECT FROM unnest($5::text[], $6::bigint[]) k(device, number)
                    WHERE k.device = b.device AND b.number <= k.number)), v.revision), $4
            FROM cards_tui.vault v WHERE v.id = $1 ON CONFLICT DO NOTHING
            """,
            [
                .identifier(vault), .bytes(hash), .integer(time), .bytes(bytes),
                .texts(vector.map(\.device.text)), .integers(vector.map(\.number)),
            ])
    }

    static func remove(snapshots hashes: [[UInt8]], from vault: VaultID) -> PostgreSQLStatement {
        PostgreSQLStatement(
            "SELECT cards_tui.drop_snapshots($1, $2)", [.identifier(vault), .byteStrings(hashes)])
    }
}
