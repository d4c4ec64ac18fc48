import Cards

/// Something that is asked over the screen and has to be answered before anything else, with what each answer does.
public struct Prompt: Equatable {
    enum Kind { case delete, emptyTrash, leaveForm, leaveConflict, leftover, sendCards }

    public struct Choice {
        /// The letter that answers with it; another one for each choice.
        public let key: Character
        public let label: String
        let perform: @MainActor () -> Void

        init(_ key: Character, _ label: String, perform: @escaping @MainActor () -> Void = {}) {
            (self.key, self.label, self.perform) = (key, label, perform)
        }
    }

    let kind: Kind
    /// The cards that it is about; none where it is not about certain ones.
    let cards: [CardID]
    public let title: String
    public let text: String
    public let choices: [Choice]
    /// The key of the choice that Enter answers with: never one that loses something.
    public let defaultKey: Character
    /// The key of the choice that Esc answers with.
    public let escapeKey: Character

    init(
        _ kind: Kind, about cards: [CardID] = [], title: String, text: String, choices: [Choice],
        defaultKey: Character = "n", escapeKey: Character = "n"
    ) {
        (self.kind, self.cards, self.title, self.text) = (kind, cards, title, text)
        (self.choices, self.defaultKey, self.escapeKey) = (choices, defaultKey, escapeKey)
    }

    public func choice(_ key: Character) -> Choice? { choices.first { $0.key == key } }

    /// What is asked; what the choices do is not compared.
    public static func == (left: Prompt, right: Prompt) -> Bool {
        (left.kind, left.title, left.text) == (right.kind, right.title, right.text) && left.cards == right.cards
    }
}
