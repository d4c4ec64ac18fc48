import Glibc
import PtySupport
import Terminal
import TestSupport
import Testing

@testable import Curses

/// ncurses exists once per process and belongs to the main actor, so the tests run one after another.
@MainActor
@Suite("Presenting a canvas through ncurses", .serialized)
struct PresenterTests {
    private static let texts: [SafeText] = [
        "Card", "漢字", "é", "👨‍👩‍👧", " ", "      ", "ł", "한글", "e\u{301}x", "❤️", "────", "…", "0123456789",
        "स्टेट बैंक", "क्षि", "🇵🇱", "🇵", "1️⃣", "👍🏽", "👩🏻‍❤️‍💋‍👨🏼", "שלום", "မြွှောက်", "นำ", "र्त्स्न्यं", "🫩",
    ]

    private static func style(_ random: inout SeededGenerator) -> Style {
        func color() -> Color {
            switch Int.random(in: 0...3, using: &random) {
            case 0: .palette(.random(in: 0...255, using: &random))
            case 1: .rgb(.random(in: 0...255, using: &random), .random(in: 20...255, using: &random), 7)
            default: .terminalDefault
            }
        }
        let attributes: [Style.Attributes] = [[], [], .bold, .reverse, [.underline, .italic], [.bold, .reverse]]
        return Style(
            foreground: color(), background: color(), attributes: attributes.randomElement(using: &random) ?? [])
    }

    @Test(
        "after any sequence of drawings the terminal shows the canvas",
        arguments: [
            ["TERM": "xterm-256color", "COLORTERM": "truecolor"], ["TERM": "tmux-256color"], ["TERM": "xterm"],
            ["TERM": "vt220"],
        ], [PictureGraphics.symbols, .iterm, .kitty])
    func madeUpCanvases(environment: [String: String], kind: PictureGraphics) throws {
        var random = SeededGenerator(usual: 3)
        var cursors = SeededGenerator(usual: 4)
        #expect(TextEncoding.adopt() == .unicode)
        let choice = try TerminalChoice(graphics: kind) { environment[$0] }
        let presenter = Presenter(screen: try CursesScreen(choice, encoding: .unicode))
        var size = Size(columns: 60, rows: 20)
        var display = try #require(VirtualTerminal(size: size))
        var texts: [(SafeText, Point, Style)] = []
        var pictures: [(PictureGraphic, Point)] = []
        let graphic = Self.graphic(kind)
        #expect((graphic == nil) == (kind == .symbols))
        for frame in 0..<150 {
            if frame % 50 == 49 {
                size = Size(columns: .random(in: 1...90, using: &random), rows: .random(in: 1...30, using: &random))
                display = try #require(VirtualTerminal(size: size))
                presenter.invalidate()
            }
            if Int.random(in: 0...4, using: &random) == 0 {
                pictures = (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in

                    let origin = Point(
                        column: .random(in: 0...size.columns, using: &random),
                        row: .random(in: 0...size.rows, using: &random))
                    return graphic.map { ($0, origin) }
                }
            }
            switch Int.random(in: 0...9, using: &random) {
            case 0: texts = []
            case 1...3:
                for index in texts.indices { texts[index].1.row -= 1 }
            default:
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let text = (0..<Int.random(in: 1...8, using: &random))
                        .reduce(SafeText("")) { text, _ in text + (Self.texts.randomElement(using: &random) ?? "") }
                    let origin = Point(
                        column: .random(in: -3...size.columns, using: &random),
                        row: .random(in: 0...size.rows, using: &random))
                    texts.append((text, origin, Self.style(&random)))
                }
            }
            // A terminal of eight colors has 64 pairs: at most 64 at a time, but more in total.
            texts = texts.suffix(40)
            var canvas = Canvas(size: size)
            for (text, point, style) in texts { canvas.write(text, at: point, style: style) }
            for (graphic, origin) in pictures {
                let rect = Rect(
                    column: origin.column, row: origin.row, columns: graphic.size.columns, rows: graphic.size.rows)
                canvas.fill(rect, with: "▒", style: .plain)
                canvas.place(graphic, in: rect)
            }
            // Some are overwritten.
            for (text, point, style) in texts.suffix(texts.count % 3) { canvas.write(text, at: point, style: style) }
            let cursor =
                frame % 4 == 0
                ? nil
                : Point(
                    column: .random(in: 0..<size.columns, using: &cursors),
                    row: .random(in: 0..<size.rows, using: &cursors))
            if let cursor { canvas.placeCursor(at: cursor, isShown: frame % 20 == 1) }
            let update = presenter.frame(canvas)
            display.feed(update.cells)
            if let cursor { #expect(display.cursor == cursor, "frame \(frame)") }
            // Kitty's pictures are independent of the cells.
            if update.pictures.isEmpty, kind == .iterm {
                let touches = Self.blanks.contains { update.cells.contains(Array($0.utf8)) }
                #expect(!touches, "frame \(frame): a picture that was written through has to be painted again")
            }
            guard let difference = Self.difference(canvas, display, choice.colors, environment["TERM"]) else {
                continue
            }
            Issue.record("frame \(frame), \(size): \(difference)")
            return
        }
    }

    /// The blanks beneath pictures.
    private static let blanks = GraphicsLayer.Cover.blanks.map(\.string)

    private static func graphic(_ kind: PictureGraphics) -> PictureGraphic? {
        PictureGraphic(
            rgba: [1, 2, 3, 255], width: 1, height: 1, size: Size(columns: 12, rows: 3),
            medium: PictureMedium(colors: .trueColor, graphics: kind))
    }

    /// The first cell that is not shown correctly.
    private static func difference(
        _ canvas: Canvas, _ display: VirtualTerminal, _ depth: ColorDepth, _ terminal: String?
    ) -> String? {
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns {
                let cell = canvas[column, row]
                let look = display[column, row]
                let picture = canvas.graphics.first { $0.rect.contains(Point(column: column, row: row)) }
                if let picture, picture.graphic.isKeptByTerminal || picture.rect.bottom < canvas.size.rows {
                    if !Self.blanks.contains(look.text) { return "at \(column), \(row): \(look) beneath a picture" }
                    continue
                }
                guard !cell.isContinuation else { continue }
                let text = CellText(cell, encoding: .unicode)
                var expected = String.UnicodeScalarView()
                expected.append(
                    contentsOf: (text.cells.first ?? []).dropLast().compactMap { Unicode.Scalar(UInt32($0)) })
                // In the last column of a VT220 without scrolling, ncurses omits a letter's mark.
                let isAtMargin = terminal == "vt220" && column == canvas.size.columns - 1
                let isSame =
                    // How the terminal draws the others does not matter, as long as their positions are right. A letter
                    // that the C library does not know yet is nevertheless sent to a terminal that can position
                    // clusters.
                    text.isDisputed || isAtMargin
                    ? [expected.first, cell.text.unicodeScalars.first].contains(look.text.unicodeScalars.first)
                        || look.text == cell.text
                    : look.text == String(expected)
                var attributes = cell.style.attributes
                if depth == .sixteen, case .palette(8..<16) = nearest(cell.style.foreground, depth) {
                    attributes.insert(.bold)
                }
                // Where bold means bright, bold black would be grey.
                if depth == .sixteen, nearest(cell.style.foreground, depth) == .palette(0) { attributes.remove(.bold) }
                // A VT220 has no italic.
                if terminal == "vt220" { attributes.remove(.italic) }
                // On a blank they are invisible: ncurses may erase it, and an erased cell keeps them in libvterm 0.1 only.
                let unseen: Style.Attributes = look.text == " " ? [.bold, .italic] : []
                let isRight =
                    isSame && look.attributes.subtracting(unseen) == attributes.subtracting(unseen)
                    && same(look.foreground, shown(cell.style.foreground, depth), depth)
                    && same(look.background, shown(cell.style.background, depth), depth)
                if !isRight { return "at \(column), \(row): \(look) for \(cell)" }
            }
        }
        return nil
    }

    private static func nearest(_ color: Color, _ depth: ColorDepth) -> Color {
        let number = color.number(depth: depth, available: 16)
        return number < 0 ? .terminalDefault : .palette(UInt8(number))
    }

    /// With direct colors, one that has a number in the palette may be sent as that.
    private static func same(_ sent: Color, _ wanted: Color, _ depth: ColorDepth) -> Bool {
        guard depth == .trueColor, case .palette(let index) = sent, index >= 22 else { return sent == wanted }
        let (red, green, blue) = NearestColor.components(ofPalette: index)
        return wanted == .rgb(UInt8(red), UInt8(green), UInt8(blue))
    }

    private static func shown(_ color: Color, _ depth: ColorDepth) -> Color {
        let number = color.number(depth: depth, available: depth == .sixteen ? 8 : 256)
        if number < 0 { return .terminalDefault }
        guard depth == .trueColor, number >= 16 else { return .palette(UInt8(number)) }
        // 16 is used for black.
        if number == 16 { return .rgb(0, 0, 0) }
        return .rgb(UInt8(number >> 16), UInt8(number >> 8 & 255), UInt8(number & 255))
    }

    @Test("moving the selection by a row writes what changes in two rows, and no cell between")
    func rowDown() throws {
        #expect(TextEncoding.adopt() == .unicode)
        let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
        let choice = try TerminalChoice(graphics: .symbols) { environment[$0] }
        let presenter = Presenter(screen: try CursesScreen(choice, encoding: .unicode))
        let size = Size(columns: 40, rows: 12)
        let display = try #require(VirtualTerminal(size: size))
        func canvas(_ selected: Int) -> Canvas {
            var canvas = Canvas(size: size)
            let accent = Style(foreground: .palette(32), attributes: .bold)
            for row in 0..<10 {
                let isSelected = row == selected
                if isSelected { canvas.write("▌", at: Point(column: 0, row: row), style: accent) }
                canvas.write("▎", at: Point(column: 2, row: row), style: Style(foreground: .rgb(153, 112, 41)))
                let name = Style(attributes: isSelected ? [.bold, .reverse] : .bold)
                canvas.write("Oak Market", at: Point(column: 3, row: row), style: name)
            }
            canvas.write(
                SafeText("\(selected) of 10"), at: Point(column: 1, row: 11), style: Style(attributes: .underline))
            canvas.placeCursor(at: Point(column: 0, row: selected))
            return canvas
        }
        display.feed(presenter.frame(canvas(4)).cells)
        for (selected, expected) in [
            (
                5,
                " \u{1B}[2C\u{1B}[1mOak Market\r\n\u{1B}[38;5;32m▌\u{1B}[2C\u{1B}[7;39mOak Market\u{1B}[12;2H\u{1B}[;4m5\u{1B}[m\u{1B}[6H"
            ),
            (
                4,
                "\u{1B}[A\u{1B}[1;38;5;32m▌\u{1B}[2C\u{1B}[7;39mOak Market\r\n\u{1B}[m \u{1B}[2C\u{1B}[1mOak Market\u{1B}[12;2H\u{1B}[;4m4\u{1B}[m\u{1B}[5H"
            ),
        ] {
            let bytes = presenter.frame(canvas(selected)).cells
            #expect(String(decoding: bytes, as: UTF8.self) == expected)
            display.feed(bytes)
            #expect(Self.difference(canvas(selected), display, choice.colors, "xterm-256color") == nil)
        }
    }

    @Test(
        "what is blank from there to the end of a row is erased by one sequence, and a shorter or coloured rest is written"
    )
    func erasedRow() throws {
        #expect(TextEncoding.adopt() == .unicode)
        let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
        let choice = try TerminalChoice(graphics: .symbols) { environment[$0] }
        let presenter = Presenter(screen: try CursesScreen(choice, encoding: .unicode))
        let size = Size(columns: 30, rows: 3)
        let display = try #require(VirtualTerminal(size: size))
        func canvas(_ text: SafeText, _ right: SafeText = "", on ground: Color = .terminalDefault) -> Canvas {
            var canvas = Canvas(size: size)
            canvas.fill(Rect(column: 0, row: 1, columns: 30, rows: 1), style: Style(background: ground))
            canvas.write(text, at: Point(column: 1, row: 1), style: Style(background: ground))
            canvas.write(right, at: Point(column: 26, row: 1), style: Style(background: ground))
            canvas.placeCursor(at: .zero)
            return canvas
        }
        for (before, after, expected) in [
            (canvas("Nordlys Health"), canvas("Oak"), "\r\n\u{1B}[COak\u{1B}[K"),
            (canvas("Oak 漢漢漢"), canvas("Oak"), "\r\n\u{1B}[5C\u{1B}[K"),
            (canvas("Oakley"), canvas("Oak"), "\r\n\u{1B}[4C   "),
            (canvas("Oak Market", "end"), canvas("Oak", "end"), "\r\n\u{1B}[5C      "),
            (canvas("Oak Market", "end"), canvas("Oak"), "\r\n\u{1B}[5C\u{1B}[K"),
            (
                canvas("Oak Market", on: .palette(4)), canvas("Oak", on: .palette(4)),
                "\r\n\u{1B}[5C\u{1B}[44m      \u{1B}[m"
            ),
        ] {
            display.feed(presenter.frame(before).cells)
            let bytes = presenter.frame(after).cells
            #expect(
                String(decoding: bytes, as: UTF8.self).hasPrefix(expected),
                "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
            display.feed(bytes)
            #expect(Self.difference(after, display, choice.colors, "xterm-256color") == nil)
        }
    }

    @Test(
        "ncurses gets a cluster as bases with marks, padded to our width, and marked as disputed where terminals differ",
        arguments: [
            ("a", "a", false), ("e\u{301}", "e\u{301}", false), ("漢", "漢", false), ("👨‍👩‍👧", "👨", true), ("👍🏽", "👍", true),
            ("❤️", "❤ ", true), ("😀", "😀", false), ("🥰", "🥰", true), ("🇵🇱", "🇵🇱", true), ("🇵", "🇵 ", true),
            ("क्षि", "क्षि", true), ("1️⃣", "1\u{20E3} ", true),
            ("མ\u{F71}\u{F72}\u{F74}\u{F7E}", "མ\u{F71}\u{F72}\u{F74}\u{F7E}", false), ("א\u{5B7}", "א\u{5B7}", false),
        ] as [(String, String, Bool)])
    func graphemes(text: String, shown: String, isDisputed: Bool) {
        #expect(TextEncoding.adopt() == .unicode)
        var canvas = Canvas(size: Size(columns: 4, rows: 1))
        canvas.write(SafeText(text), at: .zero, style: .plain)
        let cell = CellText(canvas[0, 0], encoding: .unicode)
        #expect(cell.cells.flatMap { $0.dropLast() } == shown.unicodeScalars.map { wchar_t($0.value) })
        #expect(cell.cells.allSatisfy { $0.last == 0 && $0.count <= 6 })
        #expect(cell.isDisputed == isDisputed)
    }
}
