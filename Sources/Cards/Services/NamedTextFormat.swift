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
