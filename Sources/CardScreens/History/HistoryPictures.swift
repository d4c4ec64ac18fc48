import Cards
import Terminal

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
        switch style.pictures.thumbnail(of: photo, fitting: Self.size, on: style.medium) {
        case .success(let view): view.draw(on: &canvas, in: frame)
        case .failure(let missing): PicturePane.draw(missing.reason, on: &canvas, in: frame, style: style.theme[.faint])
        case nil: break
        }
    }
}
