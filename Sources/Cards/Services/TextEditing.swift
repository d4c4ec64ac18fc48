/// Edits a text file with the user's own editor, in the terminal.
public protocol TextEditing: Sendable {
    /// Returns when the editor has ended. Throws a user-facing error if it could not be started or has failed; what it has written until
    /// then is in the file.
    ///
    /// The terminal must have been given back before.
    /// - Parameter line: where the cursor should be, from 1, for editors that accept that; nil for anywhere.
    func edit(_ path: String, line: Int?) async throws -> EditorEnd
}

/// How an editor ended that has not failed.
public enum EditorEnd: Hashable, Sendable {
    case closed
    /// So soon, and with the file as it was, that it is probably still open in a window of its own.
    case atOnce

    /// What an editor needs that ended at once.
    public static let hint = "The editor returned at once: does it need --wait?"
}

/// Has no editor.
public struct NoTextEditor: TextEditing {
    public init() {}
    public func edit(_ path: String, line: Int?) async throws -> EditorEnd { .closed }
}
