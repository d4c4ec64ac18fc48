import Basics
import CardViewModels
import Cards
import Observation
import Terminal

/// The rows of a folder to choose from: the typed text, the matching rows, the selected one, and how a row is drawn.
@MainActor @Observable
final class PhotoChooser {
    private(set) var state = ChooserState([])
    private let completion = PathCompletion()
    /// How many files and folders are listed, and how many of them match the typed text.
    private(set) var count: PhotoCount
    private(set) var foundCount: PhotoCount
    @ObservationIgnored private var rows: [PhotoChoiceModel.Row] = []
    @ObservationIgnored private var listing: Int?

    init(for purpose: PicturePurpose) {
        count = PhotoCount([], for: purpose)
        foundCount = PhotoCount([], for: purpose)
    }

    /// Shows the rows of another listing, and clears the text typed for the previous one.
    func show(_ rows: [PhotoChoiceModel.Row], listing: Int, selecting index: Int) {
        guard listing != self.listing else { return }
        (self.rows, self.listing) = (rows, listing)
        count = PhotoCount(rows, for: count.purpose)
        foundCount = count
        state = ChooserState(
            rows.map { ChooserState.Item(SafeText($0.isFile ? $0.name : $0.name + "/")) }, selecting: index)
        completion.forget()
    }

    var selectedRow: PhotoChoiceModel.Row? { state.selectedItem.map { rows[$0] } }

    /// Whether the typed text is a path rather than letters of a name.
    var isPath: Bool { state.editor.text.first.map { "/~".contains($0) } ?? false }

    // MARK: - Typing

    func type(_ key: Key) -> Bool { change { $0.type(key) } }
    func paste(_ text: String) { change { $0.paste(text) } }
    func setText(_ text: String) { change { $0.setText(text) } }

    @discardableResult
    func change<Result>(_ change: (inout ChooserState) -> Result) -> Result {
        completion.forget()
        let typed = state.editor.text
        let result = change(&state)
        if state.editor.text != typed {
            foundCount = PhotoCount(state.found.map { rows[$0.index] }, for: count.purpose)
        }
        return result
    }

    /// The completions of a typed path, if there are several.
    var suggestions: [String] { completion.suggestions }

    func complete(_ completions: (String) async -> [String]) async {
        if let path = await completion.extend({ self.state.editor.text }, by: completions) { state.setText(path) }
    }

    // MARK: - Drawing

    private static let indent = 3

    /// Draws one of the matching rows: the name, and for a picture its size and age.
    /// - Returns: where the name is.
    func draw(
        _ found: ChooserState.Found, on canvas: inout Canvas, theme: Theme, now clock: CardClock,
        _ format: LocalFormat, marked: [String]
    ) -> Rect {
        let row = rows[found.index]
        if marked.contains(row.path) { canvas.write("✓", at: Point(column: 1, row: 0), style: theme[.accent]) }
        let area = canvas.bounds.inset(left: Self.indent, right: 2)
        let title = state.items[found.index].title
        // Beside the name, if there is space. Days are right-aligned.
        let choices = row.isFile ? Self.facts(of: row, clock, format) : []
        let facts = choices.first { title.width + 2 + $0.width <= area.columns } ?? ""
        Label(facts, style: theme[.faint], alignment: .trailing).draw(on: &canvas, in: area)
        let nameArea = area.inset(right: facts.isEmpty ? 0 : facts.width + 2)
        let style = theme[row.isFile ? .text : .strong]
        let end = MatchLabel(title, style: style, positions: found.positions).draw(
            on: &canvas, in: nameArea, theme: theme)
        return Rect(column: nameArea.left, row: 0, columns: end - nameArea.left, rows: 1)
    }

    /// Size and age, and the size alone.
    private static func facts(of row: PhotoChoiceModel.Row, _ clock: CardClock, _ format: LocalFormat) -> [SafeText] {
        let (size, day) = (
            row.byteCount.byteText, DayText.day(clock.day(row.modified), today: clock.today(), format)
        )
        return [SafeText(size + String(repeating: " ", count: max(2, 13 - day.count)) + day), SafeText(size)]
    }

    /// Size and age as text.
    static func description(of row: PhotoChoiceModel.Row, _ clock: CardClock, _ format: LocalFormat) -> String {
        row.byteCount.byteText + ", " + DayText.day(clock.day(row.modified), today: clock.today(), format)
    }
}
