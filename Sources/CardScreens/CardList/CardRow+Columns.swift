import Cards
import Terminal

extension ColumnNeeds {
    /// What one row needs.
    init(_ card: CardSummary, _ texts: RowTexts) {
        self.init(
            name: Self.width(card.name),
            groups: texts.columns.contains(.groups)
                ? Self.width(CardRow.groupsText(of: card, columns: Self.widest)) : 0,
            value: Self.width(texts.value), balance: Self.width(texts.balance), due: Self.width(texts.due))
        (note, uses) = (Self.width(texts.note), Self.width(texts.uses))
        guard texts.columns.contains(.number) else { return }
        let text = texts.number(of: card).text
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
        let hasIcons: Bool
        private(set) var name: Rect
        private(set) var number = Rect.zero
        private(set) var groups = Rect.zero
        private(set) var note = Rect.zero
        private(set) var uses = Rect.zero
        /// What the list is ordered by.
        private(set) var value = Rect.zero
        private(set) var balance = Rect.zero
        private(set) var due = Rect.zero
        /// Where amounts and days stand that have no columns of their own.
        private var values = Rect.zero

        /// What the rows need together.
        private let needs: ColumnNeeds
        private let order: [RowColumn]
        /// What stands beside the name, from the left.
        private let cells: [Cell]
        /// The first line without the mark and the margin.
        private let area: Rect
        /// Whether a text may stand beside the name, or beside the number on the second line.
        private let hasCells: Bool

        /// Below this width a row has two lines.
        private static let oneLine = 58
        /// Below this width nothing stands beside the name and the number.
        private static let twoCells = 36
        private static let gap = ColumnWidths.gap

        /// - Parameter hasIcons: whether an icon stands in place of the color, on one line.
        init(columns: Int, needs: ColumnNeeds, order: [RowColumn] = RowColumn.usual, hasIcons: Bool = false) {
            self.needs = needs
            self.order = order
            cells = Self.cells(order)
            // A day stands beside the name.
            rows = order.allSatisfy { $0 == .expiry } ? 1 : Self.rows(in: columns)
            hasCells = columns >= Self.twoCells
            // Edge, sign and color at the left, a margin at the right.
            self.hasIcons = hasIcons && Self.rows(in: columns) == 1
            let left = CardRow.markColumns + (self.hasIcons ? CardIcon.inRow.columns : 0)
            area = Rect(column: left, row: 0, columns: columns - left - 1, rows: 1)
            name = area
            if rows == 1 {
                place()
            } else if let first = firstText {
                self[first] = area.offset(rows: 1)
            }
        }

        /// How many rows a card has at a width.
        static func rows(in columns: Int) -> Int { columns < oneLine ? 2 : 1 }

        /// The frames for one row. A text that is longer than its column also gets the empty cells behind it.
        /// - Parameter row: what the texts of this row need.
        func filled(_ row: ColumnNeeds) -> Columns { rows == 1 ? extended(for: row) : stacked(row) }

        // MARK: - One line

        private mutating func place() {
            let behindTexts = cells.drop { !$0.isValue }
            let widths = needs.fitted(
                to: area.columns, sharesValues: behindTexts.allSatisfy(\.isValue), order: order)
            var left = area.left
            func next(_ width: Int) -> Rect {
                defer { if width > 0 { left += width + Self.gap } }
                return Rect(column: left, row: area.top, columns: width, rows: 1)
            }
            name = next(widths.name)
            for cell in cells {
                // What is left over stands between the texts at the left and the values at the right.
                if cell == .value, cells.drop(while: { $0 != .value }).contains(where: { widths[$0] > 0 }) {
                    left += max(0, area.columns - widths.total)
                }
                self[cell] = next(widths[cell])
            }
            values = area.inset(left: area.columns - widths.values)
        }

        private func extended(for row: ColumnNeeds) -> Columns {
            var columns = self
            // The left edge of the next text, from the right on.
            var edge = area.right
            for cell in cells.reversed() where cell.isValue && !values.isEmpty && row[cell] > 0 {
                guard edge - row[cell] >= values.left else { break }
                columns[cell] = Rect(column: edge - row[cell], row: area.top, columns: row[cell], rows: 1)
                edge -= row[cell] + Self.gap
            }
            for cell in cells.reversed() where !self[cell].isEmpty && row[cell] > 0 {
                if cell.isValue {
                    edge = self[cell].right - min(row[cell], self[cell].columns) - Self.gap
                } else {
                    columns[cell] = self[cell].extended(to: max(self[cell].right, edge))
                    edge = self[cell].left - Self.gap
                }
            }
            return columns
        }

        // MARK: - Two lines

        private func stacked(_ row: ColumnNeeds) -> Columns {
            var columns = self
            // The first text that this row has: not each has a note, or groups.
            let first = cells.first { !$0.isValue && row[$0] > 0 } ?? firstText
            if let firstText, let first, first != firstText {
                (columns[first], columns[firstText]) = (self[firstText], .zero)
            }
            guard hasCells else { return columns }
            let name = min(row.name, ColumnNeeds.shortest)
            if row.due > 0, row.due + Self.gap + name <= area.columns {
                (columns.name, columns.due) = Self.split(area, right: row.due)
            }
            let below = area.offset(rows: 1)
            let isLong = first != .number || row.longNumber > 0
            let text = first.map { $0 == .number ? max(row.number, row.longNumber) : row[$0] } ?? 0
            // One cell for what the list is ordered by, an amount or the groups, whichever a card has.
            let amount = row.value > 0 ? .value : cells.first { $0.isValue && $0 != .due && row[$0] > 0 }
            if let amount {
                let kept = isLong ? min(text, ColumnNeeds.beginning) : text
                guard row[amount] + Self.gap + kept <= below.columns else { return columns }
                columns.setCells(of: below, left: first, right: amount, row[amount])
            } else if row.groups > 0, first != .groups {
                let free = below.columns - Self.gap - text
                let most = isLong ? max(free, ColumnNeeds.shortest) : free
                // Groups begin in the same column in each row where the numbers leave room.
                let cell = min(needs.groups, max(free, min(row.groups, most)))
                guard cell >= min(row.groups, ColumnNeeds.shortest) else { return columns }
                columns.setCells(of: below, left: first, right: .groups, cell)
            }
            return columns
        }

        /// What stands at the left of the second line; nil where there are only amounts and days.
        private var firstText: Cell? { cells.first { !$0.isValue } }

        private mutating func setCells(of area: Rect, left text: Cell?, right cell: Cell, _ width: Int) {
            let (left, right) = Self.split(area, right: width)
            if let text { self[text] = left }
            self[cell] = right
        }

        private static func split(_ area: Rect, right: Int) -> (left: Rect, right: Rect) {
            (area.inset(right: right + gap), area.inset(left: area.columns - right))
        }
    }
}

/// A text beside the name. Rows are drawn in every frame: a switch, where a key path would take longer than the rest of their layout.
private enum Cell {
    case number, groups, note, value, uses, balance, due

    /// Whether it stands at the right, whole or not at all.
    var isValue: Bool {
        switch self {
        case .number, .groups, .note: false
        case .value, .uses, .balance, .due: true
        }
    }

    init(_ column: RowColumn) {
        self =
            switch column {
            case .number: .number
            case .groups: .groups
            case .note: .note
            case .uses: .uses
            case .balance: .balance
            case .expiry: .due
            }
    }
}

extension CardRow.Columns {
    /// What the list is ordered by stands before the values at the right end.
    private static func cells(_ order: [RowColumn]) -> [Cell] {
        var cells = order.map { Cell($0) }
        cells.insert(.value, at: cells.endIndex - cells.reversed().prefix { $0.isValue }.count)
        return cells
    }

    private subscript(cell: Cell) -> Rect {
        get {
            switch cell {
            case .number: number
            case .groups: groups
            case .note: note
            case .value: value
            case .uses: uses
            case .balance: balance
            case .due: due
            }
        }
        set {
            switch cell {
            case .number: number = newValue
            case .groups: groups = newValue
            case .note: note = newValue
            case .value: value = newValue
            case .uses: uses = newValue
            case .balance: balance = newValue
            case .due: due = newValue
            }
        }
    }
}

extension ColumnWidths {
    fileprivate subscript(cell: Cell) -> Int {
        switch cell {
        case .number: number
        case .groups: groups
        case .note: note
        case .value: value
        case .uses: uses
        case .balance: balance
        case .due: due
        }
    }
}

extension ColumnNeeds {
    /// A number is never without a text.
    fileprivate subscript(cell: Cell) -> Int {
        switch cell {
        case .number: 1
        case .groups: groups
        case .note: note
        case .value: value
        case .uses: uses
        case .balance: balance
        case .due: due
        }
    }
}

extension Rect {
    fileprivate func extended(to right: Int) -> Rect {
        Rect(column: left, row: top, columns: right - left, rows: rows)
    }
}
