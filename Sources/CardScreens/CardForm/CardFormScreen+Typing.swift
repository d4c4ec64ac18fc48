import CardViewModels
import Cards
import Terminal

/// Text that arrives faster than frames are drawn.
extension CardFormScreen {
    func type(_ characters: [Character]) -> Int {
        guard case .field(let field) = focus, field != .isStarred else { return 0 }
        let text = characters.prefix { table.command(for: Key($0), on: self) == nil }
        guard text.count > 1 else { return 0 }
        _ = model.endScan()
        edit { $0.type(text) }
        return text.count
    }
}
