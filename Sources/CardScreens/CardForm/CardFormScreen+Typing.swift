import CardViewModels
import Cards
import Terminal

/// What is typed: several characters at once, and texts that replace others.
extension CardFormScreen {
    func type(_ characters: [Character]) -> Int {
        guard case .field(let field) = focus, field != .isStarred else { return 0 }
        let text = characters.prefix { table.command(for: Key($0), on: self) == nil }
        guard text.count > 1 else { return 0 }
        _ = model.endScan()
        clearKindOfNumber()
        edit { $0.type(text) }
        return text.count
    }
    /// Whether a colour was typed that is not saved yet: Enter then goes on, instead of opening the palette.
    var hasTypedColor: Bool {
        let (draft, color) = (model.draft, model.draft.card.color)
        return color != nil && color != draft.saved.color && draft.problems[.color] == nil
    }

    /// Called before text is inserted: it replaces a kind that was set from the number.
    func clearKindOfNumber() {
        if focus == .field(.barcode), model.formatByNumber != nil { edit { $0.setText("") } }
    }
}
