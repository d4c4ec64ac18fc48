import CardViewModels
import Cards
import Terminal

/// Typed text that is more than a key in a field: several characters at once, and one that replaces a text.
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
    /// Called before text is inserted: it replaces a kind that was set from the number.
    func clearKindOfNumber() {
        if focus == .field(.barcode), model.formatByNumber != nil { edit { $0.setText("") } }
    }
}
