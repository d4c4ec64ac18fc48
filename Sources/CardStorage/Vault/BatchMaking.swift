internal import Cards

/// Makes batches of what was changed here since the last one: first the cards from before the store joined, then what the log names. Runs
/// in a transaction of the caller; what it made is in the tables of batches and versions then.
struct BatchMaking {
    private let tables: Tables
    private let numbers: VaultNumbers
    private let now: Timestamp
    private var vault: VaultTable.Entry
    private var known: VersionVector
    private let device: DeviceID
    /// What waits for the next batch, and its size.
    private var changes: [BatchedChange] = []
    private var texts: [[UInt8]] = []
    private var bytes = 0
    private(set) var made = 0

    /// Nil where the store is in no vault.
    init?(_ tables: Tables, at time: Timestamp) throws(StoreError) {
        guard let vault = try tables.vault.entry() else { return nil }
        let numbers = try VaultNumbers(tables.vault.connection)
        guard let device = numbers.device(numbered: vault.device) else { return nil }
        self.tables = tables
        self.numbers = numbers
        self.vault = vault
        self.device = device
        now = time
        known = try tables.vault.known()
    }

    /// Makes at most about so many batches. Returns whether more is left.
    mutating func make(atMost maximum: Int) throws(StoreError) -> Bool {
        var isLeft = true
        while isLeft, made < maximum {
            try tables.checkCancellation()
            isLeft = try vault.nextRow <= vault.lastRow ? takeOldCards() : takeLoggedChanges()
        }
        // What is in the versions of a card already must be in a batch.
        try close(at: now)
        try tables.vault.write(vault)
        return isLeft
    }

    // MARK: - What is to be sent

    private static let page = 500

    /// The next cards from before the store joined.
    private mutating func takeOldCards() throws(StoreError) -> Bool {
        let rows = try tables.cards.rows(vault.nextRow...vault.lastRow, limit: Self.page)
        for (_, card) in rows { try add(card.identifier, card, keys: [SharedFields.all], entries: nil, at: now) }
        vault.nextRow = rows.count < Self.page ? vault.lastRow + 1 : (rows.last?.row ?? vault.lastRow) + 1
        if vault.nextRow > vault.lastRow { try close(at: now) }
        return true
    }

    /// The next entries of the log, then those of the ledger that came meanwhile, and marked fields. Returns whether more is left.
    private mutating func takeLoggedChanges() throws(StoreError) -> Bool {
        let logged = try tables.log.changedKeys(after: vault.sequence, limit: 4 * Self.page)
        var bursts = ChangeBurst.bursts(of: logged.entries)
        var entries: [CardID: [LedgerEntry]] = [:]
        var withEntries: Int?
        var isLeft = !logged.isLast
        if logged.isLast {
            let ledger = try tables.ledger.entries(after: vault.ledgerRow, limit: 4 * Self.page)
            vault.ledgerRow = ledger?.last ?? vault.ledgerRow
            isLeft = try vault.ledgerRow < tables.ledger.lastRow()
            // When something was marked is not known: that is a batch of its own, which gives no other change its time.
            var marked = ChangeBurst(first: now)
            if !isLeft { for (card, key) in try tables.vault.marks() { marked.add(card, [ExactText(key)], at: now) } }
            if !isLeft {
                for card in try tables.sharedSecrets.sealed() { marked.add(card, [SharedFields.secrets], at: now) }
            }
            var last = bursts.popLast() ?? ChangeBurst(first: now)
            for entry in ledger?.entries ?? [] {
                last.add(entry.card, [], at: entry.recorded)
                entries[entry.card, default: []].append(entry)
            }
            withEntries = bursts.count
            bursts += [last, marked]
        }
        for (index, burst) in bursts.enumerated() {
            // A clock that was ahead meanwhile is right again.
            let time = min(burst.last, now)
            for card in burst.cards {
                let new = index == withEntries ? entries[card] ?? [] : []
                try add(card, tables.cards.entry(card)?.card, keys: burst.keys[card] ?? [], entries: new, at: time)
            }
            try close(at: time)
        }
        vault.sequence = logged.last
        if !isLeft { try tables.vault.removeMarks() }
        return isLeft
    }

    // MARK: - One card

    /// - Parameter card: nil for one that is deleted.
    /// - Parameter entries: those of its ledger that are new; nil for all.
    /// - Parameter time: that of a batch that is full before it.
    private mutating func add(
        _ identifier: CardID, _ card: Card?, keys: Set<ExactText>, entries: [LedgerEntry]?, at time: Timestamp
    ) throws(StoreError) {
        var versions = try tables.versions.versions(of: identifier, numbers)
        let isOfSecrets = keys == [SharedFields.secrets]
        var change = BatchedChange(identifier, isDeletion: card == nil && !isOfSecrets)
        let isWhole = keys.contains(SharedFields.all)
        change.entries = try entries == nil || isWhole ? tables.ledger.entries(of: identifier) : entries ?? []
        if card != nil, isWhole || keys.contains(SharedFields.reminders) {
            change.reminders = try tables.reminders.all(of: identifier)
        }
        if isWhole || keys.contains(SharedFields.secrets) {
            change.secrets = try tables.sharedSecrets.sealed(of: identifier)
            // They follow as soon as they are encrypted.
            if change.secrets == nil { try tables.sharedSecrets.send(identifier) }
        }
        if let card {
            let fields = isWhole ? wholeKeys(of: card, versions) : keys
            try fill(&change, from: card, keys: fields, isWhole: isWhole, versions)
            if !change.isEmpty {
                change.imported = try SharedImports(tables).values(of: card, among: change.values.keys)
            }
        } else if !versions.isAlive {
            // It came and went before anybody else knew it. Its ledger stays here, and counts if another device has such a card.
            change.isDeletion = false
        }
        if change.isEmpty { return }
        let id = BatchID(device, known[device] + 1)
        let text = change.bytes
        if bytes + text.count > ChangeBatch.usualBytes, !changes.isEmpty {
            try close(at: time)
            return try add(identifier, card, keys: keys, entries: entries, at: time)
        }
        let hadConflicts = !versions.hidden.isEmpty
        if !change.isOfSecrets {
            versions.record(change, as: id, seen: known)
            try tables.versions.write(versions, of: identifier, numbers)
        }
        // Deleting a card and bringing it back dropped them here.
        if hadConflicts { _ = try DeviceConflicts(tables, numbers).update(of: identifier, versions) }
        if change.secrets != nil { try tables.sharedSecrets.removeSealed(of: identifier) }
        changes.append(change)
        texts.append(text)
        bytes += text.count
    }

    /// Every field with a value, and those that had one.
    private func wholeKeys(of card: Card, _ versions: CardVersions) -> Set<ExactText> {
        Set(card.filledFields.map { SharedFields.key(of: $0) ?? SharedFields.groups }).union(versions.shown.keys)
            .union([SharedFields.groups])
    }

    private func fill(
        _ change: inout BatchedChange, from card: Card, keys: Set<ExactText>, isWhole: Bool, _ versions: CardVersions
    ) throws(StoreError) {
        let apart: Set = [SharedFields.groups, SharedFields.reminders, SharedFields.secrets, CardVersions.balanceKey]
        for key in keys.subtracting(apart) {
            change.values[key] = SharedFields.value(of: key, in: card)
        }
        if keys.contains(CardVersions.balanceKey) || keys.contains("currency") || !change.entries.isEmpty {
            let ledger = Ledger(try tables.ledger.entries(of: card.identifier))
            let shared = SharedBalance(
                card.balance, entries: ledger.sum(in: card.currency), hasEntries: !ledger.entries.isEmpty)
            // What was spent is in the entries. A card that is sent whole has its balance with it.
            if isWhole && keys.contains(CardVersions.balanceKey) || !shared.isSame(as: versions.balance) {
                change.values[CardVersions.balanceKey] = shared.json
            }
            if !change.entries.isEmpty { change.values["modified"] = SharedFields.value(of: "modified", in: card) }
        }
        for (key, value) in change.values {
            // A conflict stays one until somebody chooses: the value that was chosen is hidden no longer. Nor is one that only this device set:
            // it has changed its mind.
            let siblings = (versions.hidden[key] ?? []).filter { sibling in
                sibling.value != value && sibling.batches.contains { $0.device != device }
            }
            if !siblings.isEmpty { change.beside[key] = siblings.flatMap(\.batches) }
        }
        guard keys.contains(SharedFields.groups) else { return }
        let (now, before) = (Set(card.groups.map { ExactText($0) }), Set(versions.groups.keys))
        change.addedGroups = now.subtracting(before).map(\.text)
        change.removedGroups = before.subtracting(now).map(\.text)
    }

    // MARK: - The batch

    private mutating func close(at time: Timestamp) throws(StoreError) {
        if changes.isEmpty { return }
        let number = known[device] + 1
        vault.time = vault.time.next(at: time)
        let name = try tables.vault.devices().first { $0.id == device }?.name
        let time = try timeOverSiblings(vault.time)
        let batch = ChangeBatch(
            vault: vault.vault, id: BatchID(device, number), time: time, seen: known, changes: changes,
            deviceName: name.flatMap { $0.isEmpty ? nil : $0 })
        let body = batch.bytes(of: texts)
        try tables.batches.add(
            BatchTable.Entry(
                device: vault.device, number: number, time: time, hash: ObjectHash(of: body),
                photos: batch.photos, body: body))
        try tables.vault.setReceived(number, of: vault.device)
        known[device] = number
        made += 1
        (changes, texts, bytes) = ([], [], 0)
    }
}

extension BatchMaking {
    /// A value that was set beside concurrent ones shows before them everywhere, also where their clock is years ahead of ours.
    private func timeOverSiblings(_ time: HybridTime) throws(StoreError) -> HybridTime {
        var latest = time
        for batch in Set(changes.flatMap { $0.beside.values.joined() }) {
            let other = try tables.batches.time(batch.number, of: numbers.device(batch.device))
            if let other, other >= latest { latest = other.next(at: Timestamp(milliseconds: 0)) }
        }
        return latest
    }
}

extension CardTable {
    /// The cards in these rows, in their order.
    fileprivate func rows(
        _ rows: ClosedRange<Int64>, limit: Int
    ) throws(StoreError) -> [(row: Int64, card: Card)] {
        try connection.all(Self.selectRows, rows.lowerBound, rows.upperBound, limit) { row in
            let (number, identifier) = (row.number(), CardID(row.text()))
            return identifier.map { (row: number, card: CardColumns.card($0, from: &row)) }
        }
    }

    private static let selectRows =
        "SELECT row, id, \(CardColumns.list) FROM card WHERE row BETWEEN ? AND ? ORDER BY row LIMIT ?"
}

extension ChangeLog {
    /// The fields that entries of the log changed, without those that other devices made.
    fileprivate func changedKeys(
        after sequence: Int64, limit: Int
    ) throws(StoreError) -> (entries: [LoggedKeys], last: Int64, isLast: Bool) {
        var (last, count) = (sequence, 0)
        var entries: [LoggedKeys] = []
        try connection.forEach(
            "SELECT sequence, device, card, previous IS NULL, fields, time FROM change WHERE sequence > ? ORDER BY sequence LIMIT ?",
            sequence, limit
        ) { row in
            (last, count) = (row.number(), count + 1)
            let (device, card, isNew) = (row.text(), CardID(row.text()), row.flag())
            guard let card, !device.hasPrefix(Self.devicePrefix) else { return }
            let (fields, time) = (row.optionalBytes(), Timestamp(clamping: row.number()))
            let keys = isNew ? nil : fields.flatMap { (try? JSONParser.parse($0))?.object?.keys }
            entries.append(
                LoggedKeys(
                    card: card, keys: keys?.filter { $0 != "identifier" } ?? [SharedFields.all], time: time))
        }
        return (entries, last, count < limit)
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
