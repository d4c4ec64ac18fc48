internal import Cards

/// The backends that the store was connected to, by URL; and, as the other side of conflicts only, the programs whose files and the devices
/// that contradicted changes made here: see ``BackendID/init(filesOf:)`` and ``BackendID/init(device:)``.
struct BackendTable {
    let connection: Connection

    struct Entry {
        /// Identifies the backend in the other tables.
        let number: Int64
        var consent: BackendConsent
        /// The last change before the backend became known.
        let since: Int64
        var validators: ListValidators?
        var lastSync: Timestamp?
        /// Whether it stands for files or another device: it has no shadows, and nothing is pending for it.
        var isOnlyConflictSide = false

        /// The pending cards up to this change are not sent before the user was asked.
        var heldUpTo: Int64 { consent == .unasked ? since : -1 }

        /// Whether a card last changed at this sequence may be pending: not an old card whose upload the user declined.
        func mayBePending(changedAt sequence: Int64) -> Bool { consent != .declined || sequence > since }
    }

    private static let columns =
        "number, consent, since, entity_tag, last_modified, last_sync, url LIKE 'file:%' OR url LIKE 'device:%'"

    private static let isBackend = "url NOT LIKE 'file:%' AND url NOT LIKE 'device:%'"

    /// Backends, and the other sides of conflicts.
    func all() throws(StoreError) -> [Entry] {
        try connection.all("SELECT \(Self.columns) FROM backend ORDER BY number", read: Self.entry)
    }

    /// Those that cards are uploaded to. There may be thousands of other sides of conflicts.
    func receiving() throws(StoreError) -> [Entry] {
        try connection.all(
            "SELECT \(Self.columns) FROM backend WHERE \(Self.isBackend) ORDER BY number", read: Self.entry)
    }

    /// Those of backends, without files, in the order in which they became known.
    func identifiers() throws(StoreError) -> [BackendID] {
        try connection.all("SELECT url FROM backend WHERE \(Self.isBackend) ORDER BY number") {
            BackendID(normalizedURL: $0.text())
        }
    }

    /// The address of a backend; nil for one that is not known.
    func address(_ number: Int64) throws(StoreError) -> String? {
        try connection.first("SELECT url FROM backend WHERE number = ?", number) { $0.text() }
    }

    func entry(_ backend: BackendID) throws(StoreError) -> Entry? {
        try connection.first("SELECT \(Self.columns) FROM backend WHERE url = ?", backend.text) {
            Self.entry(from: &$0)
        }
    }

    func add(_ backend: BackendID, consent: BackendConsent, since: Int64) throws(StoreError) -> Entry {
        try connection.run(
            "INSERT INTO backend (url, consent, since) VALUES (?, ?, ?)", backend.text, consent.rawValue, since)
        return Entry(
            number: connection.lastInsertedRow, consent: consent, since: since,
            isOnlyConflictSide: backend.program != nil || backend.device != nil)
    }

    func setConsent(_ consent: BackendConsent, for entry: Entry) throws(StoreError) {
        try connection.run("UPDATE backend SET consent = ? WHERE number = ?", consent.rawValue, entry.number)
    }

    func setValidators(_ validators: ListValidators?, for entry: Entry) throws(StoreError) {
        try connection.run(
            "UPDATE backend SET entity_tag = ?, last_modified = ? WHERE number = ?", validators?.entityTag,
            validators?.lastModified, entry.number)
    }

    /// Version 14: of the last list of cards.
    static let lists = """
        ALTER TABLE backend ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE backend ADD COLUMN doubled INTEGER NOT NULL DEFAULT 0;
        """

    func setList(skipped: Int, doubled: Int, for entry: Entry) throws(StoreError) {
        try connection.run(
            "UPDATE backend SET skipped = ?, doubled = ? WHERE number = ?", skipped, doubled, entry.number)
    }

    func list(of entry: Entry) throws(StoreError) -> (skipped: Int, doubled: Int) {
        try connection.first("SELECT skipped, doubled FROM backend WHERE number = ?", entry.number) {
            ($0.count(), $0.count())
        } ?? (0, 0)
    }

    func setLastSync(_ time: Timestamp, for entry: Entry) throws(StoreError) {
        try connection.run("UPDATE backend SET last_sync = ? WHERE number = ?", time.milliseconds, entry.number)
    }

    /// The shadows differ from the last list from now on: the next list has to be downloaded completely, even if it is identical
    /// to that one.
    func forgetValidators(of entry: Entry) throws(StoreError) {
        if entry.validators != nil { try setValidators(nil, for: entry) }
    }

    private static func entry(from row: inout Row) -> Entry {
        let (number, consent, since) = (row.number(), row.text(), row.number())
        // An unknown value must not cause uploads.
        return Entry(
            number: number, consent: BackendConsent(rawValue: consent) ?? .unasked, since: since,
            validators: ListValidators(entityTag: row.optionalText(), lastModified: row.optionalText()),
            lastSync: row.optionalNumber().map { Timestamp(clamping: $0) }, isOnlyConflictSide: row.flag())
    }
}
