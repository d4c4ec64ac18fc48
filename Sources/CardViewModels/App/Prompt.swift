import Cards

/// A prompt over the screen, which must be answered before anything else, with what each answer does.
public struct Prompt: Equatable {
    enum Kind {
        case delete, deleteGroup, emptyTrash, leaveForm, leaveConflict, leftover, sendCards, replaceFile, editAgain,
            forgetUses, forgetSecret,
            settleAbsent, book, restore, share, bothChanged, renameImported, leaveImport,
            keepPicture, useCode, fetchElsewhere, askIssuer
    }

    public struct Choice {
        /// The letter that picks this choice; unique among the choices.
        public let key: Character
        public let label: String
        let perform: @MainActor () -> Void

        init(_ key: Character, _ label: String, perform: @escaping @MainActor () -> Void = {}) {
            self.key = key
            self.label = label
            self.perform = perform
        }
    }

    let kind: Kind
    /// The cards that the prompt is about; may be empty.
    let cards: [CardID]
    public let title: String
    public let text: String
    /// Said beneath the text, with the commands that it offers; nil for nothing.
    public let note: Message?
    /// Whether one of the choices loses something that nothing brings back.
    public let isIrreversible: Bool
    public let choices: [Choice]
    /// The key of the choice that Enter picks: never one that loses something.
    public let defaultKey: Character
    /// The key of the choice that Esc picks.
    public let escapeKey: Character

    init(
        _ kind: Kind, about cards: [CardID] = [], title: String, text: String, note: Message? = nil,
        isIrreversible: Bool = false, choices: [Choice], defaultKey: Character = "n", escapeKey: Character = "n"
    ) {
        self.kind = kind
        self.cards = cards
        self.title = title
        self.text = text
        self.note = note
        self.isIrreversible = isIrreversible
        self.choices = choices
        self.defaultKey = defaultKey
        self.escapeKey = escapeKey
    }

    public func choice(_ key: Character) -> Choice? { choices.first { $0.key == key } }

    /// Compares what is asked; the actions of the choices are closures and not compared.
    public static func == (left: Prompt, right: Prompt) -> Bool {
        (left.kind, left.title, left.text) == (right.kind, right.title, right.text) && left.cards == right.cards
    }
}
