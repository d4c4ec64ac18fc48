import Terminal
import TestSupport
import Testing

@Suite("Rows of different heights")
struct OpenRowsLayoutTests {
    @Test("rows are laid out around the anchor, which keeps its position")
    func aroundTheAnchor() {
        let layout = OpenRowsLayout(count: 100, anchor: 50, at: 4, window: 10) { $0 == 49 ? 3 : 1 }
        #expect(layout.rows.map(\.rank) == [48, 49, 50, 51, 52, 53, 54, 55])
        #expect(layout.rows.map(\.top) == [0, 1, 4, 5, 6, 7, 8, 9])
        #expect(layout.rank(at: 3) == 49)
        #expect(layout.rank(at: 10) == nil && layout.rank(at: -1) == nil)
        #expect(layout.row(of: 50)?.top == 4)
        #expect(layout.row(of: 47) == nil && layout.row(of: 56) == nil)
    }

    @Test("a row that expands at the window's end moves up until it is completely visible")
    func openingAtTheEnd() {
        let layout = OpenRowsLayout(count: 100, anchor: 50, at: 9, window: 10) { $0 == 50 ? 4 : 1 }
        #expect(layout.row(of: 50)?.bottom == 10)
        #expect(layout.rows.first?.rank == 44)
    }

    @Test(
        "a row taller than the window shows its first lines, or those it is scrolled to",
        arguments: [5, 0, -7, -99])
    func tall(top: Int) {
        let layout = OpenRowsLayout(count: 100, anchor: 50, at: top, window: 10) { _ in 30 }
        #expect(layout.rows.map(\.rank) == [50])
        #expect(layout.rows.first?.top == max(-20, min(0, top)))
    }

    @Test("a row at the window's edge is drawn in part, in its position")
    func drawing() {
        let layout = OpenRowsLayout(count: 9, anchor: 4, at: 1, window: 5) { _ in 3 }
        var canvas = Canvas(size: Size(columns: 3, rows: 7))
        layout.draw(on: &canvas, in: Rect(column: 0, row: 1, columns: 3, rows: 5)) { canvas, row in
            for line in 0..<row.height {
                canvas.write(SafeText("\(row.rank).\(line)"), at: Point(column: 0, row: line), style: .plain)
            }
        }
        #expect((0..<7).map(canvas.text(ofRow:)) == ["   ", "3.2", "4.0", "4.1", "4.2", "5.0", "   "])
    }

    @Test("for any list there is no gap, no row outside the window, the anchor is visible, and the window full")
    func properties() {
        var generator = SeededGenerator(usual: 21)
        for _ in 0..<4000 {
            let count = Int.random(in: 0...40, using: &generator)
            let window = Int.random(in: 0...14, using: &generator)
            let heights = (0..<count).map { _ in [1, 1, 1, 2, 5, 17].randomElement(using: &generator) ?? 1 }
            let anchor = Int.random(in: -2...42, using: &generator)
            var asked: [Int] = []
            let layout = OpenRowsLayout(
                count: count, anchor: anchor, at: .random(in: -5...20, using: &generator), window: window
            ) {
                asked.append($0)
                return heights[$0]
            }
            #expect(asked.sorted() == layout.rows.map(\.rank))
            #expect(layout.rows.allSatisfy { $0.top < window && $0.bottom > 0 && $0.height == heights[$0.rank] })
            for (row, next) in zip(layout.rows, layout.rows.dropFirst()) {
                #expect(row.bottom == next.top && row.rank + 1 == next.rank)
            }
            guard count > 0, window > 0, let first = layout.rows.first, let last = layout.rows.last else {
                #expect(layout.rows.isEmpty)
                continue
            }
            #expect(first.top <= 0 && (first.rank > 0 || first.top == 0 || last.bottom <= window || heights[0] > 1))
            #expect(last.bottom >= window || (last.rank == count - 1 && first.rank == 0 && first.top == 0))
            let held = layout.row(of: min(max(0, anchor), count - 1))
            #expect(
                held.map {
                    $0.height > window ? $0.top <= 0 && $0.bottom >= window : $0.top >= 0 && $0.bottom <= window
                } == true)
        }
    }

    @Test("a million rows take no more work than a hundred")
    func large() {
        for count in [100, 1_000_000] {
            for anchor in [0, count / 2, count - 1] {
                var asked = 0
                _ = OpenRowsLayout(count: count, anchor: anchor, at: 12, window: 24) { _ in
                    asked += 1
                    return 1
                }
                #expect(asked == 24)
            }
        }
    }
}
