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

    @Test(
        "columns never overlap or leave the row, and the validity is complete from 36 columns on", arguments: 20...110)
    func columns(width: Int) {
        let columns = CardRow.Columns(columns: width)
        let shown = [columns.name, columns.number, columns.groups, columns.due].sorted { $0.left < $1.left }.filter {
            !$0.isEmpty
        }
        for row in 0..<columns.rows {
            let line = shown.filter { $0.top == row }
            for (left, right) in zip(line, line.dropFirst()) { #expect(left.right + 2 <= right.left) }
        }
        #expect(columns.rows == (width < 58 ? 2 : 1))
        #expect(columns.number.columns >= 8)
        #expect(shown.allSatisfy { $0.right <= width - 1 })
        #expect(columns.name.columns >= 8)
        #expect(columns.due.columns == (width >= 36 ? 19 : 0))
        // At the usual width a name and a card number in groups of four fit.
        if width >= 80 { #expect(columns.name.columns >= 20 && columns.number.columns >= 19) }
    }

    @Test(
        "on two lines name and number use the room of missing columns, and nothing overlaps", arguments: 20...57
    )
    func filled(width: Int) {
        let columns = CardRow.Columns(columns: width)
        for (hasDue, hasGroups) in [(false, false), (false, true), (true, false), (true, true)] {
            let filled = columns.filled(hasDue: hasDue, hasGroups: hasGroups)
            let right = width - 1
            #expect(filled.name.right == (hasDue && width >= 36 ? columns.name.right : right))
            #expect(filled.number.right == (hasGroups && width >= 36 ? columns.number.right : right))
            #expect(filled.name.origin == columns.name.origin && filled.number.origin == columns.number.origin)
            #expect(filled.due == columns.due && filled.groups == columns.groups)
        }
    }
}
