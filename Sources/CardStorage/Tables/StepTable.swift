internal import Cards

/// Which entries of the log one call made, and which of these steps may be undone or done again. It says nothing of what
/// happened; the log does.
struct StepTable {
    let connection: Connection

    /// What made the entries.
    enum Kind: String {
        case change, restore, undo, redo
    }

    /// Who may take a step back. The newest on each stack comes first.
    enum Stack: String {
        case undo, redo
    }

    struct Entry {
        /// The places of its first and last entry in the log.
        let first: Int64
        let last: Int64
        let kind: Kind
        /// The user's step that it is about.
        let origin: Int64
    }

    /// `origin` nil: a step that the user made just now.
    func add(first: Int64, last: Int64, kind: Kind, origin: Int64?, to stack: Stack) throws(StoreError) {
        try connection.run("INSERT INTO step (first, last, kind, origin, stack) VALUES (?, ?, ?, ?, ?)") {
            $0.add(first)
            $0.add(last)
            $0.add(kind.rawValue)
            $0.add(origin ?? first)
            $0.add(stack.rawValue)
        }
    }

    func entry(_ first: Int64) throws(StoreError) -> Entry? {
        try connection.first("SELECT first, last, kind, origin FROM step WHERE first = ?") {
            $0.add(first)
        } read: {
            Self.entry(from: &$0)
        }
    }

    func top(of stack: Stack) throws(StoreError) -> Entry? {
        try connection.first(Self.selectTop) {
            $0.add(stack.rawValue)
        } read: {
            Self.entry(from: &$0)
        }
    }

    static let selectTop = "SELECT first, last, kind, origin FROM step WHERE stack = ? ORDER BY first DESC LIMIT 1"

    /// Takes the step off its stack.
    func drop(_ step: Entry) throws(StoreError) {
        try connection.run("UPDATE step SET stack = NULL WHERE first = ?") { $0.add(step.first) }
    }

    func clear(_ stack: Stack) throws(StoreError) {
        try connection.run("UPDATE step SET stack = NULL WHERE stack = ?") { $0.add(stack.rawValue) }
    }

    private static func entry(from row: inout Row) -> Entry {
        Entry(
            first: row.number(), last: row.number(), kind: Kind(rawValue: row.text()) ?? .change, origin: row.number())
    }
}
