import CardViewModels
import Cards
import Terminal

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
