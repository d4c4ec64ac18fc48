import Cards
import Terminal

extension ColumnNeeds {
    /// What one row needs.
    init(_ card: CardSummary, _ texts: RowTexts) {
        self.init(
            name: Self.width(card.name), groups: Self.width(CardRow.groupsText(of: card, columns: Self.widest)),
            value: Self.width(texts.value), balance: Self.width(texts.balance), due: Self.width(texts.due))
        let text = CardRow.numberText(of: card).text
        if card.number.isEmpty { add(note: Self.width(text)) } else { add(number: Self.width(text)) }
    }

    private static func width(_ text: String) -> Int {
        // Fast path: most texts are printable ASCII.
        let count = text.utf8.count
        if count <= widest, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return count }
        return min(widest, SafeText(text, within: widest).width)
    }
}

extension CardRow {
    /// The frames of a row's texts at a width; an empty one is left out. On one line the columns are those of ``ColumnWidths``, the same
    /// for all rows; on two lines each row has its own.
    struct Columns: Equatable {
        /// Two below 58 columns.
        let rows: Int
        private(set) var name: Rect
        private(set) var number = Rect.zero
        private(set) var groups = Rect.zero
        /// What the list is ordered by.
        private(set) var value = Rect.zero
        private(set) var balance = Rect.zero
        private(set) var due = Rect.zero

        /// What the rows need together.
        private let needs: ColumnNeeds
        /// The first line without the mark and the margin.
        private let area: Rect
        /// Whether a text may stand beside the name, or beside the number on the second line.
        private let hasCells: Bool

        /// Below this width a row has two lines.
        private static let oneLine = 58
        /// Below this width nothing stands beside the name and the number.
        private static let twoCells = 36
        private static let gap = ColumnWidths.gap

        init(columns: Int, needs: ColumnNeeds) {
            self.needs = needs
            rows = Self.rows(in: columns)
            hasCells = columns >= Self.twoCells
            // Edge, sign and colour at the left, a margin at the right.
            area = Rect(column: 3, row: 0, columns: columns - 4, rows: 1)
            name = area
            if rows == 1 { place() } else { number = area.offset(rows: 1) }
        }

        /// How many rows a card has at a width.
        static func rows(in columns: Int) -> Int { columns < oneLine ? 2 : 1 }

        /// The frames for one row. A text that is longer than its column also gets the empty cells behind it.
        /// - Parameter row: what the texts of this row need.
        func filled(_ row: ColumnNeeds) -> Columns { rows == 1 ? extended(for: row) : stacked(row) }

        // MARK: - One line

        private mutating func place() {
            let widths = needs.fitted(to: area.columns)
            var left = area.left
            func next(_ width: Int) -> Rect {
                defer { if width > 0 { left += width + Self.gap } }
                return Rect(column: left, row: area.top, columns: width, rows: 1)
            }
            name = next(widths.name)
            number = next(widths.number)
            groups = next(widths.groups)
            // What is left over stands between the texts at the left and the values at the right.
            if widths.value + widths.balance + widths.due > 0 { left += max(0, area.columns - widths.total) }
            value = next(widths.value)
            balance = next(widths.balance)
            due = next(widths.due)
        }

        private func extended(for row: ColumnNeeds) -> Columns {
            var columns = self
            // The left edge of the next text, from the right on.
            var edge = area.right
            for (frame, width) in [(due, row.due), (balance, row.balance), (value, row.value)]
            where !frame.isEmpty && width > 0 { edge = frame.right - min(width, frame.columns) - Self.gap }
            if !groups.isEmpty, row.groups > 0 {
                columns.groups = groups.extended(to: max(groups.right, edge))
                edge = groups.left - Self.gap
            }
            if !number.isEmpty { columns.number = number.extended(to: max(number.right, edge)) }
            return columns
        }

        // MARK: - Two lines

        private func stacked(_ row: ColumnNeeds) -> Columns {
            var columns = self
            guard hasCells else { return columns }
            let name = min(row.name, ColumnNeeds.shortest)
            if row.due > 0, row.due + Self.gap + name <= area.columns {
                (columns.name, columns.due) = Self.split(area, right: row.due)
            }
            let below = area.offset(rows: 1)
            let number = max(row.number, row.longNumber)
            let isLong = row.longNumber > 0
            // One cell for what the list is ordered by, the balance or the groups, whichever a card has.
            let amount = row.value > 0 ? row.value : row.balance
            if amount > 0 {
                let kept = isLong ? min(number, ColumnNeeds.beginning) : number
                guard amount + Self.gap + kept <= below.columns else { return columns }
                let (left, right) = Self.split(below, right: amount)
                columns.number = left
                if row.value > 0 { columns.value = right } else { columns.balance = right }
            } else if row.groups > 0 {
                let free = below.columns - Self.gap - number
                let most = isLong ? max(free, ColumnNeeds.shortest) : free
                // Groups begin in the same column in each row where the numbers leave room.
                let cell = min(needs.groups, max(free, min(row.groups, most)))
                guard cell >= min(row.groups, ColumnNeeds.shortest) else { return columns }
                (columns.number, columns.groups) = Self.split(below, right: cell)
            }
            return columns
        }

        private static func split(_ area: Rect, right: Int) -> (left: Rect, right: Rect) {
            (area.inset(right: right + gap), area.inset(left: area.columns - right))
        }
    }
}

extension Rect {
    fileprivate func extended(to right: Int) -> Rect {
        Rect(column: left, row: top, columns: right - left, rows: rows)
    }
}
