/// A text in a file of its own, for an editor.
public struct EditedText: Sendable {
    public let path: String
    /// What is needed to go on with it in another run; `.null` for nothing to go on with, nil if that cannot be read.
    public let note: JSON?
    /// Whether an editor has left files beside it: a backup, or what it could not save.
    public let hasOtherFiles: Bool

    public init(path: String, note: JSON?, hasOtherFiles: Bool = false) {
        (self.path, self.note, self.hasOtherFiles) = (path, note, hasOtherFiles)
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
