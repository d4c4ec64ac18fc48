import Terminal
import TestSupport
import Testing

@Suite("The brick layout")
struct BrickLayoutTests {
    @Test("every other row has one cell less and starts half a cell to the right")
    func alternating() {
        let layout = BrickLayout(columns: 34, cell: Size(columns: 10, rows: 4), count: 7)
        #expect((0..<7).compactMap { layout.frame(of: $0)?.left } == [0, 12, 24, 6, 18, 0, 12])
        #expect((0..<7).compactMap { layout.frame(of: $0)?.top } == [0, 0, 0, 5, 5, 10, 10])
        #expect(layout.contentRows == 14)
    }

    @Test("if the offset fits, all rows have equally many cells, and the rest is spread")
    func room() {
        let layout = BrickLayout(columns: 42, cell: Size(columns: 10, rows: 4), count: 6)
        #expect((0..<6).compactMap { layout.frame(of: $0)?.left } == [1, 13, 25, 7, 19, 31])
    }

    @Test("up and down keep their column, back and forth")
    func moves() {
        let layout = BrickLayout(columns: 34, cell: Size(columns: 10, rows: 4), count: 7)
        #expect(layout.index(from: 1, moving: .down) == 4)
        #expect(layout.index(from: 4, moving: .up) == 1)
        #expect(layout.index(from: 2, moving: .down) == 4)
        #expect(layout.index(from: 4, moving: .down) == 6)
        #expect(layout.index(from: 6, moving: .down) == nil)
        #expect(layout.index(from: 2, moving: .right) == 3)
        #expect(layout.index(from: 0, moving: .left) == nil)
    }

    @Test("for any size no cells overlap, all are inside, each exists once, and queries are consistent")
    func properties() {
        var generator = SeededGenerator(usual: 8)
        for _ in 0..<400 {
            let columns = Int.random(in: 0...120, using: &generator)
            let layout = BrickLayout(
                columns: columns,
                cell: Size(
                    columns: .random(in: 0...40, using: &generator), rows: .random(in: 0...9, using: &generator)),
                count: .random(in: 0...30, using: &generator),
                spacing: Size(
                    columns: .random(in: 0...3, using: &generator), rows: .random(in: 0...2, using: &generator)))
            let all = layout.frames(in: 0..<layout.contentRows)
            #expect(all.map(\.index) == Array(0..<layout.count))
            for (index, frame) in all {
                #expect(layout.frame(of: index) == frame)
                #expect(frame.left >= 0 && frame.right <= columns && frame.bottom <= layout.contentRows)
                #expect(layout.index(at: frame.origin) == index)
                #expect(layout.index(at: Point(column: frame.right - 1, row: frame.bottom - 1)) == index)
                #expect(!all.contains { $0.index != index && !$0.frame.intersection(frame).isEmpty })
                check(index, frame, in: layout, all)
            }
            let top = Int.random(in: -5...max(1, layout.contentRows), using: &generator)
            let window = top..<top + Int.random(in: 0...20, using: &generator)
            let seen = all.filter {
                !window.isEmpty && $0.frame.top < window.upperBound && $0.frame.bottom > window.lowerBound
            }
            #expect(layout.frames(in: window).map(\.index) == seen.map(\.index))
        }
    }

    private func check(_ index: Int, _ frame: Rect, in layout: BrickLayout, _ all: [(index: Int, frame: Rect)]) {
        func distance(_ other: Rect) -> Int { abs(other.left - frame.left) }
        let below = all.filter { $0.frame.top > frame.top }
        let next = below.filter { $0.frame.top == below.first?.frame.top }
        let down = layout.index(from: index, moving: .down)
        #expect((down == nil) == next.isEmpty)
        if let down, let frame = layout.frame(of: down) {
            #expect(frame.top == next.first?.frame.top)
            #expect(distance(frame) == next.map { distance($0.frame) }.min())
        }
        let above = all.filter { $0.frame.top < frame.top }
        let last = above.filter { $0.frame.top == above.last?.frame.top }
        let up = layout.index(from: index, moving: .up)
        #expect((up == nil) == last.isEmpty)
        if let up, let frame = layout.frame(of: up) {
            #expect(distance(frame) == last.map { distance($0.frame) }.min())
        }
        if let right = layout.index(from: index, moving: .right) {
            #expect(layout.index(from: right, moving: .left) == index)
        }
    }
}
