import CardViewModels
import Cards
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

/// The search line; it replaces the title while there is a search. Invalid filter words are styled as such.
struct FilterLine {
    let editor: LineEditor
    let filter: CardFilter
    /// Whether keys are typed into it.
    let isTyping: Bool
    /// The number of matches, at the right: the first variant that leaves space to type.
    let counts: [SafeText]

    func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let right = counts.first { $0.width + 2 <= area.columns / 2 } ?? ""
        let field = area.inset(left: 3, right: right.width + 3)
        canvas.write("/", at: Point(column: area.left + 1, row: area.top), style: theme[.accent])
        TextField(editor, style: theme[.strong]).draw(on: &canvas, in: field, isFocused: isTyping)
        // A text longer than its field is scrolled, and styles its own words.
        if SafeText(editor.text, within: field.columns).width < field.columns {
            let characters = Array(editor.text)
            // What is being typed is not wrong yet.
            let isUnfinished = isTyping && editor.isAtEnd && SearchCompletion.isUnfinished(editor.text)
            let end = characters.count - (isUnfinished ? 1 : 0)
            for word in filter.invalidTerms where word.characters.upperBound <= end {
                let left = SafeText(String(characters[..<word.characters.lowerBound])).width
                let width = SafeText(String(characters[word.characters])).width
                let frame = Rect(column: field.left + left, row: field.top, columns: width, rows: 1)
                canvas.restyle(frame) { _ in theme[.warning].adding(.underline) }
            }
        }
        Label(right, style: theme[.faint], alignment: .trailing).draw(
            on: &canvas, in: Rect(column: area.left, row: area.top, columns: area.columns - 1, rows: 1))
    }
}
