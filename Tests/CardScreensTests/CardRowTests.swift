import Cards
import Terminal
import Testing

@testable import CardScreens

@Suite("A row's columns")
struct CardRowTests {
    @Test("of a name of combining marks no more is searched than of any other")
    func matches() {
        let area = Rect(column: 0, row: 0, columns: 40, rows: 1)
        let filter = CardFilter("bakery")
        let marks = "e" + String(repeating: "\u{301}", count: 32_000)
        #expect(CardRow.beginning(of: marks, in: area, filter).utf8.count < 1000)
        let seen = CardRow.beginning(of: "Bakery " + marks, in: area, filter)
        #expect(seen.unicodeScalars.starts(with: "Bakery e".unicodeScalars))
        #expect(CardRow.beginning(of: "Bakery", in: area, filter) == "Bakery")
    }

    private static let needs: [CardRow.Needs] = [
        CardRow.Needs(name: 60, number: 24, groups: 30, value: 10, balance: 12, due: 18),
        CardRow.Needs(name: 23, number: 19, groups: 12, due: 18), CardRow.Needs(name: 8, number: 4),
        CardRow.Needs(name: 30, number: 60, groups: 60, value: 4, balance: 14, due: 21),
    ]

    @Test(
        "columns never overlap or leave the row, and the validity is complete from 40 columns on", arguments: 20...140)
    func columns(width: Int) {
        for needs in Self.needs {
            let columns = CardRow.Columns(columns: width, needs: needs)
            let cells = columns.rows == 1 ? [columns.groups, columns.value, columns.balance] : [columns.value]
            let shown = ([columns.name, columns.number, columns.due] + cells).filter { !$0.isEmpty }.sorted {
                $0.left < $1.left
            }
            for row in 0..<columns.rows {
                let line = shown.filter { $0.top == row }
                for (left, right) in zip(line, line.dropFirst()) { #expect(left.right + 2 <= right.left) }
            }
            #expect(columns.rows == (width < 58 ? 2 : 1))
            #expect(shown.allSatisfy { $0.right <= width - 1 && $0.left >= 3 })
            #expect(columns.name.columns >= min(8, needs.name))
            #expect(columns.due.columns == (width >= 40 ? needs.due : columns.due.columns))
            if !columns.due.isEmpty { #expect(columns.due.right == width - 1) }
        }
    }

    @Test(
        "a number is cut last: before that groups, name, balance and the value of the order give way",
        arguments: 58...140)
    func numberIsCutLast(width: Int) {
        let needs = Self.needs[0]
        let columns = CardRow.Columns(columns: width, needs: needs)
        guard columns.number.columns < needs.number else { return }
        #expect(columns.groups.isEmpty && columns.balance.isEmpty && columns.value.isEmpty)
        #expect(columns.name.columns <= 12)
    }

    @Test("with room for all that rows need nothing is cut, and no column is wider than its texts")
    func room() {
        let needs = Self.needs[1]
        let columns = CardRow.Columns(columns: 90, needs: needs)
        #expect((columns.name.columns, columns.number.columns) == (23, 19))
        #expect((columns.groups.columns, columns.due.columns) == (12, 18))
        #expect(columns.balance.isEmpty && columns.value.isEmpty)
    }

    @Test("on two lines name and number use the room of missing columns", arguments: 20...57)
    func filled(width: Int) {
        let columns = CardRow.Columns(columns: width, needs: Self.needs[1])
        let setting = RowTexts.Setting(today: Journey.clock.today(), format: .iso, order: .name)
        for (hasDue, hasGroups) in [(false, false), (false, true), (true, false), (true, true)] {
            let card = Card.made("x") {
                $0.expiry = hasDue ? Journey.clock.today() : nil
                $0.groups = hasGroups ? ["a"] : []
            }
            let summary = CardSummary(card)
            let filled = columns.filled(summary, RowTexts(summary, setting, Journey.clock))
            #expect(filled.name.right == (hasDue && width >= 36 ? columns.name.right : width - 1))
            #expect(filled.number.right == (hasGroups && width >= 36 ? columns.number.right : width - 1))
        }
    }
}
