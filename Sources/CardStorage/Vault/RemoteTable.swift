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
