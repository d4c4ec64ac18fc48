import Cards
import Terminal

/// Draws one card as a row: edge, mark or star, its color, name, number or note, groups, what the list is ordered by, balance, what is
/// due. On one line the columns align across rows (``Columns``); on a narrow screen the number stands on a second line.
struct CardRow {
    /// The edge, the sign and the color before the name.
    static let markColumns = 3
    /// In place of the color, where rows have icons.
    static let iconArea = Rect(CardIcon.inRow).offset(columns: 2, rows: 0)

    let card: CardSummary
    let texts: RowTexts
    /// What this row needs.
    let needs: ColumnNeeds
    let isSelected: Bool
    var isMarked = false
    /// Whether the card's own color can be shown.
    var showsColor = false
    /// The filter whose matches are highlighted.
    var filter = CardFilter.none

    func draw(on canvas: inout Canvas, columns: Columns, theme: Theme) {
        let columns = columns.filled(needs)
        drawSign(on: &canvas, theme: theme)
        drawColor(on: &canvas)
        write(card.name, style: theme[card.isArchived ? .faint : .strong], on: &canvas, in: columns.name, theme: theme)
        let (number, isFaint) = texts.number(of: card)
        write(
            number, style: theme[isFaint || card.isArchived ? .faint : .text], isNumber: !isFaint, on: &canvas,
            in: columns.number, theme: theme)
        let groups = Self.groupsText(of: card, columns: columns.groups.columns)
        write(groups, style: theme[.faint], on: &canvas, in: columns.groups, theme: theme)
        write(texts.note, style: theme[.faint], on: &canvas, in: columns.note, theme: theme)
        for (text, role, area) in [
            (texts.value, Role.text, columns.value), (texts.uses, .faint, columns.uses),
            (texts.balance, .text, columns.balance), (texts.due, texts.dueRole, columns.due),
        ] {
            let text = SafeText(text, within: area.columns)
            // Half of an amount is another amount.
            guard text.width <= area.columns else { continue }
            Label(text, style: theme[role], alignment: .trailing).draw(on: &canvas, in: area)
        }
        if isSelected {
            let name = SafeText(card.name, within: columns.name.columns)
            Self.mark(name, in: columns.name, on: &canvas, theme: theme)
        }
    }

    private func drawSign(on canvas: inout Canvas, theme: Theme) {
        let position = Point(column: 1, row: 0)
        if isMarked {
            canvas.write("✓", at: position, style: theme[.accent])
        } else if card.hasConflict {
            canvas.write("≠", at: position, style: theme[.warning])
        } else if card.isArchived {
            canvas.write("z", at: position, style: theme[.faint])
        } else if card.isStarred {
            canvas.write("★", at: position, style: theme[.accent])
        }
    }

    /// A thin mark before the name. It only decorates: without colors it would mean nothing.
    private func drawColor(on canvas: inout Canvas) {
        guard showsColor else { return }
        let color = Color(CardColor.face(of: card).mark)
        let area = Rect(column: 2, row: 0, columns: 1, rows: canvas.bounds.rows)
        canvas.fill(area, with: "▎", style: Style(foreground: color))
    }

    private func write(
        _ text: String, style: Style, isNumber: Bool = false, on canvas: inout Canvas, in area: Rect, theme: Theme
    ) {
        guard !area.isEmpty, !text.isEmpty else { return }
        Label(SafeText(text, within: area.columns), style: style).draw(on: &canvas, in: area)
        guard !filter.words.isEmpty else { return }
        let seen = Self.beginning(of: text, in: area, filter)
        let matches = isNumber ? filter.matches(inNumber: seen) : filter.matches(in: seen)
        Self.highlight(matches, of: seen, on: &canvas, in: area, theme: theme)
    }

    /// The part of a text that may be visible in an area, plus what a match that begins there may need. Counted in code points: a
    /// single character may consist of a whole name's worth of combining marks.
    static func beginning(of text: String, in area: Rect, _ filter: CardFilter) -> String {
        let longest = filter.words.map(\.utf8.count).max() ?? 0
        let count = 4 * area.columns + 2 * longest + 64
        return text.utf8.count <= count ? text : String(text.unicodeScalars.prefix(count))
    }

    /// Highlights matches in a text that was written at the beginning of an area.
    static func highlight(
        _ matches: [Range<Int>], of text: String, on canvas: inout Canvas, in area: Rect, theme: Theme
    ) {
        guard !matches.isEmpty else { return }
        /// The columns at which the visible characters begin, and the end of the last.
        var columns = [0]
        for character in text.prefix(area.columns * 4) {
            guard let left = columns.last, left < area.columns else { break }
            columns.append(left + SafeText(String(character)).width)
        }
        // Truncated text ends in "…", which is not highlighted.
        let isCut = SafeText(text, within: area.columns).width > area.columns
        for match in matches where match.lowerBound < columns.count {
            let left = columns[match.lowerBound]
            let end = columns[min(match.upperBound, columns.count - 1)]
            let right = min(end, isCut ? area.columns - 1 : area.columns)
            guard left < right else { continue }
            canvas.restyle(Rect(column: area.left + left, row: area.top, columns: right - left, rows: 1)) {
                $0.overlaid(with: theme[.match])
            }
        }
    }

    /// Marks a row as selected: the accent at its left edge, the bar over its name. The cursor is on the accent, because on the bar it
    /// would invert the name's first letter back.
    static func mark(_ name: SafeText, in area: Rect, on canvas: inout Canvas, theme: Theme) {
        canvas.fill(Rect(column: 0, row: 0, columns: 1, rows: canvas.bounds.rows), with: "▌", style: theme[.accent])
        let width = min(name.width, area.columns)
        canvas.restyle(Rect(column: area.left, row: area.top, columns: width, rows: 1)) {
            $0.overlaid(with: theme[.selection])
        }
        canvas.placeCursor(at: Point(column: 0, row: area.top))
    }

    /// As many groups as may fit.
    static func groupsText(of card: CardSummary, columns: Int) -> String {
        // Fast path: most cards have no more than one.
        if card.groups.count <= 1 { return card.groups.first ?? "" }
        return card.groups.prefix(max(1, columns)).joined(separator: ", ")
    }

    static func numberText(of card: CardSummary) -> (text: String, isFaint: Bool) {
        if !card.number.isEmpty { return (card.number, false) }
        return card.noteLine.isEmpty ? ("no number", true) : (card.noteLine, true)
    }
}
