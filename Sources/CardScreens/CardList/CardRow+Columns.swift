import Cards
import Terminal

extension CardRow {
    /// The room that the columns of some rows need, in terminal columns; 0 for a column that is empty in all of them.
    struct Needs: Hashable {
        var name = 0
        var number = 0
        /// A note that stands in the place of a number. It takes only what room is left.
        var note = 0
        var groups = 0
        var value = 0
        var balance = 0
        var due = 0

        /// The longest name, number or groups that is measured; more is cut in any case.
        static let widest = 60

        private static let noNumber = "no number".utf8.count

        mutating func add(_ card: CardSummary, _ texts: RowTexts) {
            name = max(name, Self.width(card.name))
            number = max(number, card.number.isEmpty ? Self.noNumber : Self.width(card.number))
            if card.number.isEmpty { note = max(note, Self.width(card.noteLine)) }
            groups = max(groups, Self.width(CardRow.groupsText(of: card, columns: Self.widest)))
            value = max(value, Self.width(texts.value))
            balance = max(balance, Self.width(texts.balance))
            due = max(due, Self.width(texts.due))
        }

        mutating func formUnion(_ other: Needs) {
            (name, number, note) = (max(name, other.name), max(number, other.number), max(note, other.note))
            groups = max(groups, other.groups)
            (value, balance, due) = (max(value, other.value), max(balance, other.balance), max(due, other.due))
        }

        private static func width(_ text: String) -> Int {
            // Fast path: most texts are printable ASCII.
            let count = text.utf8.count
            if count <= widest, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return count }
            return min(widest, SafeText(text, within: widest).width)
        }
    }

    /// The frames of the columns at a width; an empty one is dropped. Where not everything fits, groups give way first, then the
    /// name, then the balance; the number is cut last. What is due stays.
    struct Columns: Equatable {
        /// Two rows if the number has no column.
        let rows: Int
        private(set) var name: Rect
        private(set) var number = Rect.zero
        private(set) var groups = Rect.zero
        /// What the list is ordered by.
        private(set) var value = Rect.zero
        private(set) var balance = Rect.zero
        private(set) var due = Rect.zero

        /// Below this width a row has two lines.
        private static let oneLine = 58
        /// Below this width nothing stands beside the name and the number.
        private static let twoCells = 36
        private static let gap = 2
        private static let shortestName = 12
        private static let usualName = 20
        private static let shortestGroups = 8

        init(columns: Int, needs: Needs) {
            rows = columns < Self.oneLine ? 2 : 1
            // Edge, sign and colour at the left, a margin at the right.
            let area = Rect(column: 3, row: 0, columns: columns - 4, rows: 1)
            name = area
            if rows == 1 { place(needs, in: area) } else { stack(needs, in: area, hasCells: columns >= Self.twoCells) }
        }

        // MARK: - One line

        private mutating func place(_ needs: Needs, in area: Rect) {
            let wanted = needs
            var needs = needs
            func total() -> Int {
                let all = [needs.name, needs.number, needs.groups, needs.value, needs.balance, needs.due]
                return all.reduce(0, +) + Self.gap * max(0, all.count { $0 > 0 } - 1)
            }
            func shrink(_ column: WritableKeyPath<Needs, Int>, to least: Int) {
                needs[keyPath: column] = max(
                    min(needs[keyPath: column], least), needs[keyPath: column] - max(0, total() - area.columns))
            }
            needs.name = max(needs.name, 1)
            shrink(\.groups, to: Self.shortestGroups)
            shrink(\.name, to: Self.usualName)
            if total() > area.columns { (needs.groups, needs.name) = (0, wanted.name) }
            shrink(\.name, to: Self.shortestName)
            if total() > area.columns { needs.balance = 0 }
            if total() > area.columns { needs.value = 0 }
            shrink(\.number, to: 0)
            if needs.number > 0 {
                needs.number += min(max(0, needs.note - needs.number), max(0, area.columns - total()))
            }
            let spare = max(0, area.columns - total())
            var left = area.left
            func next(_ width: Int) -> Rect {
                defer { if width > 0 { left += width + Self.gap } }
                return Rect(column: left, row: area.top, columns: width, rows: 1)
            }
            // What is left over stands between the texts at the left and the values at the right.
            let isRightEmpty = needs.value + needs.balance + needs.due == 0
            name = next(needs.name)
            number = next(needs.number)
            groups = next(needs.groups + (needs.groups > 0 && isRightEmpty ? spare : 0))
            if !isRightEmpty { left += spare }
            value = next(needs.value)
            balance = next(needs.balance)
            due = next(needs.due)
        }

        // MARK: - Two lines

        private mutating func stack(_ needs: Needs, in area: Rect, hasCells: Bool) {
            let below = area.offset(rows: 1)
            number = below
            guard hasCells else { return }
            (name, due) = Self.split(area, right: needs.due, left: Self.shortestName)
            // One cell for what the list is ordered by, the balance or the groups, whichever a card has.
            let cell = max(needs.value, needs.balance, needs.groups)
            let right = min(
                cell, below.columns - Self.gap - min(needs.number, below.columns - Self.gap - Self.shortestGroups))
            (number, value) = Self.split(below, right: right, left: Self.shortestGroups)
            (balance, groups) = (value, value)
        }

        private static func split(_ area: Rect, right: Int, left least: Int) -> (left: Rect, right: Rect) {
            let right = min(right, area.columns - gap - least)
            guard right > 0 else { return (area, Rect(column: area.right, row: area.top, columns: 0, rows: 1)) }
            return (area.inset(right: right + gap), area.inset(left: area.columns - right))
        }

        /// The columns for one card on two lines. A text with only an empty cell beside it gets the space of both: a longer name or
        /// number is worth more than alignment. The cell beside the number shows one text.
        func filled(_ card: CardSummary, _ texts: RowTexts) -> Columns {
            guard rows == 2 else { return self }
            var columns = self
            if texts.due.isEmpty { columns.name = name.extended(to: max(name.right, due.right)) }
            let hasValue = !texts.value.isEmpty
            let hasBalance = !hasValue && !texts.balance.isEmpty
            let hasGroups = !hasValue && !hasBalance && !card.groups.isEmpty
            if !hasValue { columns.value = .zero }
            if !hasBalance { columns.balance = .zero }
            if !hasGroups { columns.groups = .zero }
            if !hasValue, !hasBalance, !hasGroups {
                columns.number = number.extended(to: max(number.right, value.right))
            }
            return columns
        }
    }
}

extension Rect {
    fileprivate func extended(to right: Int) -> Rect {
        Rect(column: left, row: top, columns: right - left, rows: rows)
    }
}
