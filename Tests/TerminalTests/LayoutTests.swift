import Terminal
import Testing

@Suite("Layout")
struct LayoutTests {
    private let area = Rect(column: 2, row: 1, columns: 20, rows: 3)

    @Test("fixed children get their length, flexible ones share the rest by weight")
    func weights() {
        let frames = StackLayout(.horizontal, spacing: 1).frames(
            of: [.fixed(4), .flexible(minimum: 2, weight: 2), .flexible(minimum: 2, weight: 1)], in: area)
        #expect(frames.map(\.left) == [2, 7, 17])
        #expect(frames.map(\.columns) == [4, 9, 5])
        #expect(frames.allSatisfy { $0.rows == 3 && $0.top == 1 })
    }

    @Test("a hidden child leaves no gap")
    func hidden() {
        let frames = StackLayout(.vertical, spacing: 1).frames(of: [.fixed(1), nil, .fixed(1)], in: area)
        #expect(frames.map(\.top) == [1, 2, 3])
        #expect(frames.map(\.rows) == [1, 0, 1])
    }

    @Test("children never leave their area, however small it is", arguments: 0...30)
    func small(columns: Int) {
        let area = Rect(column: 0, row: 0, columns: columns, rows: 1)
        let frames = StackLayout(.horizontal, spacing: 2).frames(
            of: [.fixed(5), .flexible(minimum: 4, weight: 1), nil, .fixed(7), .flexible()], in: area)
        #expect(frames.allSatisfy { $0.isEmpty || $0.right <= columns })
    }

    @Test("scrolling stops at both ends and reveals with the smallest movement")
    func scrollPosition() {
        var position = ScrollPosition()
        position.scroll(by: -5, content: 100, window: 10)
        #expect(position.top == 0)
        position.scroll(by: 500, content: 100, window: 10)
        #expect(position.top == 90)
        position.reveal(50..<51, margin: 2, content: 100, window: 10)
        #expect(position.top == 48)
        position.reveal(70..<71, content: 100, window: 10)
        #expect(position.top == 61)
        #expect(position.revealing(0..<1, content: 3, window: 10).top == 0)
    }

    @Test("a centred rectangle is clipped to its area")
    func centered() {
        #expect(area.centered(Size(columns: 10, rows: 1)) == Rect(column: 7, row: 2, columns: 10, rows: 1))
        #expect(area.centered(Size(columns: 99, rows: 99)) == area)
    }
}
