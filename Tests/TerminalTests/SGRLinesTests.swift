import Terminal
import Testing

@Suite("A canvas as lines with SGR sequences")
struct SGRLinesTests {
    @Test("colours and attributes follow ECMA-48, and every line ends with a reset")
    func styles() {
        var canvas = Canvas(size: Size(columns: 8, rows: 4))
        canvas.write("a", at: .zero, style: Style(foreground: .palette(1), attributes: .bold))
        canvas.write("b", at: Point(column: 1, row: 0), style: Style(foreground: .palette(9), background: .palette(12)))
        canvas.write("c", at: Point(column: 2, row: 0), style: .plain)
        canvas.write(
            "漢", at: Point(column: 0, row: 1), style: Style(foreground: .palette(200), background: .rgb(1, 2, 3)))
        canvas.write("x", at: Point(column: 3, row: 2), style: .plain)
        #expect(
            canvas.sgrLines == [
                "\u{1B}[0;1;31ma\u{1B}[0;91;104mb\u{1B}[0mc",
                "\u{1B}[0;38;5;200;48;2;1;2;3m漢\u{1B}[0m",
                "   x",
                "",
            ])
    }

    @Test("a trailing blank with a background is kept")
    func ground() {
        var canvas = Canvas(size: Size(columns: 3, rows: 1))
        canvas.fill(Rect(column: 0, row: 0, columns: 2, rows: 1), style: Style(background: .palette(4)))
        #expect(canvas.sgrLines == ["\u{1B}[0;44m  \u{1B}[0m"])
    }
}
