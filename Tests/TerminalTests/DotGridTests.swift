import Terminal
import Testing

@Suite("Drawing dots")
struct DotGridTests {
    private let ink = Ink(.trueColor)

    private func drawn(_ grid: DotGrid, columns: Int = 4, rows: Int = 2) -> Canvas {
        var canvas = Canvas(size: Size(columns: columns, rows: rows))
        grid.draw(on: &canvas, in: canvas.bounds, ink: ink)
        return canvas
    }

    @Test("two dots per column: full cells are blanks, half ones have one glyph, in black on white")
    func columns() {
        let grid = DotGrid([[true, true, false, false, true, false, false, true]], split: .columns)
        #expect(grid.size == Size(columns: 4, rows: 1))
        let canvas = drawn(grid)
        #expect(canvas.text(ofRow: 0) == "  ▌▐")
        #expect((0..<4).map { canvas[$0, 0].style } == [ink.dark, ink.paper, ink.paper, ink.paper])
        #expect(ink.paper == Style(foreground: .rgb(0, 0, 0), background: .rgb(255, 255, 255)))
        #expect(ink.dark == Style(foreground: .rgb(255, 255, 255), background: .rgb(0, 0, 0)))
    }

    @Test("two dots per line; an odd number ends with a light one")
    func rows() {
        let grid = DotGrid([[true, true, false], [true, false, true], [true, false, false]], split: .rows)
        #expect(grid.size == Size(columns: 3, rows: 2))
        let canvas = drawn(grid)
        #expect(canvas.text(ofRow: 0) == " ▄▄ ")
        #expect(canvas.text(ofRow: 1) == "▄   ")
        // A dark upper half is the ground of the cell.
        #expect((0..<3).map { canvas[$0, 0].style } == [ink.dark, ink.dark, ink.paper])
        #expect((0..<3).map { canvas[$0, 1].style } == [ink.dark, ink.paper, ink.paper])
        // Other cells are not changed.
        #expect(canvas[3, 0].style == .plain)
    }

    @Test("whole cells have no glyph, and nothing is drawn outside the area")
    func whole() {
        var canvas = Canvas(size: Size(columns: 3, rows: 1))
        DotGrid([[true, false, true], [true, true, true]], split: .whole).draw(
            on: &canvas, in: Rect(column: 1, row: 0, columns: 2, rows: 1), ink: ink)
        #expect(canvas.text(ofRow: 0) == "   ")
        #expect((0..<3).map { canvas[$0, 0].style } == [.plain, ink.dark, ink.paper])
    }

    @Test(
        "black and white are exact where a theme may change the first sixteen colours, and reverse video without colours"
    )
    func inks() {
        #expect(Ink(.indexed256).paper == Style(foreground: .palette(16), background: .palette(231)))
        #expect(Ink(.sixteen).paper == Style(foreground: .palette(0), background: .palette(15)))
        #expect(Ink(.monochrome).paper == Style(attributes: .reverse))
        #expect(Ink(.monochrome).dark == .plain)
        for colors in [ColorDepth.monochrome, .sixteen, .indexed256, .trueColor] {
            let (usual, inverted) = (Ink(colors), Ink(colors, isInverted: true))
            #expect(usual.dark == inverted.paper && usual.paper == inverted.dark)
            #expect([usual.paper, usual.dark, usual.faint, inverted.faint].allSatisfy { Ink.isInk($0, in: colors) })
        }
        #expect(!Ink.isInk(Style(foreground: .palette(6)), in: .indexed256))
        #expect(!Ink.isInk(.plain, in: .indexed256))
    }
}
