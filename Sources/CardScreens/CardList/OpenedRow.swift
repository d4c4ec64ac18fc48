import CardViewModels
import Cards
import Terminal

/// The content of an expanded row beneath the row itself: a small picture, and beside it what the row does not show.
@MainActor
struct OpenedRow {
    let summary: CardSummary
    let hidden: HiddenTexts
    let today: CalendarDay

    private static let pictureSize = Size(columns: 20, rows: 6)
    private static let smallPictureSize = Size(columns: 14, rows: 4)
    /// A longer text is cut: the card's page has all of it.
    private static let mostRows = 4

    /// The number of rows beneath the row itself.
    func rows(columns: Int) -> Int {
        max(photo == nil ? 0 : Self.pictureSize(columns).rows, lines(columns: textArea(columns).columns).count)
    }

    private var photo: PhotoHash? { summary.front ?? summary.back }

    private static func pictureSize(_ columns: Int) -> Size { columns >= 58 ? pictureSize : smallPictureSize }

    /// Beside the picture, if there is one.
    private func textArea(_ columns: Int, rows: Int = 1) -> Rect {
        let area = Rect(column: 0, row: 0, columns: columns, rows: rows).inset(left: 5, right: 2)
        return photo == nil ? area : area.inset(left: Self.pictureSize(columns).columns + 2)
    }

    private func lines(columns: Int) -> [(text: SafeText, role: Role)] {
        let due = Validity(validFrom: summary.validFrom, expiry: summary.expiry, today: today)
        let more = [hidden.balance, hidden.groups].filter { !$0.isEmpty }.joined(separator: " · ")
        var texts: [(text: String, role: Role)] = [
            (hidden.number, .strong), (hidden.validity, RowTexts.role(due.urgency)), (more, .faint),
            (hidden.note, .text),
        ]
        texts.removeAll { $0.text.isEmpty }
        if texts.isEmpty, photo == nil { texts = [("nothing more to show", .faint)] }
        return texts.flatMap { text, role in
            SafeText.beginning(of: text, columns: columns, rows: Self.mostRows).map { (text: $0, role: role) }
        }
    }

    // MARK: - Drawing

    /// Requests its picture, for this many columns.
    func requestPicture(columns: Int, style: ScreenStyle) {
        guard let photo, style.showsPhotos else { return }
        style.pictures.requestThumbnail(of: photo, fitting: Self.pictureSize(columns), on: style.medium)
    }

    func draw(on canvas: inout Canvas, style: ScreenStyle) {
        let area = canvas.bounds.inset(left: 5, right: 2)
        if let photo {
            let size = Self.pictureSize(canvas.bounds.columns)
            let frame = Rect(column: area.left, row: area.top, columns: size.columns, rows: size.rows)
            drawPicture(photo, on: &canvas, in: frame, style: style)
        }
        let texts = textArea(canvas.bounds.columns, rows: canvas.bounds.rows)
        for (row, line) in lines(columns: texts.columns).prefix(texts.rows).enumerated() {
            canvas.write(
                line.text, at: Point(column: texts.left, row: texts.top + row), style: style.theme[line.role],
                columns: texts.columns)
        }
    }

    private func drawPicture(_ photo: PhotoHash, on canvas: inout Canvas, in area: Rect, style: ScreenStyle) {
        if !style.showsPhotos { return PicturePane.draw("a photo", on: &canvas, in: area, style: style.theme[.faint]) }
        PicturePane.draw(thumbnailOf: photo, on: &canvas, in: area, style: style)
    }
}

/// What the row of a card does not show, or cuts, each text whole: the texts of the expanded row. Empty for what the row shows.
struct HiddenTexts: Equatable {
    private(set) var number = ""
    /// The dates, and what they mean today; each only where the row does not tell it.
    private(set) var validity = ""
    private(set) var balance = ""
    private(set) var groups = ""
    private(set) var note = ""

    /// No row of the screen has more groups.
    private static let mostGroups = 1000

    /// - Parameters:
    ///   - note: the whole note; a row shows its first line at most.
    ///   - columns: those of all rows.
    init(
        _ card: CardSummary, note: String, texts: RowTexts, in columns: CardRow.Columns, _ setting: RowTexts.Setting
    ) {
        let frames = columns.filled(ColumnNeeds(card, texts))
        if Self.isHidden(card.number, in: frames.number) { number = card.number }
        let left = card.amountLeft.map(setting.format.text) ?? ""
        if Self.isHidden(left, in: frames.balance) { balance = left }
        let groups = CardRow.groupsText(of: card, columns: Self.mostGroups)
        if Self.isHidden(groups, in: frames.groups) { self.groups = groups }
        let line = texts.note.isEmpty ? frames.number : frames.note
        let showsLine = (card.number.isEmpty || !texts.note.isEmpty) && !Self.isHidden(card.noteLine, in: line)
        if !showsLine || Self.hasMore(note, than: card.noteLine) { self.note = note }
        let due = Self.isHidden(texts.due, in: frames.due) ? "" : texts.due
        let value = Self.isHidden(texts.value, in: frames.value) || setting.order != .validFrom ? "" : texts.value
        validity = Self.validity(of: card, beside: [due, value].filter { !$0.isEmpty }, setting)
    }

    private static func isHidden(_ text: String, in frame: Rect) -> Bool {
        SafeText(text, within: frame.columns).width > frame.columns
    }

    private static func hasMore(_ note: String, than line: String) -> Bool {
        note.drop(while: \.isNewline).dropFirst(line.count).contains { !$0.isWhitespace }
    }

    /// - Parameter shown: the row's texts of days.
    private static func validity(of card: CardSummary, beside shown: [String], _ setting: RowTexts.Setting) -> String {
        func hidden(_ day: CalendarDay?) -> CalendarDay? {
            guard let day else { return nil }
            let text = setting.format.text(day)
            return shown.contains { $0.hasSuffix(text) } ? nil : day
        }
        let due = Validity(validFrom: card.validFrom, expiry: card.expiry, today: setting.today)
        return DayText.validity(
            from: hidden(card.validFrom), until: hidden(card.expiry),
            shown.contains(due.text) ? Validity.none : due, setting.format)
    }
}
