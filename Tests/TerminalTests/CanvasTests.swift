import Terminal
import TestSupport
import Testing

@Suite("Canvas")
struct CanvasTests {
    private func canvas(_ columns: Int, _ rows: Int = 1) -> Canvas { Canvas(size: Size(columns: columns, rows: rows)) }

    @Test("a wide character in the last column becomes a space")
    func wideAtTheMargin() {
        var canvas = canvas(4)
        let end = canvas.write("abc漢", at: .zero, style: .plain)
        #expect(canvas.text(ofRow: 0) == "abc ")
        #expect(end == 4)
    }

    @Test("overwriting half of a wide character leaves a space in the other half")
    func halves() {
        var right = canvas(4)
        right.write("漢字", at: .zero, style: .plain)
        right.write("x", at: Point(column: 1, row: 0), style: .plain)
        #expect(right.text(ofRow: 0) == " x字")
        var left = canvas(4)
        left.write("漢字", at: .zero, style: .plain)
        left.write("x", at: Point(column: 2, row: 0), style: .plain)
        #expect(left.text(ofRow: 0) == "漢x ")
    }

    @Test("drawing outside of the canvas or of an area draws nothing")
    func clipping() {
        var canvas = canvas(6, 3)
        canvas.write("far", at: Point(column: 0, row: 9), style: .plain)
        canvas.write("left", at: Point(column: -2, row: 0), style: .plain)
        canvas.draw(in: Rect(column: 2, row: 1, columns: 2, rows: 1)) { area in
            area.write("inside", at: .zero, style: .plain)
            area.fill(Rect(column: -9, row: -9, columns: 99, rows: 9), with: "#", style: .plain)
        }
        #expect((0..<3).map(canvas.text(ofRow:)) == ["ft    ", "  in  ", "      "])
    }

    @Test("a scrolled area shows the rows from its position, clipped to it")
    func scrolling() {
        var canvas = canvas(3, 4)
        canvas.draw(in: Rect(column: 0, row: 1, columns: 3, rows: 2), scrolledBy: 5, contentRows: 20) { area in
            for row in 0..<20 { area.write(SafeText("\(row)"), at: Point(column: 0, row: row), style: .plain) }
            #expect(area.visible == Rect(column: 0, row: 5, columns: 3, rows: 2))
        }
        #expect((0..<4).map(canvas.text(ofRow:)) == ["   ", "5  ", "6  ", "   "])
    }

    @Test("the cursor is stored in coordinates of the canvas, and hidden outside its area")
    func cursor() {
        var canvas = canvas(10, 5)
        canvas.draw(in: Rect(column: 3, row: 2, columns: 4, rows: 2)) { $0.placeCursor(at: Point(column: 1, row: 1)) }
        #expect(canvas.cursor == Point(column: 4, row: 3))
        canvas.draw(in: Rect(column: 3, row: 2, columns: 4, rows: 2)) { $0.placeCursor(at: Point(column: 4, row: 0)) }
        #expect(canvas.cursor == nil)
    }

    @Test("after any drawing every wide cell has all of its columns")
    func anyDrawing() {
        var generator = SeededGenerator(usual: 11)
        let texts: [SafeText] = ["a", "漢字", "👨‍👩‍👧‍👦x", "é漢", "🇵🇱🇵🇱", "…", "क्षिस्त्री", "שלום"]
        for _ in 0..<400 {
            var canvas = canvas(.random(in: 0...9, using: &generator), .random(in: 0...4, using: &generator))
            for _ in 0..<30 {
                let area = Rect(
                    column: .random(in: -3...9, using: &generator), row: .random(in: -2...4, using: &generator),
                    columns: .random(in: 0...9, using: &generator), rows: .random(in: 0...4, using: &generator))
                canvas.draw(in: area, scrolledBy: .random(in: 0...2, using: &generator)) { canvas in
                    let point = Point(
                        column: .random(in: -3...9, using: &generator), row: .random(in: -1...4, using: &generator))
                    canvas.write(texts.randomElement(using: &generator) ?? "", at: point, style: .plain)
                }
            }
            for row in 0..<canvas.size.rows {
                var column = 0
                while column < canvas.size.columns {
                    let width = Int(canvas[column, row].width)
                    #expect(width > 0 && column + width <= canvas.size.columns)
                    if width < 1 { break }
                    #expect((column + 1..<column + width).allSatisfy { canvas[$0, row].isContinuation })
                    column += width
                }
            }
        }
    }

    @Test(
        "every sign of the screens has a likeness in ASCII",
        arguments: ["▾", "•", "°", "→", "·", "…", "★", "✓", "↵", "▌", "▸"])
    func likeness(sign: String) { #expect(SafeText(sign).reducedToASCII.string != "?") }

    @Test("reduced to ASCII, marks are dropped, frames become lines, and columns stay")
    func ascii() {
        var canvas = canvas(12)
        canvas.write("★ Łódź─漢 ok", at: .zero, style: .plain)
        canvas.reduceToASCII()
        #expect(canvas.text(ofRow: 0) == "* Lodz-?? ok")
    }

    @Test("reduced to ASCII, a scroll bar can be told from a frame beside it")
    func scrollBarInASCII() {
        var canvas = Canvas(size: Size(columns: 2, rows: 2))
        canvas.fill(Rect(column: 0, row: 0, columns: 1, rows: 2), with: "│", style: .plain)
        ScrollBar(position: ScrollPosition(), contentRows: 4).draw(
            on: &canvas, in: Rect(column: 1, row: 0, columns: 1, rows: 2), theme: .terminal)
        canvas.reduceToASCII()
        #expect(canvas.text(ofRow: 0) == "|#" && canvas.text(ofRow: 1) == "| ")
    }

    @Test("a right-to-left field is enclosed by left-to-right marks, other fields are not")
    func direction() {
        let mark = "\u{200E}"
        var canvas = canvas(30)
        canvas.write("שלום 12", at: Point(column: 3, row: 0), style: .plain)
        canvas.write("4006", at: Point(column: 14, row: 0), style: .plain)
        #expect(canvas.text(ofRow: 0) == "   \(mark)שלום 12 \(mark)   4006            ")
        // The program's own separator between a name and its details.
        canvas = self.canvas(20)
        canvas.write("بنك · 3 of 20", at: .zero, style: .plain)
        #expect(canvas.text(ofRow: 0) == "بنك \(mark)· 3 of 20       ")
        // A dot in the name itself ends nothing.
        canvas = self.canvas(12)
        canvas.write("בית·ספר", at: .zero, style: .plain)
        #expect(canvas.text(ofRow: 0) == "בית·ספר \(mark)    ")
        canvas = self.canvas(20)
        for text: SafeText in ["Łódź 漢 · ★", "हिन्दी"] { canvas.write(text, at: .zero, style: .plain) }
        #expect(!canvas.text(ofRow: 0).unicodeScalars.contains("\u{200E}"))
        canvas = self.canvas(6)
        canvas.write("שלום", at: .zero, style: .plain, columns: 3)
        #expect(canvas.text(ofRow: 0) == "שלו \(mark)  ")
        canvas.write("x", at: Point(column: 3, row: 0), style: .plain)
        canvas.write("שלום", at: .zero, style: .plain, columns: 3)
        #expect(canvas.text(ofRow: 0) == "שלו\(mark)x  ")
        canvas.reduceToASCII()
        #expect(canvas.text(ofRow: 0) == "???x  ")
    }
}
