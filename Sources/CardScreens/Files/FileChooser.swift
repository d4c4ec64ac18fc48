import Basics
import CardViewModels
import Cards
import Terminal

/// The rows of a folder to choose from: the typed text, the matching rows, the selected one, and how a row is drawn.
@MainActor
final class FileChooser {
    @Observed private(set) var state = ChooserState([])
    private let completion = PathCompletion()
    /// How many files and folders are listed, and how many of them match the typed text.
    @Observed private(set) var count: FileCount
    @Observed private(set) var foundCount: FileCount
    private var rows: [FilePickerModel.Row] = []
    private var listing: Int?
    /// What the texts of all rows need.
    private var widest = Columns()

    /// How wide the names, sizes and days of the files are.
    private struct Columns {
        var (name, size, day) = (0, 0, 0)
        static let gap = 2
        /// A name is shortened to no less than this while there is a size or a day to leave out.
        private static let leastName = 10

        /// The columns in this room: long names are shortened; the day, then the size give way where little of a name would be left.
        func fitted(to room: Int) -> Columns {
            var columns = self
            func nameRoom() -> Int {
                room - [columns.size, columns.day].map { $0 > 0 ? $0 + Self.gap : 0 }.reduce(0, +)
            }
            if nameRoom() < min(name, Self.leastName) { columns.day = 0 }
            if nameRoom() < min(name, Self.leastName) { columns.size = 0 }
            columns.name = min(name, max(0, nameRoom()))
            return columns
        }
    }

    init(for purpose: PicturePurpose) {
        count = FileCount([], for: purpose)
        foundCount = FileCount([], for: purpose)
    }

    /// Shows the rows of another listing, and clears the text typed for the previous one.
    func show(
        _ rows: [FilePickerModel.Row], listing: Int, selecting index: Int, now clock: CardClock, _ format: LocalFormat
    ) {
        guard listing != self.listing else { return }
        (self.rows, self.listing) = (rows, listing)
        count = FileCount(rows, for: count.purpose)
        foundCount = count
        state = ChooserState(
            rows.map { ChooserState.Item(SafeText($0.isFile ? $0.name : $0.name + "/")) }, selecting: index)
        widest = rows.indices.filter { rows[$0].isFile }.reduce(into: Columns()) { widest, index in
            let facts = Self.facts(of: rows[index], clock, format)
            widest.name = max(widest.name, state.items[index].title.width)
            widest.size = max(widest.size, facts.size.width)
            widest.day = max(widest.day, facts.day.width)
        }
        completion.forget()
    }

    var selectedRow: FilePickerModel.Row? { state.selectedItem.map { rows[$0] } }

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
            foundCount = FileCount(state.found.map { rows[$0.index] }, for: count.purpose)
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

    /// Draws one of the matching rows: the name, and for a file its size and day, in columns that are the same for all rows.
    /// - Returns: where the name is.
    func draw(
        _ found: ChooserState.Found, on canvas: inout Canvas, theme: Theme, now clock: CardClock,
        _ format: LocalFormat, marked: [String]
    ) -> Rect {
        let row = rows[found.index]
        if marked.contains(row.path) { canvas.write("✓", at: Point(column: 1, row: 0), style: theme[.accent]) }
        let area = canvas.bounds.inset(left: Self.indent, right: 2)
        let title = state.items[found.index].title
        var nameArea = area
        if row.isFile {
            let columns = widest.fitted(to: area.columns)
            nameArea = Rect(column: area.left, row: 0, columns: columns.name, rows: 1)
            let facts = Self.facts(of: row, clock, format)
            var left = nameArea.right
            for (text, width) in [(facts.size, columns.size), (facts.day, columns.day)] where width > 0 {
                let place = Rect(column: left + Columns.gap, row: 0, columns: width, rows: 1)
                Label(text, style: theme[.faint], alignment: .trailing).draw(on: &canvas, in: place)
                left = place.right
            }
        }
        let style = theme[row.isFile ? .text : .strong]
        let end = MatchLabel(title, style: style, positions: found.positions).draw(
            on: &canvas, in: nameArea, theme: theme)
        return Rect(column: nameArea.left, row: 0, columns: end - nameArea.left, rows: 1)
    }

    private static func facts(
        of row: FilePickerModel.Row, _ clock: CardClock, _ format: LocalFormat
    ) -> (size: SafeText, day: SafeText) {
        let day = DayText.day(clock.day(row.modified), today: clock.today(), format)
        return (SafeText(row.byteCount.byteText), SafeText(day))
    }

    /// Size and day as text.
    static func description(of row: FilePickerModel.Row, _ clock: CardClock, _ format: LocalFormat) -> String {
        let facts = facts(of: row, clock, format)
        return "\(facts.size.string), \(facts.day.string)"
    }
}

/// How many files and folders the file picker lists, in words. The row of the parent folder is not counted.
struct FileCount {
    let purpose: PicturePurpose
    let files: Int
    let folders: Int

    init(_ rows: [FilePickerModel.Row], for purpose: PicturePurpose) {
        self.purpose = purpose
        files = rows.count(where: \.isFile)
        folders = rows.count { $0.kind == .folder }
    }

    /// "4 pictures, 2 folders", and shorter texts; empty if there is nothing to count.
    var texts: [String] {
        let counted = files == 0 ? [] : [files.counted(isOfPictures ? "picture" : "file")]
        let all = folders == 0 ? counted : counted + [folders.counted("folder")]
        return [all.joined(separator: ", ")] + counted + (files == 0 ? [] : ["\(files)"])
    }

    /// "No pictures here, 3 folders."; nil if there are files.
    var absence: String? {
        guard files == 0 else { return nil }
        let wanted =
            switch purpose {
            case .photo, .picture: "pictures"
            case .barcode: "pictures or PDFs"
            case .importCards: "files of cards"
            }
        return "No \(wanted) here" + (folders == 0 ? "." : ", \(folders.counted("folder")).")
    }

    private var isOfPictures: Bool {
        switch purpose {
        case .photo, .picture: true
        case .barcode, .importCards: false
        }
    }
}
