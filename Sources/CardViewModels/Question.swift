public import Cards

/// A question that has to be answered before anything else, with its words and choices.
public enum Question: Hashable, Sendable {
    /// Of these cards, with their name or number.
    case delete([CardID], words: String)
    /// Out of the trash, for good.
    case empty([CardID], words: String)
    case leaveForm(name: String)
    /// What was chosen where both sides changed a card.
    case leaveConflict(name: String)
    /// A form of a program that was cut off.
    case leftover(StoredDraft, name: String)
    /// Cards that were here before the backend was set.
    case sendCards(Int, host: String)

    public enum Answer: Hashable, Sendable { case yes, no, discard, later }

    public struct Choice: Hashable, Sendable {
        public let key: Character
        public let words: String
        public let answer: Answer
    }

    public var title: String {
        switch self {
        case .delete: "Delete"
        case .empty: "Empty the trash"
        case .leaveForm: "Unsaved changes"
        case .leaveConflict: "Unsaved choices"
        case .leftover: "An unfinished form"
        case .sendCards: "A new backend"
        }
    }

    public var words: String {
        switch self {
        case .delete(_, let words): "Delete \(words.shortName)?"
        case .empty(_, let words): "Delete \(words.shortName) for good? Nothing brings that back."
        case .leaveForm(let name):
            "The changes\(name.isEmpty ? "" : " to \(name.shortName)") are not saved. Throw them away?"
        case .leaveConflict(let name):
            "What you chose for \(name.shortName) is not saved. Throw it away?"
        case .leftover(_, let name):
            "The program ended while \(name.isEmpty ? "a card" : name.shortName) was being edited. "
                + "Go on where you were?"
        case .sendCards(let count, let host):
            "\(count == 1 ? "One card was" : "\(count) cards were") here before \(host) was set. "
                + "Send \(count == 1 ? "it" : "them") there?"
        }
    }

    /// The choices; the first is not always the marked one.
    public var choices: [Choice] {
        switch self {
        case .delete, .empty:
            [Choice(key: "y", words: "delete", answer: .yes), Choice(key: "n", words: "keep", answer: .no)]
        case .leaveForm:
            [
                Choice(key: "y", words: "throw away", answer: .yes),
                Choice(key: "n", words: "go on editing", answer: .no),
            ]
        case .leaveConflict:
            [
                Choice(key: "y", words: "throw away", answer: .yes),
                Choice(key: "n", words: "go on choosing", answer: .no),
            ]
        case .leftover:
            [
                Choice(key: "y", words: "go on", answer: .yes), Choice(key: "n", words: "not now", answer: .no),
                Choice(key: "d", words: "throw away", answer: .discard),
            ]
        case .sendCards:
            [
                Choice(key: "y", words: "send", answer: .yes), Choice(key: "n", words: "keep here", answer: .no),
                Choice(key: "l", words: "later", answer: .later),
            ]
        }
    }

    /// What Enter takes: never what loses something.
    public var marked: Answer {
        switch self {
        case .delete, .empty, .leaveForm, .leaveConflict: .no
        case .leftover: .yes
        case .sendCards: .later
        }
    }

    /// What Esc takes.
    public var escape: Answer {
        if case .sendCards = self { .later } else { .no }
    }
}
