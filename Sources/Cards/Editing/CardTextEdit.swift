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
