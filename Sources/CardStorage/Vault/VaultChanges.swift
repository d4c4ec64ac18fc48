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

extension PhotoTable {
    /// Those that a card, or a value in conflict with it, names now and whose bytes are not here.
    func missing(limit: Int) throws(StoreError) -> [PhotoHash] {
        try connection.all("SELECT DISTINCT hash \(Self.missingOnes) LIMIT ?", limit) { PhotoHash($0.text()) }
    }

    func missingCount() throws(StoreError) -> Int {
        try connection.first("SELECT count(DISTINCT hash) \(Self.missingOnes)") { $0.count() } ?? 0
    }

    /// The cards of a use that name its photo now.
    private static let namingCards = """
        SELECT 1 FROM card WHERE id = photo_use.card
            AND (photo_use.hash IN (front, back, icon) OR instr(ifnull(pictures, ''), photo_use.hash))
        """

    private static let missingOnes = """
        FROM photo_use WHERE NOT EXISTS (SELECT 1 FROM photo WHERE photo.hash = photo_use.hash)
            AND (EXISTS (\(namingCards))
            OR EXISTS (SELECT 1 FROM conflict WHERE card = photo_use.card AND instr(theirs, hash)))
        """

    /// Those that a card names now and whose bytes are here, behind a place in the order of their hashes.
    func named(after place: PhotoHash?, limit: Int) throws(StoreError) -> [(hash: PhotoHash, size: Int)] {
        try connection.all(
            """
            SELECT hash, length(bytes) FROM photo WHERE hash > ? AND EXISTS (
                SELECT 1 FROM photo_use WHERE photo_use.hash = photo.hash AND EXISTS (\(Self.namingCards)))
            ORDER BY hash LIMIT ?
            """, place?.text ?? "", limit
        ) { row in
            let hash = PhotoHash(row.text())
            return hash.map { (hash: $0, size: row.count()) }
        }
    }

    /// The cards that name it.
    func users(of hash: PhotoHash) throws(StoreError) -> [CardID] {
        try connection.all("SELECT card FROM photo_use WHERE hash = ?", hash.text) { CardID($0.text()) }
    }
}

/// The fields that an entry of the log changed.
struct LoggedKeys {
    let card: CardID
    let keys: [ExactText]
    let time: Timestamp
}

/// What was changed within a minute: one batch, or several where it is much. Each has the time of the last change, so that of two devices
/// that were offline the one that changed a field later shows, not the one that came back later.
struct ChangeBurst {
    private static let length: Int64 = 60_000

    private let first: Timestamp
    private(set) var last: Timestamp
    /// In the order in which they were changed first.
    private(set) var cards: [CardID] = []
    private(set) var keys: [CardID: Set<ExactText>] = [:]

    init(first: Timestamp) { (self.first, last) = (first, first) }

    static func bursts(of entries: [LoggedKeys]) -> [ChangeBurst] {
        var bursts: [ChangeBurst] = []
        for entry in entries {
            // With a clock that was set back, too, a new one begins.
            let distance = bursts.last.map { abs(entry.time.milliseconds - $0.first.milliseconds) }
            if distance.map({ $0 > length }) ?? true { bursts.append(ChangeBurst(first: entry.time)) }
            bursts[bursts.count - 1].add(entry.card, entry.keys, at: entry.time)
        }
        return bursts
    }

    mutating func add(_ card: CardID, _ changed: some Sequence<ExactText>, at time: Timestamp) {
        if keys[card] == nil { cards.append(card) }
        keys[card, default: []].formUnion(changed)
        last = max(last, time)
    }
}
