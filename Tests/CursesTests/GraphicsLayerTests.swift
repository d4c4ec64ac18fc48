import Terminal
import Testing

@testable import Curses

@Suite("Pixel pictures follow their cells")
struct GraphicsLayerTests {
    private let left = Rect(column: 1, row: 1, columns: 10, rows: 2)
    private let right = Rect(column: 12, row: 1, columns: 10, rows: 2)

    private func graphic(
        _ graphics: PictureGraphics, red: UInt8 = 200, alpha: UInt8 = 255, size: Size = Size(columns: 10, rows: 2)
    ) throws -> PictureGraphic {
        try #require(
            PictureGraphic(
                rgba: [red, 0, 0, alpha], width: 1, height: 1, size: size,
                medium: PictureMedium(colors: .trueColor, graphics: graphics)))
    }

    private func placed(_ graphics: (PictureGraphic, Rect)..., ground: Style = .plain) -> [PlacedGraphic] {
        var canvas = Canvas(size: Size(columns: 24, rows: 8))
        for (graphic, place) in graphics { canvas.place(graphic, in: place) }
        canvas.restyle(canvas.bounds) { _ in ground }
        return canvas.graphics
    }

    /// The commands in the bytes of a change, by their beginning, between ESC 7 and ESC 8.
    private func commands(_ change: GraphicsLayer.Change) -> [String] {
        if change.bytes.isEmpty { return [] }
        let text = String(decoding: change.bytes, as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}7") && text.hasSuffix("\u{1B}8"))
        return text.dropFirst(2).dropLast(2).split(separator: "\u{1B}").filter { $0 != "\\" }
            .map { String($0.prefix { $0 != ";" || !$0.isLetter }.split(separator: ",f=")[0].prefix(14)) }
    }

    @Test("an unchanged picture is not sent again, a removed one is deleted by its number")
    func kitty() throws {
        var layer = GraphicsLayer(identifier: 10)
        let (red, blue) = (try graphic(.kitty), try graphic(.kitty, red: 1))
        let both = placed((red, left), (blue, right))
        #expect(layer.isEmpty)
        #expect(commands(layer.show(both, rows: 8)) == ["[2;2H", "_Ga=T", "[2;13H", "_Ga=T"])
        #expect(layer.show(both, rows: 8).bytes.isEmpty)
        #expect(layer.show(both, rows: 8).covers.map(\.rect) == [left, right])
        #expect(commands(layer.show(placed((blue, right)), rows: 8)) == ["_Ga=d,d=I,i=11"])
        #expect(!layer.isEmpty)
        #expect(commands(layer.show([], rows: 8)) == ["_Ga=d,d=I,i=12"])
        #expect(layer.isEmpty)
        #expect(layer.show([], rows: 8).bytes.isEmpty)
    }

    @Test("a picture stored by the terminal is moved, not sent again; one that takes another's place is sent first")
    func moved() throws {
        var layer = GraphicsLayer(identifier: 10)
        let (red, blue) = (try graphic(.kitty), try graphic(.kitty, red: 1))
        _ = layer.show(placed((red, left)), rows: 8)
        let down = left.offset(rows: 1)
        #expect(commands(layer.show(placed((red, down)), rows: 8)) == ["[3;2H", "_Ga=p,i=11,p=1"])
        #expect(commands(layer.show(placed((blue, down)), rows: 8)) == ["[3;2H", "_Ga=T", "_Ga=d,d=I,i=11"])
    }

    @Test(
        "when the terminal's content is unknown, all pictures are sent again and old ones deleted; leaving deletes all")
    func invalidated() throws {
        var layer = GraphicsLayer(identifier: 10)
        let red = placed((try graphic(.kitty), left))
        _ = layer.show(red, rows: 8)
        layer.invalidate()
        #expect(!layer.isEmpty)
        #expect(commands(layer.show(red, rows: 8)) == ["[2;2H", "_Ga=T", "_Ga=d,d=I,i=11"])
        #expect(String(decoding: layer.clear(), as: UTF8.self).contains("a=d,d=I,i=12"))
        #expect(layer.isEmpty)
        #expect(layer.clear().isEmpty)
    }

    @Test("an interrupted picture is deleted and sent again, and pending deletions are kept")
    func cut() throws {
        var layer = GraphicsLayer(identifier: 10)
        let (red, blue) = (placed((try graphic(.kitty), left)), placed((try graphic(.kitty, red: 1), left)))
        _ = layer.show(red, rows: 8)
        #expect(!layer.isStillWanted(by: blue))
        #expect(layer.isStillWanted(by: red))
        _ = layer.show(blue, rows: 8)
        layer.wasDropped()
        #expect(
            commands(layer.show(red, rows: 8)).prefix(3) == ["_Ga=d,d=I,i=12", "[2;2H", "_Ga=T"])
        // A second interruption forgets neither.
        layer.wasDropped()
        let again = commands(layer.show(red, rows: 8))
        #expect(again.first == "_Ga=d,d=I,i=13")
        #expect(again.contains("_Ga=d,d=I,i=11") && again.contains("_Ga=d,d=I,i=12"))
        #expect(again.filter { $0.hasPrefix("_Ga=d") }.count == 3)
    }

    @Test("cells below a painted picture are redrawn when it changes, unless the next one covers them")
    func painted() throws {
        var layer = GraphicsLayer()
        let (red, blue) = (try graphic(.iterm), try graphic(.iterm, red: 1))
        let clear = try graphic(.iterm, red: 2, alpha: 9)
        func cover(_ wanted: [PlacedGraphic]) throws -> GraphicsLayer.Cover {
            try #require(layer.show(wanted, rows: 8).covers.first)
        }
        let first = try cover(placed((red, left)))
        #expect(try cover(placed((red, left))) == first)
        // Nothing flickers when the next picture is shown.
        #expect(try cover(placed((blue, left))) == first)
        // The last picture would be visible through this one.
        let second = try cover(placed((clear, left)))
        #expect(second.rect == left && second.blank != first.blank)
        let moved = try cover(placed((clear, left.offset(rows: 1))))
        #expect(moved.blank != second.blank)
        let ground = Style(background: .palette(4))
        let grounded = try cover(placed((red, left), ground: ground))
        #expect(grounded.style.background == .palette(4))
        layer.invalidate()
        #expect(!layer.show(placed((red, left), ground: ground), rows: 8).bytes.isEmpty)
        #expect(layer.clear().isEmpty)
    }

    @Test("a painted picture is painted again after text was written over it, and no other")
    func writtenThrough() throws {
        var layer = GraphicsLayer()
        let (red, blue) = (try graphic(.iterm), try graphic(.iterm, red: 1))
        let change = layer.show(placed((red, left), (blue, right)), rows: 8)
        let blanks = change.covers.map(\.blank.string)
        try #require(Set(blanks).count == 2)
        #expect(layer.paintAgain(after: Array(blanks.joined().utf8)).isEmpty, "both are on their way")
        _ = layer.show(placed((red, left), (blue, right)), rows: 8)
        #expect(layer.paintAgain(after: Array("text".utf8)).isEmpty)
        let again = String(decoding: layer.paintAgain(after: Array("text\(blanks[1])text".utf8)), as: UTF8.self)
        #expect(again.hasPrefix("\u{1B}7\u{1B}[2;13H\u{1B}]1337;"))
        #expect(again.split(separator: "]1337;").count == 2)
        var kept = GraphicsLayer()
        let kitty = placed((try graphic(.kitty), left))
        let cover = try #require(kept.show(kitty, rows: 8).covers.first)
        _ = kept.show(kitty, rows: 8)
        #expect(kept.paintAgain(after: Array(cover.blank.string.utf8)).isEmpty)
    }

    @Test("a picture is never painted into the last row, where it would scroll the screen")
    func lastRow() throws {
        var layer = GraphicsLayer()
        let down = left.offset(rows: 5)
        #expect(layer.show(placed((try graphic(.iterm), down)), rows: 8).covers.isEmpty)
        #expect(!layer.show(placed((try graphic(.iterm), left)), rows: 8).covers.isEmpty)
        #expect(!layer.show(placed((try graphic(.kitty), down)), rows: 8).covers.isEmpty)
    }
}
