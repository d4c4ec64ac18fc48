import Terminal
import Testing

@testable import Curses

@Suite("The size of the terminal and of a cell")
struct TerminalGeometryTests {
    private let size = Size(columns: 80, rows: 24)
    private let reported = CellPixels(width: 9, height: 18)

    @Test("the device's size of a cell counts more than the terminal's answer")
    func deviceFirst() {
        var geometry = TerminalGeometry(size: size, cell: reported)
        geometry.learn(area: Size(columns: 800, rows: 480), cell: reported)
        #expect(geometry.cell == reported)
    }

    @Test("a device that reports no size of a cell leaves it to the answer, which stays after a resize")
    func answer() {
        var geometry = TerminalGeometry(size: size, cell: nil)
        #expect(geometry.cell == nil)
        geometry.learn(area: Size(columns: 800, rows: 480), cell: nil)
        #expect(geometry.cell == CellPixels(width: 10, height: 20))
        geometry.update(size: Size(columns: 100, rows: 30), cell: nil)
        #expect(geometry.size == Size(columns: 100, rows: 30))
        #expect(geometry.cell == CellPixels(width: 10, height: 20))
        geometry.update(size: size, cell: reported)
        #expect(geometry.cell == reported)
    }

    @Test("an answer that gives no whole pixel a cell is ignored")
    func uselessAnswer() {
        var geometry = TerminalGeometry(size: size, cell: nil)
        geometry.learn(area: Size(columns: 79, rows: 480), cell: nil)
        #expect(geometry.cell == nil)
    }
}
