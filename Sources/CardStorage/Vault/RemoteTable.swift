internal import Cards

/// The remotes of the vault, and what each is known to have.
struct RemoteTable {
    let connection: Connection

    func all() throws(StoreError) -> [RemoteRecord] {
        try connection.all(
            "SELECT address, has, last_exchange, failure, failed_at, header FROM vault_remote ORDER BY number",
            read: Self.record)
    }

    func record(_ remote: RemoteID) throws(StoreError) -> RemoteRecord? {
        try all().first { $0.remote == remote }
    }

    func add(_ remote: RemoteID) throws(StoreError) {
        try connection.run("INSERT OR IGNORE INTO vault_remote (address, has) VALUES (?, '{}')", remote.text)
    }

    func remove(_ remote: RemoteID) throws(StoreError) {
        try connection.run("DELETE FROM vault_remote WHERE address = ?", remote.text)
    }

    func setHas(_ known: VersionVector, of remote: RemoteID) throws(StoreError) {
        try connection.run("UPDATE vault_remote SET has = ? WHERE address = ?") {
            $0.add(text: JSONWriter.bytes(of: known.json))
            $0.add(remote.text)
        }
    }

    func note(_ time: Timestamp, failure: String?, of remote: RemoteID) throws(StoreError) {
        try connection.run(
            failure == nil
                ? "UPDATE vault_remote SET last_exchange = ?1, failure = NULL, failed_at = NULL WHERE address = ?3"
                : "UPDATE vault_remote SET failed_at = ?1, failure = ?2 WHERE address = ?3", time.milliseconds, failure,
            remote.text
        )
    }

    func setHeader(_ header: VaultHeader, of remote: RemoteID) throws(StoreError) {
        try connection.run("UPDATE vault_remote SET header = ? WHERE address = ?") {
            $0.add(text: header.bytes)
            $0.add(remote.text)
        }
    }

    private static func record(from row: inout Row) -> RemoteRecord? {
        let (address, has) = (row.text(), row.optionalBytes() ?? [])
        return RemoteRecord(
            RemoteID(address), has: (try? JSONParser.parse(has)).flatMap { VersionVector($0) } ?? VersionVector(),
            lastExchange: row.optionalNumber().map { Timestamp(clamping: $0) }, failure: row.optionalText(),
            failedAt: row.optionalNumber().map { Timestamp(clamping: $0) },
            header: row.optionalBytes().flatMap { VaultHeader($0) })
    }
}

/// What is known of the state of remotes: what is wrong there and since when, which snapshots were read, when all was compared last.
struct RemoteStateTable {
    let connection: Connection

    /// Remotes that lose or damage what they had.
    ///
    /// - `vault.is_sealed`: whether the objects of the vault are encrypted: what its header says later does not change that.
    /// - `vault_batch.size`: of the bytes as they travel; NULL in those of older versions until it is needed.
    /// - `vault_device.was_own`: whether this store was the device, until it met other batches under its numbers; what is merged of it until
    ///   `VaultStore.noteAllMet` is sent on.
    /// - `vault_remote.verified`: when the bytes of this device's batches were read there last. `header`: the header that was seen there.
    /// - `vault_flaw`: batches that are missing or damaged at a remote, see `VaultFlaw`. `vault_snapshot`: the snapshots that were read there.
    static let schema = """
        ALTER TABLE vault ADD COLUMN is_sealed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE vault_batch ADD COLUMN size INTEGER;
        ALTER TABLE vault_device ADD COLUMN was_own INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE vault_remote ADD COLUMN verified INTEGER;
        ALTER TABLE vault_remote ADD COLUMN header TEXT;
        CREATE TABLE vault_flaw (
            remote INTEGER NOT NULL, kind TEXT NOT NULL, device TEXT NOT NULL, number INTEGER NOT NULL,
            waiting INTEGER NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (remote, kind, device, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE vault_snapshot (
            remote INTEGER NOT NULL, hash TEXT NOT NULL, size INTEGER NOT NULL, covers TEXT NOT NULL,
            PRIMARY KEY (remote, hash)
        ) STRICT, WITHOUT ROWID;
        """

    // MARK: - Flaws

    func flaws(of remote: RemoteID) throws(StoreError) -> [VaultFlaw] {
        try connection.all(
            """
            SELECT kind, device, flaw.number, waiting, since FROM vault_flaw flaw
            JOIN vault_remote remote ON remote.number = flaw.remote WHERE remote.address = ?
            ORDER BY kind, device, flaw.number
            """, remote.text
        ) { row in
            let (kind, device, number) = (VaultFlaw.Kind(rawValue: row.text()), DeviceID(row.text()), row.number())
            guard let kind, let device else { return nil }
            return VaultFlaw(
                kind, BatchID(device, number), waiting: row.count(), since: Timestamp(clamping: row.number()))
        }
    }

    func setFlaws(_ flaws: [VaultFlaw], of remote: RemoteID) throws(StoreError) {
        try connection.run(
            "DELETE FROM vault_flaw WHERE remote IN (SELECT number FROM vault_remote WHERE address = ?)", remote.text
        )
        for flaw in flaws {
            try connection.run(
                """
                INSERT OR REPLACE INTO vault_flaw (remote, kind, device, number, waiting, since)
                SELECT number, ?2, ?3, ?4, ?5, ?6 FROM vault_remote WHERE address = ?1
                """, remote.text, flaw.kind.rawValue, flaw.batch.device.text, flaw.batch.number, flaw.waiting,
                flaw.since.milliseconds
            )
        }
    }

    // MARK: - Snapshots

    func snapshots(of remote: RemoteID) throws(StoreError) -> [KnownSnapshot] {
        try connection.all(
            """
            SELECT hash, size, covers FROM vault_snapshot snapshot
            JOIN vault_remote remote ON remote.number = snapshot.remote WHERE remote.address = ?
            """, remote.text
        ) { row in
            let (hash, size, covers) = (ObjectHash(row.text()), row.count(), row.optionalBytes() ?? [])
            guard let hash, let covered = (try? JSONParser.parse(covers)).flatMap({ VersionVector($0) }) else {
                return nil
            }
            return KnownSnapshot(hash, size: size, covered: covered)
        }
    }

    func setSnapshots(_ snapshots: [KnownSnapshot], of remote: RemoteID) throws(StoreError) {
        try connection.run(
            "DELETE FROM vault_snapshot WHERE remote IN (SELECT number FROM vault_remote WHERE address = ?)",
            remote.text
        )
        for snapshot in snapshots {
            try connection.run(
                """
                INSERT OR REPLACE INTO vault_snapshot (remote, hash, size, covers)
                SELECT number, ?2, ?3, ?4 FROM vault_remote WHERE address = ?1
                """
            ) {
                $0.add(remote.text)
                $0.add(snapshot.hash.text)
                $0.add(snapshot.size)
                $0.add(text: JSONWriter.bytes(of: snapshot.covered.json))
            }
        }
    }

    // MARK: - When all was compared

    func verified(_ remote: RemoteID) throws(StoreError) -> Timestamp? {
        try connection.first("SELECT verified FROM vault_remote WHERE address = ?", remote.text) {
            $0.optionalNumber().map { Timestamp(clamping: $0) }
        }.flatMap { $0 }
    }

    func setVerified(_ time: Timestamp, _ remote: RemoteID) throws(StoreError) {
        try connection.run("UPDATE vault_remote SET verified = ? WHERE address = ?", time.milliseconds, remote.text)
    }

    /// What belongs to a remote that is removed.
    func remove(_ remote: RemoteID) throws(StoreError) {
        try setFlaws([], of: remote)
        try setSnapshots([], of: remote)
    }
}
