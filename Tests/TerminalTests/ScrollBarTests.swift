import Terminal
import Testing

@Suite("Scroll bar")
struct ScrollBarTests {
    private let area = Rect(column: 79, row: 1, columns: 1, rows: 20)

    private func bar(_ top: Int, of contentRows: Int) -> ScrollBar {
        ScrollBar(position: ScrollPosition(top: top), contentRows: contentRows)
    }

    @Test("the bar's ends scroll to the content's ends", arguments: [21, 40, 340, 1_000_000])
    func ends(contentRows: Int) {
        let bar = bar(contentRows / 3, of: contentRows)
        #expect(bar.position(heldAt: 20, by: 0, in: area).top == contentRows - 20)
        #expect(bar.position(heldAt: 1, by: 0, in: area).top == 0)
        #expect(bar.position(heldAt: 500, by: 0, in: area).top == contentRows - 20)
        #expect(bar.position(heldAt: -500, by: 0, in: area).top == 0)
        #expect(self.bar(1, of: contentRows).position(heldAt: 0, by: 0, in: area).top == 0)
    }

    @Test("the thumb follows the pointer", arguments: [21, 40, 340, 1_000_000])
    func drag(contentRows: Int) {
        for top in [0, contentRows / 2, contentRows - 20] {
            let bar = bar(top, of: contentRows)
            let thumb = bar.thumb(in: area) ?? 0..<0
            for row in 1...21 - thumb.count {
                let position = bar.position(heldAt: row, by: 0, in: area)
                #expect(self.bar(position.top, of: contentRows).thumb(in: area)?.lowerBound == row)
            }
        }
    }

    @Test("pressing the thumb moves nothing; pressing beside it centres the thumb there")
    func hold() {
        let bar = bar(13, of: 80)
        let thumb = bar.thumb(in: area) ?? 0..<0
        #expect(thumb.count == 5)
        for row in thumb {
            let hold = bar.hold(at: Point(column: 79, row: row), in: area)
            #expect(hold == row - thumb.lowerBound)
            #expect(bar.position(heldAt: row, by: hold ?? 0, in: area).top == 13)
        }
        #expect(bar.hold(at: Point(column: 79, row: 15), in: area) == 2)
        let jumped = bar.position(heldAt: 15, by: 2, in: area)
        #expect(self.bar(jumped.top, of: 80).thumb(in: area) == 13..<18)
    }

    @Test("a press beside the bar, or without a bar, is ignored")
    func nothing() {
        #expect(bar(0, of: 80).hold(at: Point(column: 78, row: 5), in: area) == nil)
        #expect(bar(0, of: 20).hold(at: Point(column: 79, row: 5), in: area) == nil)
        #expect(bar(3, of: 20).position(heldAt: 9, by: 0, in: area).top == 3)
    }
}
