import Terminal
import Testing

@Suite("Large digits")
struct LargeDigitsTests {
    private func lines(_ digits: LargeDigits?) throws -> [String] {
        let digits = try #require(digits)
        var canvas = Canvas(size: digits.size)
        let ink = Ink(.trueColor)
        digits.draw(on: &canvas, in: canvas.bounds, ink: ink)
        return (0..<canvas.size.rows).map { row in
            (0..<canvas.size.columns).map { column in
                canvas[column, row].style == ink.dark ? "█" : canvas[column, row].text
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
        // A group that is too long is broken anywhere.
        #expect(LargeDigits("1234", fitting: Size(columns: 12, rows: 7))?.size == Size(columns: 11, rows: 7))
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
