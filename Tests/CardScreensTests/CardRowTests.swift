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

    private static let needs: [ColumnNeeds] = [
        ColumnNeeds(name: 60, number: 24, groups: 30, value: 10, balance: 12, due: 18),
        ColumnNeeds(name: 23, number: 19, groups: 12, due: 18), ColumnNeeds(name: 8, number: 4),
        ColumnNeeds(name: 30, number: 60, groups: 60, value: 4, balance: 14, due: 21),
        ColumnNeeds(name: 30, number: 27, balance: 9, due: 18), ColumnNeeds(name: 14, number: 38, groups: 4),
        ColumnNeeds(name: 60, number: 16, groups: 5), ColumnNeeds(name: 40, number: 60, balance: 9),
    ]

    /// The frames of a line of a row that has a text in each column, from left to right.
    private func shown(_ columns: CardRow.Columns, line: Int) -> [Rect] {
        [columns.name, columns.number, columns.groups, columns.value, columns.balance, columns.due]
            .filter { !$0.isEmpty && $0.top == line }.sorted { $0.left < $1.left }
    }

    @Test("columns never overlap or leave the row, and the validity is complete", arguments: 20...200)
    func columns(width: Int) {
        for needs in Self.needs {
            let all = CardRow.Columns(columns: width, needs: needs)
            let columns = all.filled(needs)
            #expect(columns.rows == (width < 58 ? 2 : 1))
            for line in 0..<columns.rows {
                let frames = shown(columns, line: line)
                for (left, right) in zip(frames, frames.dropFirst()) { #expect(left.right + 2 <= right.left) }
                #expect(frames.allSatisfy { $0.right <= width - 1 && $0.left >= 3 })
            }
            #expect(columns.name.columns >= min(8, needs.name))
            if width >= 36 { #expect(columns.due.columns == needs.due) }
            if !columns.due.isEmpty { #expect(columns.due.right == width - 1) }
        }
    }

    @Test("nothing is cut beside free space, and amounts and days are whole or left out", arguments: 20...200)
    func cuts(width: Int) {
        for needs in Self.needs {
            let columns = CardRow.Columns(columns: width, needs: needs).filled(needs)
            let texts = [
                (columns.name, needs.name), (columns.number, max(needs.number, needs.longNumber)),
                (columns.groups, needs.groups),
            ]
            for (frame, need) in texts where !frame.isEmpty && frame.columns < need {
                let next = shown(columns, line: frame.top).first { $0.left > frame.left }
                #expect(frame.right == next.map { $0.left - 2 } ?? width - 1, "\(needs)")
            }
            for (frame, need) in [
                (columns.value, needs.value), (columns.balance, needs.balance), (columns.due, needs.due),
            ] { #expect(frame.isEmpty || frame.columns == need, "\(needs)") }
        }
    }

    @Test(
        "a usual number is cut last: before that groups, name, balance and the value of the order give way",
        arguments: 58...200)
    func numberIsCutLast(width: Int) {
        let needs = Self.needs[0]
        let columns = CardRow.Columns(columns: width, needs: needs)
        guard columns.number.columns < needs.number else { return }
        #expect(columns.groups.isEmpty && columns.balance.isEmpty && columns.value.isEmpty)
        #expect(columns.name.columns <= 12)
    }

    @Test("a number longer than usual is cut first: neither name nor balance give way to it", arguments: 58...200)
    func longNumberIsCutFirst(width: Int) {
        let long = ColumnNeeds(name: 20, number: 60, balance: 9)
        let usual = ColumnNeeds(name: 20, number: 12, balance: 9)
        let columns = CardRow.Columns(columns: width, needs: long)
        #expect(columns.name == CardRow.Columns(columns: width, needs: usual).name)
        #expect(columns.balance.columns == 9)
        #expect(columns.number.columns == min(60, width - 4 - 20 - 9 - 4))
    }

    @Test("on two lines a balance is whole beside a number, whatever number another card has", arguments: 36...57)
    func balanceOnTwoLines(width: Int) {
        let card = ColumnNeeds(name: 14, number: 16, balance: 9)
        for needs in Self.needs {
            let columns = CardRow.Columns(columns: width, needs: needs).filled(card)
            #expect(columns.balance.columns == 9 && columns.balance.right == width - 1)
            #expect(columns.number.columns >= 16)
        }
        // A usual number is whole; a longer one is cut in any case.
        let number = ColumnNeeds(name: 14, number: 27, balance: 9)
        let filled = CardRow.Columns(columns: width, needs: number).filled(number)
        #expect(filled.number.columns >= 27 && filled.balance.columns == (width >= 42 ? 9 : 0))
        let long = ColumnNeeds(name: 14, number: 60, balance: 9)
        #expect(CardRow.Columns(columns: width, needs: long).filled(long).balance.columns == 9)
    }

    @Test("with room for all that rows need nothing is cut, and no column is wider than its texts")
    func room() {
        let needs = Self.needs[1]
        let columns = CardRow.Columns(columns: 90, needs: needs)
        #expect((columns.name.columns, columns.number.columns) == (23, 19))
        #expect((columns.groups.columns, columns.due.columns) == (12, 18))
        #expect(columns.balance.isEmpty && columns.value.isEmpty)
    }

    @Test("a note in the place of a number gets the empty columns behind it")
    func note() {
        var needs = ColumnNeeds(name: 14, number: 16, balance: 9, due: 18)
        needs.add(note: 40)
        var row = ColumnNeeds(name: 10)
        row.add(note: 40)
        let columns = CardRow.Columns(columns: 69, needs: needs)
        #expect(columns.number.columns < 40)
        #expect(columns.filled(row).number.right == 68)
        row.due = 10
        #expect(columns.filled(row).number.right == 68 - 10 - 2)
    }

    @Test("on two lines name and number use the room of missing columns", arguments: 20...57)
    func filled(width: Int) {
        let columns = CardRow.Columns(columns: width, needs: Self.needs[1])
        let setting = RowTexts.Setting(today: Journey.clock.today(), format: .iso, order: .name)
        for (hasDue, hasGroups) in [(false, false), (false, true), (true, false), (true, true)] {
            let card = Card.made("x", "123") {
                $0.expiry = hasDue ? Journey.clock.today() : nil
                $0.groups = hasGroups ? ["a"] : []
            }
            let summary = CardSummary(card)
            let texts = RowTexts(summary, setting, Journey.clock)
            let filled = columns.filled(ColumnNeeds(summary, texts))
            #expect(filled.name.right == (hasDue && width >= 36 ? width - 1 - texts.due.utf8.count - 2 : width - 1))
            #expect(filled.number.right == (hasGroups && width >= 36 ? width - 1 - 12 - 2 : width - 1))
        }
    }
}
