import Testing

@testable import Terminal

@Suite("Pictures in pixels on a canvas")
struct CanvasGraphicsTests {
    private static let size = Size(columns: 4, rows: 2)
    private let frame = Rect(column: 3, row: 2, columns: 4, rows: 2)

    private func graphic(_ size: Size = size, red: UInt8 = 200) throws -> PictureGraphic {
        try #require(
            PictureGraphic(
                rgba: [red, 0, 0, 255], width: 1, height: 1, size: size,
                medium: PictureMedium(colors: .trueColor, graphics: .kitty)))
    }

    private func canvas() throws -> Canvas {
        var canvas = Canvas(size: Size(columns: 12, rows: 6))
        canvas.place(try graphic(), in: frame)
        try #require(canvas.graphics.map(\.rect) == [frame])
        return canvas
    }

    @Test("below a picture's transparent pixels its background is visible, and changes with the cells")
    func placedOnGround() throws {
        let paper = Ink(.trueColor).paper
        var canvas = Canvas(size: Size(columns: 12, rows: 6))
        canvas.place(try graphic(), in: frame, ground: paper)
        #expect(canvas.graphics.map(\.ground) == [paper])
        canvas.restyle(canvas.bounds) { _ in Style(background: .palette(3)) }
        #expect(canvas.graphics.map(\.ground.background) == [.palette(3)])
    }

    @Test("text written over a picture leaves its symbols")
    func writtenOver() throws {
        for row in 0..<6 {
            for column in 0..<12 {
                let point = Point(column: column, row: row)
                let isOver = frame.contains(point)
                for text: SafeText in ["x", "é"] {
                    var canvas = try canvas()
                    canvas.write(text, at: point, style: .plain)
                    #expect(canvas.graphics.isEmpty == isOver, "\(text) at \(point)")
                }
                var canvas = try canvas()
                canvas.write("漢", at: point, style: .plain)
                let isHalfOver = column < 11 && frame.contains(Point(column: column + 1, row: row))
                #expect(canvas.graphics.isEmpty == (isOver || isHalfOver), "a wide one at \(point)")
            }
        }
        var filled = try canvas()
        filled.fill(Rect(column: 0, row: 0, columns: 12, rows: 2), style: .plain)
        #expect(!filled.graphics.isEmpty)
        filled.fill(Rect(column: 6, row: 3, columns: 3, rows: 3), style: .plain)
        #expect(filled.graphics.isEmpty)
    }

    @Test("text clipped before a picture does not affect it")
    func clippedText() throws {
        var canvas = try canvas()
        canvas.write("left", at: Point(column: 0, row: 2), style: .plain, columns: 3)
        canvas.draw(in: Rect(column: 7, row: 2, columns: 4, rows: 2)) { area in
            area.write("right of it", at: Point(column: -4, row: 0), style: .plain)
            area.write("above", at: Point(column: 0, row: -1), style: .plain)
        }
        #expect(!canvas.graphics.isEmpty)
    }

    @Test("a partly visible picture, or one of another size, is not shown in pixels")
    func clippedPicture() throws {
        let graphic = try graphic()
        var canvas = Canvas(size: Size(columns: 12, rows: 6))
        for frame in [
            Rect(column: -1, row: 0, columns: 4, rows: 2), Rect(column: 9, row: 0, columns: 4, rows: 2),
            Rect(column: 0, row: 5, columns: 4, rows: 2), Rect(column: 0, row: 0, columns: 3, rows: 2),
        ] {
            canvas.place(graphic, in: frame)
            #expect(canvas.graphics.isEmpty, "\(frame)")
        }
        for (rows, isShown) in [(0, true), (1, true), (2, false), (3, false)] {
            canvas.dropGraphics()
            canvas.draw(in: Rect(column: 2, row: 1, columns: 8, rows: 4), scrolledBy: rows, contentRows: 20) { area in
                area.place(graphic, in: Rect(column: 1, row: 1, columns: 4, rows: 2))
            }
            let shown = isShown ? [Rect(column: 3, row: 2 - rows, columns: 4, rows: 2)] : []
            #expect(canvas.graphics.map(\.rect) == shown, "scrolled by \(rows)")
        }
    }

    @Test("of two pictures in one position the last is shown")
    func twice() throws {
        var canvas = try canvas()
        let other = try graphic(red: 7)
        canvas.place(other, in: frame.offset(columns: 1))
        #expect(canvas.graphics.map(\.graphic) == [other])
    }

    @Test("below a sheet everything keeps its text; what has colours of its own is dimmed, half way to the ground")
    func shadedSymbols() {
        var canvas = Canvas(size: Size(columns: 12, rows: 3))
        canvas.write("▀", at: .zero, style: Style(foreground: .palette(130), background: .palette(22)))
        canvas.write(" ", at: Point(column: 2, row: 0), style: Style(background: .rgb(200, 10, 10)))
        canvas.write("name ▌", at: Point(column: 5, row: 0), style: Theme.terminal[.accent])
        canvas.write("▎", at: Point(column: 0, row: 1), style: Style(foreground: .rgb(200, 10, 10)))
        canvas.write("╭──╮", at: Point(column: 2, row: 1), style: Theme.terminal[.rule])
        canvas.write("bold", at: Point(column: 0, row: 2), style: Style(foreground: .palette(5), attributes: .bold))
        let texts = (0..<3).map { canvas.text(ofRow: $0) }
        let placed = canvas
        canvas.shade(theme: .terminal)
        #expect((0..<3).map { canvas.text(ofRow: $0) } == texts)
        // The ground is not known: half way to grey.
        #expect(
            canvas[0, 0].style
                == Style(foreground: .rgb(151, 111, 64), background: .rgb(64, 111, 64), attributes: .dim))
        #expect(canvas[2, 0].style == Style(background: .rgb(164, 69, 69), attributes: .dim))
        #expect(canvas[0, 1].style == Style(foreground: .rgb(164, 69, 69), attributes: .dim))
        #expect(canvas[0, 2].style == Style(foreground: .palette(5), attributes: .dim))
        for (column, row) in [(5, 0), (10, 0), (2, 1)] { #expect(canvas[column, row].style == Theme.terminal[.shaded]) }
        let dark = Theme(name: "dark") { _ in Style(foreground: .rgb(250, 250, 250), background: .rgb(0, 0, 0)) }
        var known = placed
        known.shade(theme: dark)
        #expect(known[0, 1].style == Style(foreground: .rgb(100, 5, 5)))
    }

    @Test("shaded or in plain text no pixels are shown")
    func shaded() throws {
        var shaded = try canvas()
        shaded.shade(theme: .terminal)
        #expect(shaded.graphics.isEmpty)
        var plain = try canvas()
        plain.reduceToASCII()
        #expect(plain.graphics.isEmpty)
    }

    @Test("a picture stays on another background, but not if half of its cells are restyled")
    func ground() throws {
        let ground = Style(background: .palette(3))
        var canvas = try canvas()
        canvas.restyle(Rect(canvas.size)) { $0.overlaid(with: ground) }
        #expect(canvas.graphics.map(\.ground) == [ground])
        canvas.restyle(Rect(column: 0, row: 0, columns: 12, rows: 2)) { _ in .plain }
        #expect(canvas.graphics.map(\.ground) == [ground])
        canvas.restyle(Rect(column: 0, row: 0, columns: 12, rows: 3)) { _ in .plain }
        #expect(canvas.graphics.isEmpty)
    }

    @Test("a view places its pixels over its symbols if all of it fits")
    func view() throws {
        let view = try #require(
            PictureView(
                rgba: [9, 9, 200, 255], width: 1, height: 1, size: Self.size,
                medium: PictureMedium(colors: .trueColor, graphics: .iterm)))
        var canvas = Canvas(size: Size(columns: 12, rows: 6))
        view.draw(on: &canvas, in: Rect(canvas.size))
        #expect(canvas.graphics.map(\.rect) == [Rect(column: 4, row: 2, columns: 4, rows: 2)])
        #expect(canvas[4, 2].style != .plain)
        view.draw(on: &canvas, in: Rect(column: 0, row: 0, columns: 3, rows: 6))
        #expect(canvas.graphics.count == 1)
        #expect(canvas[0, 2].style != .plain)
    }

    @Test("without pixels, or without support for them, only symbols are drawn")
    func refused() {
        func graphic(_ rgba: [UInt8], _ medium: PictureMedium, _ size: Size = Self.size) -> PictureGraphic? {
            PictureGraphic(rgba: rgba, width: 1, height: 1, size: size, medium: medium)
        }
        let kitty = PictureMedium(colors: .trueColor, graphics: .kitty)
        #expect(graphic([1, 2, 3, 4], kitty) != nil)
        #expect(graphic([1, 2, 3], kitty) == nil)
        #expect(graphic([1, 2, 3, 4], kitty, Size(columns: 0, rows: 3)) == nil)
        #expect(graphic([1, 2, 3, 4], PictureMedium(colors: .trueColor)) == nil)
        // Sixels cannot be scaled.
        #expect(graphic([1, 2, 3, 4], PictureMedium(colors: .trueColor, graphics: .sixel)) == nil)
    }

    @Test("an impossible cell size is ignored", arguments: [(0, 0), (0, 20), (1, 2), (50, 10), (2000, 4000)])
    func cells(width: Int, height: Int) {
        #expect(CellPixels(width: width, height: height) == nil)
        #expect(CellPixels(width: 10, height: 20)?.aspect == 0.5)
    }
}
