import Cards
import TestSupport
import Testing

@Suite("Widths of columns")
struct ColumnWidthsTests {
    @Test("at every width the columns fit, nothing is left beside one that is cut, and amounts and days are whole")
    func anything() {
        var random = SeededGenerator()
        func width(_ widths: ClosedRange<Int>) -> Int {
            Bool.random(using: &random) ? Int.random(in: widths, using: &random) : 0
        }
        var wrong: [String] = []
        for _ in 0..<1000 {
            var needs = ColumnNeeds(
                name: Int.random(in: 1...60, using: &random), number: Int.random(in: 1...60, using: &random),
                groups: width(1...60), value: width(1...12), balance: width(4...20), due: width(6...21))
            let note = width(1...60)
            if note > 0 { needs.add(note: note) }
            for columns in 20...200 {
                let widths = needs.fitted(to: columns)
                let left = columns - widths.total
                func isCut(_ width: Int, _ need: Int) -> Bool { width > 0 && width < need }
                func isWhole(_ width: Int, _ need: Int) -> Bool { width == 0 || width == need }
                let isAnyCut =
                    isCut(widths.name, needs.name) || isCut(widths.groups, needs.groups)
                    || isCut(widths.number, max(needs.number, needs.longNumber))
                let areWhole =
                    isWhole(widths.value, needs.value) && isWhole(widths.balance, needs.balance)
                    && isWhole(widths.due, needs.due)
                if left < 0 || (left > 0 && isAnyCut) || !areWhole || widths.name < min(needs.name, 8) {
                    wrong.append("\(needs) in \(columns): \(widths)")
                }
            }
        }
        #expect(wrong.prefix(3) == [])
    }

    @Test(
        "a number beside a balance is whole before names get more room; one with empty cells behind it is not waited for"
    )
    func numberBesideBalance() {
        func widths(_ wide: ColumnNeeds) -> ColumnWidths {
            var needs = ColumnNeeds()
            needs.add(rows: Array(repeating: ColumnNeeds(name: 30, number: 8, due: 18), count: 9) + [wide])
            return needs.fitted(to: 66)
        }
        let beside = widths(ColumnNeeds(name: 17, number: 14, balance: 11))
        #expect((beside.number, beside.name) == (14, 17))
        let alone = widths(ColumnNeeds(name: 17, number: 24))
        #expect(alone.name >= 20)
    }

    @Test("a balance that is far too wide for a column does not take the balances of other cards")
    func longBalance() {
        var needs = ColumnNeeds(name: 12, number: 16, balance: 9)
        needs.add(ColumnNeeds(name: 8, balance: 46))
        let widths = needs.fitted(to: 60)
        #expect([widths.name, widths.number, widths.balance] == [12, 16, 9])
    }

    @Test("one wide number beside a balance narrows names little and balances not at all")
    func oneWideNumber() {
        var needs = ColumnNeeds()
        needs.add(rows: [13, 13, 12, 8, 13, 27].map { ColumnNeeds(name: 26, number: $0, balance: 9) })
        let shown = [58, 64, 80].map { columns -> [Int] in
            let widths = needs.fitted(to: columns)
            return [widths.name, widths.number, widths.balance]
        }
        #expect(shown == [[18, 27, 9], [24, 27, 9], [26, 27, 9]])
        // Where most are wide, they are whole.
        needs.add(rows: [27, 27, 27, 8].map { ColumnNeeds(number: $0) })
        #expect(needs.fitted(to: 50).number == 27)
    }

    @Test("what gives way first, from a narrow window to a wide one")
    func order() {
        var needs = ColumnNeeds(name: 30, number: 19, groups: 14, balance: 9, due: 18)
        needs.add(number: 50)
        let shown = [36, 53, 64, 76, 90, 110, 150].map { columns -> [Int] in
            let widths = needs.fitted(to: columns)
            return [widths.name, widths.number, widths.groups, widths.balance, widths.due]
        }
        #expect(
            shown == [
                [16, 0, 0, 0, 18], [12, 19, 0, 0, 18], [12, 19, 0, 9, 18], [24, 19, 0, 9, 18], [28, 19, 8, 9, 18],
                [30, 31, 14, 9, 18], [30, 50, 14, 9, 18],
            ])
    }
}
