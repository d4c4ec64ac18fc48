internal import Cards

/// The ranges of log entries that one call made, and which of these steps can be undone or redone. What happened is in the log.
struct StepTable {
    let connection: Connection

    /// What made the entries.
    enum Kind: String {
        case change, restore, undo, redo
        case importing = "import"
        /// The archive of expired cards.
        case expiry
        /// Of one card; the source is the day of the month that was meant, where the last day is another one.
        case renewal
    }

    /// The command that can revert a step. The newest step on a stack is reverted first.
    enum Stack: String {
        case undo, redo
    }

    struct Entry {
        /// Its first and last entry in the log.
        let first: Int64
        let last: Int64
        let kind: Kind
        /// The user's step that it undoes or redoes, or the step itself.
        let origin: Int64
    }

    /// - Parameters:
    ///   - origin: nil for a new action of the user.
    ///   - source: of an import the program that wrote the file, if it was another one; see ``Kind/renewal``.
    func add(
        first: Int64, last: Int64, kind: Kind, origin: Int64?, source: String? = nil, to stack: Stack
    ) throws(StoreError) {
        try connection.run(
            "INSERT INTO step (first, last, kind, origin, source, stack) VALUES (?, ?, ?, ?, ?, ?)", first, last,
            kind.rawValue, origin ?? first, source, stack.rawValue)
    }

    func entry(_ first: Int64) throws(StoreError) -> Entry? {
        try connection.first("SELECT first, last, kind, origin FROM step WHERE first = ?", first) {
            Self.entry(from: &$0)
        }
    }

    /// The last steps, the newest first, on a stack or not.
    func last(_ limit: Int) throws(StoreError) -> [Entry] {
        try connection.all("SELECT first, last, kind, origin FROM step ORDER BY first DESC LIMIT ?", limit) {
            Self.entry(from: &$0)
        }
    }

    func top(of stack: Stack) throws(StoreError) -> Entry? {
        try connection.first(Self.selectTop, stack.rawValue) { Self.entry(from: &$0) }
    }

    static let selectTop = "SELECT first, last, kind, origin FROM step WHERE stack = ? ORDER BY first DESC LIMIT 1"

    /// Removes the step from its stack.
    func drop(_ step: Entry) throws(StoreError) {
        try connection.run("UPDATE step SET stack = NULL WHERE first = ?", step.first)
    }

    func clear(_ stack: Stack) throws(StoreError) {
        try connection.run("UPDATE step SET stack = NULL WHERE stack = ?", stack.rawValue)
    }

    private static func entry(from row: inout Row) -> Entry {
        Entry(
            first: row.number(), last: row.number(), kind: Kind(rawValue: row.text()) ?? .change, origin: row.number())
    }
}
