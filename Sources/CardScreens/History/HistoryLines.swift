import Cards
import Terminal

/// The lines of a history: a day, and beneath it the changes of that day, those of photos with some lines for pictures.
struct HistoryLines {
    enum Line: Equatable {
        case day(CalendarDay)
        case row(Int)
        /// Of the pictures of a change, one of their rows.
        case pictures(Int, row: Int)
    }

    let rows: [PastChange]
    let hasPictures: Bool
    /// Of the rows, in columns.
    let widestName: Int
    private(set) var lines: [Line] = []
    /// More of a name is never shown in a row.
    private static let mostNameColumns = 48
    /// The line of each row.
    private var indexes: [Int] = []

    init(_ rows: [PastChange], hasPictures: Bool = false, dayOf: (Timestamp) -> CalendarDay) {
        self.rows = rows
        self.hasPictures = hasPictures
        widestName = rows.lazy.map { SafeText($0.name, within: Self.mostNameColumns).width }.max() ?? 0
        var last: CalendarDay?
        for (rank, row) in rows.enumerated() {
            let day = dayOf(row.time)
            if day != last { lines.append(.day(day)) }
            last = day
            indexes.append(lines.count)
            lines.append(.row(rank))
            guard hasPictures, !row.photoChanges.isEmpty else { continue }
            lines += (0..<HistoryPictures.rows).map { .pictures(rank, row: $0) }
        }
    }

    /// The line of a row; the first one if there is none.
    func index(ofRank rank: Int) -> Int { indexes.indices.contains(rank) ? indexes[rank] : 0 }

    /// The last line of a row: of its pictures, where it has any.
    func lastIndex(ofRank rank: Int) -> Int {
        let first = index(ofRank: rank)
        let last = first + HistoryPictures.rows
        if lines.indices.contains(last), case .pictures(rank, _) = lines[last] { return last }
        return first
    }

    /// The change in a line; nil for a day.
    func rank(at index: Int) -> Int? {
        switch lines[index] {
        case .day: nil
        case .row(let rank), .pictures(let rank, _): rank
        }
    }

    /// How many lines a change has moved that was in the top line, or beneath it, of former lines; nil if it is gone.
    func shift(from former: HistoryLines, top: Int) -> Int? {
        guard let rank = former.indexes.firstIndex(where: { $0 >= top }),
            let new = rows.firstIndex(where: { $0.id == former.rows[rank].id })
        else { return nil }
        return indexes[new] - former.indexes[rank]
    }
}

/// A change of the history as a row: time, name of the card, what changed, where it came from.
struct HistoryRow {
    /// The columns of all rows of a width; narrow screens leave out the origin first, then the name.
    struct Columns {
        let time: Rect
        let name: Rect
        let text: Rect
        let source: Rect

        private static let widestSource = 7

        /// - Parameter widestName: of the rows; 0 where they need no names. Longer ones are cut where the screen is narrow.
        init(_ columns: Int, widestName: Int) {
            let names = columns < 36 ? 0 : min(widestName, columns < 60 ? columns / 3 : columns / 3 + 6)
            let sources = columns < 50 ? 0 : Self.widestSource
            time = Rect(column: 3, row: 0, columns: 5, rows: 1)
            name = Rect(column: time.right + 2, row: 0, columns: names, rows: 1)
            let left = names == 0 ? name.left : name.right + 2
            // The last column is that of the scroll bar.
            let right = max(left, columns - 2 - (sources == 0 ? 0 : sources + 2))
            text = Rect(column: left, row: 0, columns: right - left, rows: 1)
            source = Rect(column: right + 2, row: 0, columns: sources, rows: 1)
        }
    }

    let change: PastChange
    let time: String
    let format: LocalFormat
    let isSelected: Bool

    func draw(on canvas: inout Canvas, columns: Columns, theme: Theme) {
        Label(SafeText(time), style: theme[.faint]).draw(on: &canvas, in: columns.time)
        if !columns.name.isEmpty {
            Label(SafeText(change.name, within: columns.name.columns), style: theme[.strong]).draw(
                on: &canvas, in: columns.name)
        }
        let text = text(fitting: columns.text.columns)
        Label(text, style: theme[change.content == .unreadable ? .warning : .text]).draw(on: &canvas, in: columns.text)
        if !columns.source.isEmpty {
            Label(SafeText(change.source.label), style: theme[.faint]).draw(on: &canvas, in: columns.source)
        }
        guard isSelected else { return }
        let name = SafeText(change.name, within: columns.name.columns)
        if name.isEmpty || columns.name.isEmpty {
            CardRow.mark(text, in: columns.text, on: &canvas, theme: theme)
        } else {
            CardRow.mark(name, in: columns.name, on: &canvas, theme: theme)
        }
    }

    /// What changed with all values, or only the names of the fields where several do not fit.
    private func text(fitting columns: Int) -> SafeText {
        let words = ChangeText(change, format)
        let all = SafeText(words.lines.joined(separator: ", "), within: columns)
        if words.lines.count == 1 || all.width <= columns { return all }
        return SafeText(words.summary, within: columns)
    }
}

/// The photos that a change replaced, as small pictures beneath its row: the old one, an arrow, the new one. Those that do not fit are
/// only in the words of the row.
@MainActor
struct HistoryPictures {
    let photos: [PastChange.PhotoChange]

    /// The rows of a change with photos, known before they are loaded: nothing moves when they come.
    nonisolated static let rows = 4
    private static let size = Size(columns: 13, rows: rows)
    private static let arrow: SafeText = " → "
    private static let pairColumns = 2 * size.columns + arrow.width
    private static let gap = 3

    /// Whether a screen has room for them beside enough rows.
    static func fit(_ screen: Size) -> Bool { screen.columns >= 60 && screen.rows >= 16 }

    /// The left ends of the pairs: beneath the text of the row, or beneath its name where that is too far right.
    private func lefts(in columns: HistoryRow.Columns, width: Int) -> [Int] {
        let right = width - 2
        let left = columns.text.left + Self.pairColumns <= right ? columns.text.left : columns.name.left
        let count = max(0, (right - left + Self.gap) / (Self.pairColumns + Self.gap))
        return photos.prefix(count).indices.map { left + $0 * (Self.pairColumns + Self.gap) }
    }

    /// Requests the pictures that ``draw(on:columns:style:)`` shows.
    func request(columns: HistoryRow.Columns, width: Int, style: ScreenStyle) {
        for (change, _) in zip(photos, lefts(in: columns, width: width)) {
            for photo in [change.old, change.new] {
                guard let photo else { continue }
                style.pictures.requestThumbnail(of: photo, fitting: Self.size, on: style.medium)
            }
        }
    }

    func draw(on canvas: inout Canvas, columns: HistoryRow.Columns, style: ScreenStyle) {
        for (change, left) in zip(photos, lefts(in: columns, width: canvas.bounds.columns)) {
            draw(change.old, on: &canvas, column: left, style: style)
            canvas.write(
                Self.arrow, at: Point(column: left + Self.size.columns, row: (Self.rows - 1) / 2),
                style: style.theme[.faint])
            draw(change.new, on: &canvas, column: left + Self.size.columns + Self.arrow.width, style: style)
        }
    }

    private func draw(_ photo: PhotoHash?, on canvas: inout Canvas, column: Int, style: ScreenStyle) {
        let frame = Rect(column: column, row: 0, columns: Self.size.columns, rows: Self.size.rows)
        guard let photo else { return PicturePane.draw("none", on: &canvas, in: frame, style: style.theme[.faint]) }
        PicturePane.draw(thumbnailOf: photo, on: &canvas, in: frame, style: style)
    }
}
