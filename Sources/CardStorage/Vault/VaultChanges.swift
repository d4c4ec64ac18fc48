internal import Cards

/// What was changed here and is not sent, or not everywhere. Runs inside a transaction of the caller.
struct VaultChanges {
    private let tables: Tables

    init(_ tables: Tables) { self.tables = tables }

    private var vault: VaultTable { tables.vault }

    /// Whether anything was changed here since the last batch. False for a store that is in no vault.
    func hasUnsent() throws(StoreError) -> Bool {
        guard let entry = try vault.entry() else { return false }
        if entry.nextRow <= entry.lastRow { return true }
        if try tables.log.lastSequence() > entry.sequence { return true }
        if try tables.ledger.lastRow() > entry.ledgerRow { return true }
        if try !vault.marks().isEmpty { return true }
        return try !tables.sharedSecrets.sealed().isEmpty
    }

    /// How many cards and entries of the log are in no batch yet. Those of secret fields go into none: where the vault is encrypted, what
    /// these cards have goes.
    func unsentCount(_ entry: VaultTable.Entry) throws(StoreError) -> Int {
        let secrets = try entry.isSealed ? tables.sharedSecrets.unsentCount() : 0
        let changes = try vault.connection.first(
            """
            SELECT (SELECT count(*) FROM card WHERE row BETWEEN ?1 AND ?2)
                + (SELECT count(*) FROM change WHERE sequence > ?3 AND device NOT LIKE 'device:%' AND fields IS NOT previous)
                + (SELECT count(DISTINCT card) FROM vault_mark)
            """, entry.nextRow, entry.lastRow, entry.sequence
        ) {
            $0.count()
        }
        return (changes ?? 0) + secrets
    }

    /// Has everything of the device's batches that no remote has, or that have the numbers of others, be sent again, under another name.
    /// - Parameter first: the first number that others have.
    func takeBackBatches(of device: Int64, from first: Int64) throws(StoreError) {
        guard let known = try vault.devices().first(where: { $0.number == device }) else { return }
        let sent = try tables.remotes.all().reduce(Int64(0)) { max($0, $1.has[known.id]) }
        let kept = min(sent, first - 1)
        guard kept < known.received else { return }
        for number in kept + 1...known.received {
            guard let body = try tables.batches.body(number, of: device), let batch = try? ChangeBatch(body.bytes)
            else {
                continue
            }
            for change in batch.changes { try vault.mark(change.card, SharedFields.all.text) }
        }
        try tables.batches.remove(after: kept, of: device)
        try vault.setReceived(kept, of: device)
    }

    /// Notes that the user chose among all values of these fields: none is hidden any longer, and the choice goes to all devices.
    func settle(_ fields: FieldSet, of identifier: CardID) throws(StoreError) {
        guard try vault.entry() != nil else { return }
        let numbers = try VaultNumbers(vault.connection)
        var versions = try tables.versions.versions(of: identifier, numbers)
        let keys = fields.compactMap(SharedFields.key).filter { versions.hidden[$0] != nil }
        if keys.isEmpty { return }
        for key in keys {
            versions.hidden[key] = nil
            try vault.mark(identifier, key.text)
        }
        try tables.versions.write(versions, of: identifier, numbers)
    }
}
