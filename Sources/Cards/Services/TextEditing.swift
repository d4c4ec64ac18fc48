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
    public static let hint = "The editor returned immediately: does it need --wait?"
}

/// Has no editor.
public struct NoTextEditor: TextEditing {
    public init() {}
    public func edit(_ path: String, line: Int?) async throws -> EditorEnd { .closed }
}

/// A text in a file of its own, for an editor.
public struct EditedText: Sendable {
    public let path: String
    /// What is needed to go on with it in another run; `.null` for nothing to go on with, nil if that cannot be read.
    public let note: JSON?
    /// Whether an editor has left files beside it: a backup, or what it could not save.
    public let hasOtherFiles: Bool

    public init(path: String, note: JSON?, hasOtherFiles: Bool = false) {
        self.path = path
        self.note = note
        self.hasOtherFiles = hasOtherFiles
    }
}

/// Keeps texts on the disk while they are edited, readable by their owner only, and until they are discarded: also when the program
/// ends. The functions throw user-facing errors.
public protocol EditedTextKeeping: Sendable {
    func keep(_ text: String, note: JSON) async throws -> EditedText
    /// The text as an editor has left it.
    func bytes(of text: EditedText) async throws -> [UInt8]
    func replace(_ text: EditedText, with new: String) async throws
    /// Deletes it with all that an editor has put beside it.
    func discard(_ text: EditedText) async
    /// The texts of programs that have ended.
    func leftovers() async -> [EditedText]
}

/// Keeps nothing, for tests that edit no text.
public struct NoEditedTexts: EditedTextKeeping {
    public init() {}
    public func keep(_ text: String, note: JSON) async throws -> EditedText { EditedText(path: "", note: note) }
    public func bytes(of text: EditedText) async throws -> [UInt8] { [] }
    public func replace(_ text: EditedText, with new: String) async throws {}
    public func discard(_ text: EditedText) async {}
    public func leftovers() async -> [EditedText] { [] }
}

/// A value with its name, in a text that people edit; the line is that of the name, from 1.
public struct NamedText: Hashable, Sendable {
    public let name: String
    public let text: String
    public let line: Int

    public init(name: String, text: String, line: Int = 1) { (self.name, self.text, self.line) = (name, text, line) }
}

/// Why a line of an edited text cannot be used.
public struct NamedTextProblem: Error, Hashable, Sendable {
    public let line: Int
    public let reason: String

    public init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
}

/// Writes and reads named values as a text for an editor.
public protocol NamedTextFormat: Sendable {
    /// - Parameter comment: a sentence for whoever edits it, at the beginning.
    func text(of values: [NamedText], comment: String) -> String

    /// The values in the order of the text.
    func values(in text: String) throws(NamedTextProblem) -> [NamedText]

    /// The text with a comment before each line that has a problem, and without those of earlier problems.
    func text(_ text: String, explaining problems: [NamedTextProblem]) -> String
}

/// Formats nothing, for tests that edit no text.
public struct NoNamedTexts: NamedTextFormat {
    public init() {}
    public func text(of values: [NamedText], comment: String) -> String { "" }
    public func values(in text: String) throws(NamedTextProblem) -> [NamedText] { [] }
    public func text(_ text: String, explaining problems: [NamedTextProblem]) -> String { text }
}
