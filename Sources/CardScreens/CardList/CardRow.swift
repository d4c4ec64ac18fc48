import Cards
import Terminal

/// Draws one card as a row: edge, star, name, number or note, groups, what is due. Columns align from row to row and are dropped from
/// the right on narrow terminals; what is due stays longest.
struct CardRow {
    /// Where each column stands, for a width; an empty one is dropped.
    struct Columns {
        let name: Rect
        let number: Rect
        let groups: Rect
        let due: Rect

        init(columns: Int) {
            // Edge and star at the left, a margin at the right.
            let area = Rect(column: 3, row: 0, columns: columns - 4, rows: 1)
            let due: StackLayout.Length? = columns >= 36 ? .fixed(19) : nil
            let number: StackLayout.Length? = columns >= 56 ? .flexible(minimum: 19, weight: 2) : nil
            let groups: StackLayout.Length? = columns >= 72 ? .flexible(minimum: 12, weight: 2) : nil
            let frames = StackLayout(.horizontal, spacing: 2).frames(
                of: [.flexible(minimum: 12, weight: 4), number, groups, due], in: area)
            (name, self.number, self.groups, self.due) = (frames[0], frames[1], frames[2], frames[3])
        }
    }

    let card: CardSummary
    let today: CalendarDay
    let isSelected: Bool

    func draw(on canvas: inout Canvas, columns: Columns, theme: Theme) {
        let due = DueDate(validFrom: card.validFrom, expiry: card.expiry, today: today)
        let nameStyle = theme[card.isArchived ? .faint : .strong]
        if card.isStarred { canvas.write("★", at: Point(column: 1, row: 0), style: theme[.accent]) }
        if card.isArchived { canvas.write("z", at: Point(column: 1, row: 0), style: theme[.faint]) }
        // A mark of the card's own colour would say nothing without colours; it only decorates the edge.
        Label(SafeText(card.name), style: nameStyle).draw(on: &canvas, in: columns.name)
        let (number, isFaint) = numberWords
        Label(SafeText(number), style: theme[isFaint || card.isArchived ? .faint : .text]).draw(
            on: &canvas, in: columns.number)
        Label(SafeText(card.groups.joined(separator: ", ")), style: theme[.faint]).draw(on: &canvas, in: columns.groups)
        if due.isPressing {
            Label(
                SafeText(due.rowWords), style: theme[due.isExpired ? .warning : .text], alignment: .trailing
            ).draw(on: &canvas, in: columns.due)
        }
        guard isSelected else { return }
        canvas.write("▌", at: .zero, style: theme[.accent])
        let width = min(SafeText(card.name).width, columns.name.columns)
        canvas.restyle(Rect(column: columns.name.left, row: 0, columns: width, rows: 1)) {
            $0.overlaid(with: theme[.selection])
        }
        canvas.placeCursor(at: columns.name.origin)
    }

    private var numberWords: (String, isFaint: Bool) {
        if !card.number.isEmpty { return (card.number, false) }
        return card.noteLine.isEmpty ? ("no number", true) : (card.noteLine, true)
    }
}
