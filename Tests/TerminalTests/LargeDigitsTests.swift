import Testing

@testable import Terminal

@Suite("Large digits")
struct LargeDigitsTests {
    private func lines(_ digits: LargeDigits?) throws -> [String] {
        let digits = try #require(digits)
        var canvas = Canvas(size: digits.size)
        let ink = Ink(.trueColor)
        digits.draw(on: &canvas, in: canvas.bounds, ink: ink)
        return (0..<canvas.size.rows).map { row in
            (0..<canvas.size.columns).map { column in
                let (cell, isDark) = (canvas[column, row], canvas[column, row].style == ink.dark)
                return isDark ? (cell.text == "▄" ? "▀" : "█") : cell.text
            }.joined()
        }
    }

    @Test("the smallest size has three columns per digit")
    func small() throws {
        #expect(
            try lines(LargeDigits("17-A", fitting: Size(columns: 15, rows: 3))) == [
                "▄█  ▀▀█     ▄▀▄",
                " █    █ ▀▀▀ █▀█",
                "▀▀▀   ▀     ▀ ▀",
            ])
    }

    @Test("the largest size that fits is used, with lines broken between groups")
    func sizes() throws {
        #expect(LargeDigits("12", fitting: Size(columns: 7, rows: 3))?.size == Size(columns: 7, rows: 3))
        #expect(LargeDigits("12", fitting: Size(columns: 11, rows: 4))?.size == Size(columns: 11, rows: 4))
        #expect(LargeDigits("12", fitting: Size(columns: 22, rows: 7))?.size == Size(columns: 22, rows: 7))
        // 12 34 in one line would need 17 columns.
        #expect(LargeDigits("12 34", fitting: Size(columns: 16, rows: 7))?.size == Size(columns: 7, rows: 7))
        // Even the smallest digits need 15 columns for a whole group: it is split in the middle.
        #expect(LargeDigits("1234", fitting: Size(columns: 12, rows: 7))?.size == Size(columns: 7, rows: 7))
    }

    @Test("where one line is kept, smaller digits are better than a second line")
    func oneLine() {
        let size = Size(columns: 17, rows: 9)
        #expect(LargeDigits("12 34", fitting: size)?.size == Size(columns: 11, rows: 9))
        #expect(LargeDigits("12 34", fitting: size, keepsOneLine: true)?.size == Size(columns: 17, rows: 3))
        // A number that no line holds is broken as always.
        #expect(
            LargeDigits("12 34 56", fitting: size, keepsOneLine: true) == LargeDigits("12 34 56", fitting: size))
    }

    /// The lines in the small font, at one column for each dot.
    private func wrapped(_ text: String, _ columns: Int, splits: Bool = false) -> [String]? {
        DigitLines(.small, columns: columns, splitsGroups: splits).lines(of: text.split(separator: " "), atMost: 20)
    }

    @Test("the lines are about equally long")
    func balanced() {
        #expect(wrapped("4006 3813 3393 1234", 55) == ["4006 3813", "3393 1234"])
        #expect(wrapped("12 34 56 78 90 12", 25) == ["12 34", "56 78", "90 12"])
        #expect(wrapped("5901234123457", 40, splits: true) == ["5901234", "123457"])
    }

    @Test("a group is not split where smaller digits show it whole")
    func wholeGroups() throws {
        #expect(wrapped("12345", 18) == nil)
        // 13 digits need 51 columns. Two lines would have space for digits of twice the size.
        let digits = try #require(LargeDigits("5901234123457", fitting: Size(columns: 60, rows: 20)))
        #expect(digits.size == Size(columns: 51, rows: 3))
    }

    @Test("no digit is alone on a line, unless it is the only one")
    func noneAlone() {
        // Four digits fit, and the last group has one.
        #expect(wrapped("4006 3813 3393 1", 16) == nil)
        #expect(wrapped("4006 3813 3393 1", 21) == ["4006", "3813", "3393 1"])
        #expect(wrapped("1", 3) == ["1"])
        for columns in 8...120 {
            let lines = wrapped("4006 3813 3393 1", columns, splits: true) ?? []
            #expect(lines.allSatisfy { $0.count > 1 }, "\(columns) columns")
        }
    }

    @Test("plain screens use whole cells only")
    func plain() throws {
        let plain = try lines(LargeDigits("1/b.+Z", fitting: Size(columns: 40, rows: 9), isPlain: true))
        #expect(plain.count == 7)
        #expect(plain.joined().allSatisfy { $0 == "█" || $0 == " " })
    }

    @Test(
        "characters without a large form, and numbers that do not fit, are not drawn",
        arguments: ["", "   ", "ä", "1_2", "漢"])
    func nothing(text: String) {
        #expect(LargeDigits(text, fitting: Size(columns: 100, rows: 100)) == nil)
        #expect(LargeDigits("1", fitting: Size(columns: 2, rows: 100)) == nil)
        #expect(LargeDigits("1", fitting: Size(columns: 100, rows: 2)) == nil)
        #expect(LargeDigits("1", fitting: .zero) == nil)
    }
}
