import Terminal

/// A screen with a line in which a search is typed above its rows: which keys the line takes, and what they do.
@MainActor
protocol SearchingScreen: TableScreen {
    /// The commands while the search is typed.
    var searchTable: CommandTable<Self> { get }
    /// What is searched for.
    var editor: LineEditor { get set }
    var isTyping: Bool { get set }

    /// Shows what the text finds; everything for an empty one.
    func find(_ text: String)
}

extension SearchingScreen {
    var acceptsText: Bool { isTyping }

    /// First those of the search while it is typed.
    var commands: [CommandSection] {
        let sections = table.sections(on: self, reaches: isCommandKey)
        guard isTyping else { return sections }
        return searchTable.sections(on: self) { $0.typedCharacter == nil } + sections
    }

    /// Whether the key is a command of the search, or changes its text.
    func isSearchKey(_ key: Key) -> Bool {
        var editor = editor
        return searchTable.command(for: key, on: self) != nil || editor.handle(key)
    }

    /// Handles a key while the search is typed; false for one that neither the line nor its commands take.
    func handleTyping(_ key: Key) -> Bool {
        if key.typedCharacter == nil, searchTable.perform(key, on: self) { return true }
        if key == Key(.backspace), editor.isEmpty {
            isTyping = false
            return true
        }
        guard editor.handle(key) else { return false }
        find(editor.text)
        return true
    }

    /// Adds characters that were typed together.
    func typeIntoSearch(_ characters: [Character]) -> Int {
        editor.type(characters[...])
        find(editor.text)
        return characters.count
    }

    /// Pasted text has no meaning while no search is typed.
    func pasteIntoSearch(_ text: String) {
        guard isTyping else { return }
        editor.insert(text)
        find(editor.text)
    }

    func clearSearch() {
        isTyping = false
        editor = .query()
        find("")
    }
}
