/// Edits a text file with the user's own editor, in the terminal.
public protocol TextEditing: Sendable {
    /// Returns when the editor has ended. Throws a user-facing error if it could not be started or has failed.
    ///
    /// The terminal must have been given back before.
    /// - Parameter line: where the cursor should be, from 1, for editors that accept that; nil for anywhere.
    func edit(_ path: String, line: Int?) async throws

    /// Edits a text in a file of its own, which nobody else can read and which is deleted afterwards.
    /// - Parameter suffix: of the file's name, from which editors recognize the kind of text.
    /// - Returns: the edited text.
    func edit(text: String, suffix: String) async throws -> String
}

/// Has no editor.
public struct NoTextEditor: TextEditing {
    public init() {}
    public func edit(_ path: String, line: Int?) async throws {}
    public func edit(text: String, suffix: String) async throws -> String { text }
}
