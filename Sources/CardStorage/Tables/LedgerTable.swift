internal import Cards

/// The entries of the cards' ledgers. It does not touch the balances; the extensions of ``Tables`` do.
struct LedgerTable {
    let connection: Connection
    /// The day of an instant in the user's zone.
    let day: (Timestamp) -> CalendarDay

    struct Stored {
        let entry: LedgerEntry
        /// Whether no entry that counts cancels it.
        let counts: Bool
    }

    /// The ledgers of cards: what changed their balances. A row outlives its card, so that a deleted card comes back with its ledger.
    ///
    /// - `kind`: `spend`, `receive`, `set` or `cancel`; `value`: the balance that was set; `cancels`: the entry that it cancels.
    /// - `sequence`: the log's entry that it came with; `counts`: whether no entry that counts cancels it. Only this column changes.
    /// - `ledger_order`: the entries that a ledger shows, in its order.
    static let schema = """
        CREATE TABLE ledger (
            row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, card TEXT NOT NULL, kind TEXT NOT NULL, value TEXT,
            cancels TEXT, amount TEXT NOT NULL, currency TEXT, day INTEGER NOT NULL, time INTEGER NOT NULL,
            note TEXT NOT NULL, sequence INTEGER NOT NULL, counts INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX ledger_order ON ledger (card, day, time, id) WHERE cancels IS NULL;
        CREATE INDEX ledger_card ON ledger (card);
        CREATE INDEX ledger_cancels ON ledger (cancels) WHERE cancels IS NOT NULL;
        CREATE INDEX ledger_sequence ON ledger (sequence);
        """

    /// Adds entries of one card, those that are not here already. Returns the entries that count now and did not before, or no longer count.
    func write(_ entries: [LedgerEntry], of card: CardID, sequence: Int64) throws(StoreError) -> [Stored] {
        var added: [LedgerEntry] = []
        var mustSettle = false
        for entry in entries where entry.card == card {
            if let known = try stored(entry.id)?.entry {
                // Devices that note the same change of a backend do so at different times: the first one holds on all of them.
                if LedgerEntry.isBefore(entry, known) { try setTime(of: entry) }
                continue
            }
            let isNamed = try isNamed(entry.id)
            let isRepeated = try holdsEvent(of: entry.id)
            if isNamed || isRepeated || entry.cancelled != nil { mustSettle = true }
            try connection.run(Self.insert) {
                $0.add(entry.id.text)
                $0.add(card.text)
                Self.add(entry.content, to: &$0)
                $0.add(entry.amount)
                $0.add(entry.currency)
                $0.add(entry.day.daysSince1970)
                $0.add(entry.recorded.milliseconds)
                $0.add(entry.note)
                $0.add(sequence)
                $0.add(true)
            }
            added.append(entry)
        }
        guard mustSettle else { return added.map { Stored(entry: $0, counts: true) } }
        let settled = try settle(card)
        let new = Set(added.map(\.id))
        return added.filter { settled.counting.contains($0.id) }.map { Stored(entry: $0, counts: true) }
            + settled.changed.filter { !new.contains($0.entry.id) }
    }

    private func setTime(of entry: LedgerEntry) throws(StoreError) {
        try connection.run(
            "UPDATE ledger SET day = ?, time = ? WHERE id = ?", entry.day.daysSince1970, entry.recorded.milliseconds,
            entry.id.text)
    }

    private static let insert = """
        INSERT INTO ledger (id, card, kind, value, cancels, amount, currency, day, time, note, sequence, counts)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    private static func add(_ content: LedgerEntry.Content, to parameters: inout Parameters) {
        let (value, cancelled): (String?, String?) =
            switch content {
            case .spend, .receive: (nil, nil)
            case .set(let value): (value, nil)
            case .cancel(let id): (nil, id.text)
            }
        parameters.add(content.name)
        parameters.add(value)
        parameters.add(cancelled)
    }

    /// Notes which entries of the card count. Returns all that do, and those for which it changed.
    private func settle(_ card: CardID) throws(StoreError) -> (counting: Set<LedgerEntry.ID>, changed: [Stored]) {
        var links: [Ledger.Link] = []
        var before: Set<LedgerEntry.ID> = []
        try connection.forEach("SELECT id, cancels, amount, counts FROM ledger WHERE card = ?", card.text) { row in
            guard let id = LedgerEntry.ID(row.text()) else { return }
            let cancelled = row.optionalText().flatMap { LedgerEntry.ID($0) }
            links.append(Ledger.Link(id: id, cancelled: cancelled, amount: row.text()))
            if row.flag() { before.insert(id) }
        }
        let counting = Ledger.counting(links)
        var changed: [Stored] = []
        for id in counting.symmetricDifference(before) {
            try connection.run("UPDATE ledger SET counts = ? WHERE id = ?", counting.contains(id), id.text)
            if let stored = try stored(id) { changed.append(stored) }
        }
        return (counting, changed)
    }

    /// Whether an entry that is here cancels this one.
    func isNamed(_ identifier: LedgerEntry.ID) throws(StoreError) -> Bool {
        try connection.first("SELECT 1 FROM ledger WHERE cancels = ?", identifier.text) { _ in true } ?? false
    }

    /// Whether an entry notes the same event.
    /// - Parameter counts: whether it has to count.
    func holdsEvent(of identifier: LedgerEntry.ID, counts: Bool = false) throws(StoreError) -> Bool {
        // "g" comes after all digits.
        try connection.first(
            "SELECT 1 FROM ledger WHERE id >= ? AND id < ? AND counts >= ?", identifier.event, identifier.event + "g",
            counts
        ) { _ in true } ?? false
    }

    /// Removes all entries of a card that is deleted for good.
    /// - Parameter isShared: whether other devices have entries. Then the last row of the table stays, without values and of no card, until another
    ///   one follows: a new entry in its place would pass for one that they have.
    func remove(_ card: CardID, isShared: Bool) throws(StoreError) {
        guard isShared else { return try connection.run("DELETE FROM ledger WHERE card = ?", card.text) }
        try connection.run(
            "DELETE FROM ledger WHERE card IN (?, '') AND row < (SELECT max(row) FROM ledger)", card.text)
        try connection.run(
            """
            UPDATE ledger SET id = ?, card = '', kind = 'spend', value = NULL, cancels = NULL, amount = '0', currency = NULL, day = 0,
                time = 0, note = '', sequence = 0, counts = FALSE
            WHERE card = ?
            """, LedgerEntry.ID.random().text, card.text)
    }

    /// Entries that came without a change of the card belong to no entry of the log.
    func detach(_ sequence: Int64) throws(StoreError) {
        try connection.run("UPDATE ledger SET sequence = 0 WHERE sequence = ?", sequence)
    }

    // MARK: - Reading

    func stored(_ identifier: LedgerEntry.ID) throws(StoreError) -> Stored? {
        try connection.first("\(Self.select) WHERE id = ?", identifier.text) { Self.stored(from: &$0) }.flatMap { $0 }
    }

    /// The entries that came with this entry of the log.
    func entries(with sequence: Int64) throws(StoreError) -> [LedgerEntry] {
        try connection.all("\(Self.select) WHERE sequence = ? ORDER BY row", sequence) { Self.stored(from: &$0)?.entry }
    }

    /// The first entries in rows after this one, those that cancel others included, as they were written, and the row up to which these
    /// are; nil where none follow.
    func entries(after row: Int64, limit: Int) throws(StoreError) -> (entries: [LedgerEntry], last: Int64)? {
        let last = try connection.first(
            "SELECT max(row) FROM (SELECT row FROM ledger WHERE row > ? ORDER BY row LIMIT ?)"
        ) {
            $0.add(row)
            $0.add(limit)
        } read: {
            $0.optionalNumber()
        }.flatMap { $0 }
        guard let last else { return nil }
        let entries: [LedgerEntry] = try connection.all("\(Self.select) WHERE row > ? AND row <= ? ORDER BY row") {
            $0.add(row)
            $0.add(last)
        } read: {
            Self.stored(from: &$0)?.entry
        }
        return (entries, last)
    }

    func lastRow() throws(StoreError) -> Int64 {
        try connection.first("SELECT max(row) FROM ledger") { $0.number() } ?? 0
    }

    /// All entries of a card, those that cancel others included, as they were written.
    func entries(of card: CardID) throws(StoreError) -> [LedgerEntry] {
        try connection.all("\(Self.select) WHERE card = ? ORDER BY row", card.text) { Self.stored(from: &$0)?.entry }
    }

    /// What was spent on all cards and counts.
    func spendings() throws(StoreError) -> [Spending] {
        try connection.all("SELECT card, day, amount, currency FROM ledger WHERE kind = 'spend' AND counts = 1") {
            row -> Spending? in
            let (card, day, amount) = (CardID(row.text()), Int(clamping: row.number()), row.text())
            // An entry is what it adds to the balance.
            guard let card, let added = ExactDecimal(amount),
                (CalendarDay.first.daysSince1970...CalendarDay.last.daysSince1970).contains(day)
            else { return nil }
            let spent = Balance(amount: (-added).text, currency: row.optionalText())
            return Spending(card: card, day: CalendarDay(daysSince1970: day), spent: spent)
        }
    }

    /// Up to `limit` entries of a card that cancel no others, the newest first.
    /// - Parameter last: the entry after which they come; nil for the newest ones.
    func page(of card: CardID, after last: LedgerEntry?, limit: Int) throws(StoreError) -> [Stored] {
        try connection.all(last == nil ? Self.selectFirst : Self.selectNext) {
            $0.add(card.text)
            if let last {
                $0.add(last.day.daysSince1970)
                $0.add(last.recorded.milliseconds)
                $0.add(last.id.text)
            }
            $0.add(limit)
        } read: {
            Self.stored(from: &$0)
        }
    }

    static let selectFirst = "\(selectShown) \(order)"
    static let selectNext = "\(selectShown) AND (day, time, id) < (?, ?, ?) \(order)"
    private static let selectShown = "\(select) WHERE card = ? AND cancels IS NULL"
    private static let order = "ORDER BY day DESC, time DESC, id DESC LIMIT ?"
    private static let select = """
        SELECT id, card, kind, value, cancels, amount, currency, day, time, note, counts FROM ledger
        """

    private static func stored(from row: inout Row) -> Stored? {
        let (identifier, owner, kind) = (row.text(), row.text(), row.text())
        let (value, cancelled) = (row.optionalText(), row.optionalText())
        let (amount, currency, day) = (row.text(), row.optionalText(), CalendarDay(stored: row.number()))
        let (time, note, counts) = (row.number(), row.text(), row.flag())
        guard let id = LedgerEntry.ID(identifier), let card = CardID(owner), let day else { return nil }
        let content: LedgerEntry.Content
        switch kind {
        case "spend": content = .spend
        case "receive": content = .receive
        case "set": content = .set(value ?? "")
        case "cancel":
            guard let target = cancelled.flatMap({ LedgerEntry.ID($0) }) else { return nil }
            content = .cancel(target)
        default: return nil
        }
        let entry = LedgerEntry(
            id: id, card: card, content, amount: amount, currency: currency, day: day,
            recorded: Timestamp(clamping: time), note: note)
        return Stored(entry: entry, counts: counts)
    }
}
