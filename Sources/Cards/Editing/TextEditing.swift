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
    /// Deletes the texts of these cards that programs have left.
    func removeAll(of cards: Set<CardID>) async
}

/// A value with its name, in a text that people edit; the line is that of the name, from 1.
public struct NamedText: Equatable, Sendable {
    public let name: String
    public let text: String
    public let line: Int

    public init(name: String, text: String, line: Int = 1) { (self.name, self.text, self.line) = (name, text, line) }
}

/// Why a line of an edited text cannot be used.
public struct NamedTextProblem: Error, Equatable, Sendable {
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

/// A card that is edited as text: the card and its text as they were, and what the edited text means for the card. It opens no editor
/// and saves nothing.
public struct CardTextEdit: Sendable {
    private static let comment = "Save and close the editor to apply your changes. Without changes, nothing happens."

    /// The card as it was when editing began.
    public let draft: CardDraft
    /// The text as it was then.
    public let before: String

    /// Stands for the secret fields of a card, which are not edited as text: whatever keeps the text keeps none of them.
    private static let secret = NamedText(name: "secret", text: "(unchanged)")

    public init(_ draft: CardDraft, _ format: any NamedTextFormat, hasSecrets: Bool = false) {
        self.draft = draft
        before = format.text(of: draft.namedTexts + (hasSecrets ? [Self.secret] : []), comment: Self.comment)
    }

    /// What an edited text means.
    public enum Reading: Sendable {
        case unchanged
        /// All of it can be used; the values are for ``CardTextEdit/problems(of:in:_:)``.
        case changed(CardDraft, [NamedText])
        case wrong([NamedTextProblem], text: String)
        /// This line is not UTF-8.
        case unreadable(line: Int)
    }

    public func read(_ bytes: [UInt8], _ format: any NamedTextFormat, _ validation: CardValidation) -> Reading {
        if bytes == Array(before.utf8) { return .unchanged }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            return .unreadable(line: (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1)
        }
        var draft = draft
        do throws(NamedTextProblem) {
            let values = try format.values(in: text)
            let secrets = values.filter { $0.name == Self.secret.name }
            let fields = values.filter { $0.name != Self.secret.name }
            let problems = draft.receive(fields) + Self.problems(of: secrets) + Self.missing(in: draft, validation)
            if !problems.isEmpty { return .wrong(problems, text: text) }
            return draft.isChanged ? .changed(draft, fields) : .unchanged
        } catch {
            return .wrong([error], text: text)
        }
    }

    /// The problems of a draft that was rebased on a newer card.
    public static func problems(
        of draft: CardDraft, in values: [NamedText], _ validation: CardValidation
    ) -> [NamedTextProblem] {
        values.problems(of: draft) + missing(in: draft, validation)
    }

    private static func problems(of secrets: [NamedText]) -> [NamedTextProblem] {
        secrets.filter { $0.text != secret.text }.map {
            NamedTextProblem(line: $0.line, reason: "a secret field cannot be changed here; leave \(secret.text)")
        }
    }

    /// What the card lacks now and did not before.
    private static func missing(in draft: CardDraft, _ validation: CardValidation) -> [NamedTextProblem] {
        let before = validation.missing(in: draft.saved, isNew: false)
        return validation.missing(in: draft.card, isNew: false).filter { !before.contains($0) }.map {
            NamedTextProblem(line: 1, reason: "a card needs \($0.description)")
        }
    }
}
