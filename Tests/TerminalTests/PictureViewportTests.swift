import TestSupport
import Testing

@testable import Terminal

@Suite("The visible part of a picture")
struct PictureViewportTests {
    private func viewport(
        _ width: Int, _ height: Int, _ look: PictureTransform = .whole, in area: Size, cellAspect: Double = 0.5
    ) -> PictureViewport {
        PictureViewport(width: width, height: height, transform: look, area: area, cellAspect: cellAspect)
    }

    private func look(_ zoom: Int, turns: Int = 0) -> PictureTransform {
        var look = PictureTransform()
        look.zoom(to: zoom)
        for _ in 0..<turns { look.turn() }
        return look
    }

    @Test(
        "a whole picture is shown in its proportion",
        arguments: [
            (800, 400, 0, 0.5, Size(columns: 80, rows: 20)), (400, 800, 0, 0.5, Size(columns: 20, rows: 20)),
            (800, 400, 1, 0.5, Size(columns: 20, rows: 20)), (800, 400, 2, 0.5, Size(columns: 80, rows: 20)),
            (800, 400, 0, 1, Size(columns: 40, rows: 20)), (10_000, 1, 0, 0.5, Size(columns: 80, rows: 1)),
        ])
    func whole(width: Int, height: Int, turns: Int, cellAspect: Double, cells: Size) {
        let seen = viewport(
            width, height, look(100, turns: turns), in: Size(columns: 80, rows: 20), cellAspect: cellAspect)
        #expect(seen.cells == cells)
        let isTurned = turns % 2 == 1
        #expect((seen.left, seen.top) == (0, 0))
        #expect((seen.width, seen.height) == (isTurned ? height : width, isTurned ? width : height))
    }

    @Test(
        "it takes as many cells as its proportion allows",
        arguments: [
            // A card in an area that is too high, too wide, and of one row.
            (600, 378, 36, 40, 36, 11), (600, 378, 100, 12, 38, 12), (600, 378, 36, 1, 3, 1),
            (100, 100, 20, 20, 20, 10), (10_000, 1, 30, 10, 30, 1), (1, 10_000, 30, 10, 1, 10), (10, 10, 0, 10, 0, 0),
        ])
    func proportion(width: Int, height: Int, columns: Int, rows: Int, fittedColumns: Int, fittedRows: Int) {
        let seen = viewport(width, height, in: Size(columns: columns, rows: rows))
        #expect(seen.cells == Size(columns: fittedColumns, rows: fittedRows))
    }

    @Test("at double zoom the middle half is visible in each direction")
    func zoomed() {
        let seen = viewport(800, 400, look(200), in: Size(columns: 80, rows: 20))
        #expect(seen.cells == Size(columns: 80, rows: 20))
        #expect((seen.left, seen.top, seen.width, seen.height) == (200, 100, 400, 200))
    }

    @Test("a zoomed picture first grows into free room beside it")
    func grows() {
        let seen = viewport(400, 400, look(150), in: Size(columns: 80, rows: 20))
        #expect(seen.cells == Size(columns: 60, rows: 20))
        #expect((seen.width, seen.height) == (400, 267))
    }

    @Test("it moves by the given cells, and stops at the picture's edges")
    func panning() {
        let area = Size(columns: 80, rows: 20)
        var look = look(200)
        look.pan(columns: 10, rows: -5, in: viewport(800, 400, look, in: area))
        var seen = viewport(800, 400, look, in: area)
        #expect((seen.left, seen.top) == (250, 50))
        look.pan(columns: 1000, rows: 1000, in: seen)
        seen = viewport(800, 400, look, in: area)
        #expect((seen.left, seen.top) == (400, 200))
        // One step back: movement past the edge was not accumulated.
        look.pan(columns: -8, rows: 0, in: seen)
        #expect(viewport(800, 400, look, in: area).left == 360)
        var all = PictureTransform.whole
        all.pan(columns: 10, rows: 10, in: viewport(800, 400, in: area))
        #expect(all == .whole)
    }

    @Test("a turn keeps the centre, and four turns change nothing")
    func turning() {
        let area = Size(columns: 80, rows: 20)
        var look = look(400)
        look.pan(columns: 15, rows: 3, in: viewport(800, 400, look, in: area))
        let before = look
        look.turn()
        // Clockwise: the left edge becomes the top, the top becomes the right.
        #expect(look.centerX == 1 - before.centerY && look.centerY == before.centerX)
        for _ in 0..<3 { look.turn() }
        #expect(look.quarterTurns == 0)
        #expect(abs(look.centerX - before.centerX) < 1e-12 && abs(look.centerY - before.centerY) < 1e-12)
    }

    @Test("keys step through the sizes and stop at both ends")
    func keys() {
        var look = PictureTransform()
        look.zoomOut()
        #expect(look.zoom == 100)
        var sizes: [Int] = []
        for _ in 0..<11 {
            look.zoomIn()
            sizes.append(look.zoom)
        }
        #expect(sizes == [125, 150, 200, 250, 300, 400, 500, 600, 800, 800, 800])
        look.zoom(to: 130)
        look.zoomIn()
        #expect(look.zoom == 150)
        look.zoom(to: 130)
        look.zoomOut()
        #expect(look.zoom == 125)
    }

    @Test("the visible part always lies in the picture and its cells in the area")
    func anything() {
        var random = SeededGenerator(usual: 7)
        for _ in 0..<3000 {
            let (width, height) = (Int.random(in: 1...3000, using: &random), Int.random(in: 1...3000, using: &random))
            let area = Size(columns: .random(in: 0...200, using: &random), rows: .random(in: 0...60, using: &random))
            var look = look(.random(in: 0...1000, using: &random), turns: .random(in: 0...3, using: &random))
            let aspect = Double.random(in: 0.2...1.2, using: &random)
            look.pan(
                columns: .random(in: -50...50, using: &random), rows: .random(in: -50...50, using: &random),
                in: viewport(width, height, look, in: area, cellAspect: aspect))
            let seen = viewport(width, height, look, in: area, cellAspect: aspect)
            if area.columns == 0 || area.rows == 0 {
                #expect(seen.cells == .zero)
                continue
            }
            let whole = look.quarterTurns % 2 == 1 ? (height, width) : (width, height)
            #expect(seen.left >= 0 && seen.width >= 1 && seen.left + seen.width <= whole.0)
            #expect(seen.top >= 0 && seen.height >= 1 && seen.top + seen.height <= whole.1)
            #expect((1...area.columns).contains(seen.cells.columns) && (1...area.rows).contains(seen.cells.rows))
        }
    }

    @Test("a picture in sixels is as large as the terminal takes it; any other fills its area")
    func room() throws {
        let cell = try #require(CellPixels(width: 8, height: 16))
        func room(_ graphics: PictureGraphics, _ limit: Size?) -> Size {
            PictureMedium(colors: .trueColor, graphics: graphics, cell: cell, sixelLimit: limit)
                .room(in: Size(columns: 180, rows: 40))
        }
        let limit = Size(columns: 1000, rows: 1000)
        #expect(room(.sixel, limit) == Size(columns: 125, rows: 40))
        #expect(room(.kitty, limit) == Size(columns: 180, rows: 40) && room(.sixel, nil) == room(.kitty, nil))
    }
}
