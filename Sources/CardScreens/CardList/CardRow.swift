import Cards
import Terminal

/// Draws one card as a row: edge, mark or star, name, number or note, groups, due date. Columns align across rows and are dropped from
/// the right on narrow terminals, the due date last. If there is no column for the number, it gets a second line beneath the name.
struct CardRow {
    /// The frames of the columns at a width; an empty one is dropped.
    struct Columns {
        /// Two rows if the number has no column.
        let rows: Int
        let name: Rect
        let number: Rect
        let groups: Rect
        let due: Rect

        init(columns: Int) {
            rows = columns < 58 ? 2 : 1
            // Edge and star at the left, a margin at the right.
            let area = Rect(column: 3, row: 0, columns: columns - 4, rows: 1)
            let due: StackLayout.Length? = columns >= 36 ? .fixed(19) : nil
            let number: StackLayout.Length? =
                rows == 1 ? .flexible(minimum: min(19, columns - 47), weight: 2) : nil
            let groups: StackLayout.Length? = columns >= 80 ? .flexible(minimum: 12, weight: 2) : nil
            let name = StackLayout.Length.flexible(minimum: min(20, max(8, columns - 25)), weight: 4)
            let frames = StackLayout(.horizontal, spacing: 2).frames(of: [name, number, groups, due], in: area)
            (self.name, self.due) = (frames[0], frames[3])
            guard rows == 2 else {
                (self.number, self.groups) = (frames[1], frames[2])
                return
            }
            let below = StackLayout(.horizontal, spacing: 2).frames(
                of: [.flexible(minimum: min(12, area.columns), weight: 3), columns >= 36 ? .flexible(weight: 2) : nil],
                in: area.offset(rows: 1))
            (self.number, self.groups) = (below[0], below[1])
        }

        /// The columns for one card. A column with only an empty one beside it gets the space of both: a longer name or number is worth
        /// more than alignment.
        func filled(hasDue: Bool, hasGroups: Bool) -> Columns {
            guard rows == 2 else { return self }
            return Columns(
                rows: rows, name: hasDue || due.isEmpty ? name : name.extended(to: due.right),
                number: hasGroups || groups.isEmpty ? number : number.extended(to: groups.right), groups: groups,
                due: due)
        }

        private init(rows: Int, name: Rect, number: Rect, groups: Rect, due: Rect) {
            (self.rows, self.name, self.number, self.groups, self.due) = (rows, name, number, groups, due)
        }
    }

    /// The edge and the sign before the name.
    static let markColumns = 3

    let card: CardSummary
    let today: CalendarDay
    let isSelected: Bool
    var isMarked = false
    /// The filter whose matches are highlighted.
    var filter = CardFilter.none

    func draw(on canvas: inout Canvas, columns: Columns, theme: Theme) {
        let due = Validity(validFrom: card.validFrom, expiry: card.expiry, today: today)
        let columns = columns.filled(hasDue: due.isUrgent || card.hasConflict, hasGroups: !card.groups.isEmpty)
        drawSign(on: &canvas, theme: theme)
        // The card's own colour only decorates the edge: without colours it would mean nothing.
        write(card.name, style: theme[card.isArchived ? .faint : .strong], on: &canvas, in: columns.name, theme: theme)
        let (number, isFaint) = numberText
        write(
            number, style: theme[isFaint || card.isArchived ? .faint : .text], isNumber: !isFaint, on: &canvas,
            in: columns.number, theme: theme)
        write(groupsText(columns), style: theme[.faint], on: &canvas, in: columns.groups, theme: theme)
        if due.isUrgent {
            Label(
                SafeText(due.shortText), style: theme[due.isExpired ? .warning : .text], alignment: .trailing
            ).draw(on: &canvas, in: columns.due)
        } else if card.hasConflict {
            Label("both changed", style: theme[.warning], alignment: .trailing).draw(on: &canvas, in: columns.due)
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
    private func groupsText(_ columns: Columns) -> String {
        card.groups.prefix(max(1, columns.groups.columns)).joined(separator: ", ")
    }

    private var numberText: (String, isFaint: Bool) {
        if !card.number.isEmpty { return (card.number, false) }
        return card.noteLine.isEmpty ? ("no number", true) : (card.noteLine, true)
    }
}

extension Rect {
    fileprivate func extended(to right: Int) -> Rect {
        Rect(column: left, row: top, columns: right - left, rows: rows)
    }
}
