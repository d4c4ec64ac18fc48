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
        if photo(of: summary) != nil { return pictureSize(columns).rows }
        let hasDays = summary.validFrom != nil || summary.expiry != nil
        let hasMore = summary.amountLeft != nil || !summary.groups.isEmpty
        return 1 + (hasDays ? 1 : 0) + (hasMore ? 1 : 0) + noteRows(of: summary, columns: textArea(columns).columns)
    }

    private static func photo(of summary: CardSummary) -> PhotoHash? { summary.front ?? summary.back }

    private static func textArea(_ columns: Int) -> Rect {
        Rect(column: 0, row: 0, columns: columns, rows: 1).inset(left: 5, right: 2)
    }

    /// As many as the first line of the note needs, two at most.
    private static func noteRows(of summary: CardSummary, columns: Int) -> Int {
        summary.noteLine.isEmpty ? 0 : SafeText.paragraphs(summary.noteLine, columns: columns, upTo: 2).count
    }

    private static func pictureSize(_ columns: Int) -> Size { columns >= 58 ? pictureSize : smallPictureSize }

    /// Requests its picture, for this many columns.
    func requestPicture(columns: Int, style: ScreenStyle) {
        guard let photo = Self.photo(of: summary), !style.isPlain else { return }
        style.pictures.requestThumbnail(of: photo, fitting: Self.pictureSize(columns), on: style.medium)
    }

    func draw(on canvas: inout Canvas, style: ScreenStyle) {
        let area = canvas.bounds.inset(left: 5, right: 2)
        var texts = area
        if let photo = Self.photo(of: summary) {
            let size = Self.pictureSize(canvas.bounds.columns)
            let frame = Rect(column: area.left, row: area.top, columns: size.columns, rows: area.rows)
            drawPicture(photo, on: &canvas, in: frame, style: style)
            texts = area.inset(left: size.columns + 2)
        }
        drawTexts(on: &canvas, in: texts, style: style)
    }

    private func drawPicture(_ photo: PhotoHash, on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        if style.isPlain { return PicturePane.draw("a photo", on: &canvas, in: area, style: style.theme[.faint]) }
        switch style.pictures.thumbnail(of: photo, fitting: area.size, on: style.medium) {
        case .success(let view): view.draw(on: &canvas, in: area)
        case .failure(let missing): PicturePane.draw(missing.reason, on: &canvas, in: area, style: style.theme[.faint])
        case nil: break
        }
    }

    private func drawTexts(on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        let theme = style.theme
        var row = area.top
        func write(_ text: String, _ role: Role) {
            guard row < area.bottom, !text.isEmpty else { return }
            Label(SafeText(text, within: area.columns), style: theme[role]).draw(
                on: &canvas, in: Rect(column: area.left, row: row, columns: area.columns, rows: 1))
            row += 1
        }
        write(summary.number.isEmpty ? "no number" : summary.number, summary.number.isEmpty ? .faint : .strong)
        let due = Validity(validFrom: summary.validFrom, expiry: summary.expiry, today: today)
        write(
            DayText.validity(from: summary.validFrom, until: summary.expiry, due, style.format),
            RowTexts.role(due.urgency))
        let balance = summary.amountLeft.map(style.format.text) ?? ""
        write(
            [balance, summary.groups.joined(separator: ", ")].filter { !$0.isEmpty }.joined(separator: " · "), .faint)
        guard let note = card?.note, !note.isEmpty else { return }
        let count = min(2, area.bottom - row)
        let lines = SafeText.paragraphs(note, columns: area.columns, upTo: count + 1)
        for (index, line) in lines.prefix(count).enumerated() {
            let isCut = index == count - 1 && lines.count > count
            let text = isCut ? (line + "…").truncated(to: area.columns) : line
            canvas.write(
                text, at: Point(column: area.left, row: row + index), style: theme[.text], columns: area.columns)
        }
    }
}
