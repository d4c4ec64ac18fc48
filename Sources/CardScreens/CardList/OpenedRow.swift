import CardViewModels
import Cards
import Terminal

/// The content of an opened row beneath the card's name: a small picture, number, dates, and the first lines of the note.
@MainActor
struct OpenedRow {
    let summary: CardSummary
    /// Nil until it is read.
    let card: Card?
    let today: CalendarDay

    private static let pictureSize = Size(columns: 20, rows: 6)
    private static let smallPictureSize = Size(columns: 14, rows: 4)

    /// The number of rows beneath the first one. It depends on the summary alone, so that nothing jumps when the card has been read.
    static func rows(for summary: CardSummary, columns: Int) -> Int {
        guard summary.front != nil else { return 4 }
        return pictureSize(columns).rows
    }

    private static func pictureSize(_ columns: Int) -> Size { columns >= 58 ? pictureSize : smallPictureSize }

    /// Requests its picture, for this many columns.
    func requestPicture(columns: Int, style: ScreenStyle) {
        guard let photo = summary.front, !style.isPlain else { return }
        style.pictures.requestThumbnail(of: photo, fitting: Self.pictureSize(columns), on: style.medium)
    }

    func draw(on canvas: inout Canvas, style: ScreenStyle) {
        let area = canvas.bounds.inset(left: 5, right: 2)
        var texts = area
        if let photo = summary.front {
            let size = Self.pictureSize(canvas.bounds.columns)
            let frame = Rect(column: area.left, row: area.top, columns: size.columns, rows: area.rows)
            drawPicture(photo, on: &canvas, in: frame, style: style)
            texts = area.inset(left: size.columns + 2)
        }
        drawTexts(on: &canvas, in: texts, theme: style.theme)
    }

    private func drawPicture(_ photo: PhotoHash, on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        if style.isPlain { return PicturePane.draw("a photo", on: &canvas, in: area, style: style.theme[.faint]) }
        switch style.pictures.thumbnail(of: photo, fitting: area.size, on: style.medium) {
        case .success(let view): view.draw(on: &canvas, in: area)
        case .failure(let missing): PicturePane.draw(missing.reason, on: &canvas, in: area, style: style.theme[.faint])
        case nil: break
        }
    }

    private func drawTexts(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        var row = area.top
        func write(_ text: String, _ role: Role) {
            guard row < area.bottom, !text.isEmpty else { return }
            Label(SafeText(text, within: area.columns), style: theme[role]).draw(
                on: &canvas, in: Rect(column: area.left, row: row, columns: area.columns, rows: 1))
            row += 1
        }
        write(summary.number.isEmpty ? "no number" : summary.number, summary.number.isEmpty ? .faint : .strong)
        let due = Validity(validFrom: summary.validFrom, expiry: summary.expiry, today: today)
        write(dates(due), due.isExpired ? .warning : .text)
        let balance = card?.amountLeft?.text ?? ""
        write(
            [balance, summary.groups.joined(separator: ", ")].filter { !$0.isEmpty }.joined(separator: " · "), .faint)
        guard let note = card?.note, !note.isEmpty else { return }
        for line in SafeText.paragraphs(note, columns: area.columns, upTo: 2) where row < area.bottom {
            canvas.write(line, at: Point(column: area.left, row: row), style: theme[.text], columns: area.columns)
            row += 1
        }
    }

    private func dates(_ due: Validity) -> String {
        let from = summary.validFrom.map { "from \(DayText.date($0))" }
        let until = summary.expiry.map { "until \(DayText.date($0))" }
        let days = [from, until].compactMap { $0 }.joined(separator: " ")
        return days.isEmpty || !due.isUrgent ? days : "\(days), \(due.text)"
    }
}
