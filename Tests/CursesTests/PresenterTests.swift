import PtySupport
import Terminal
import Testing

@testable import Curses

@MainActor
@Suite("A canvas reaches the terminal through ncurses")
struct PresenterTests {
    private static let texts: [SafeText] = [
        "Card", "漢字", "é", "👨‍👩‍👧", " ", "      ", "ł", "한글", "e\u{301}x", "❤️", "────", "…", "0123456789",
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

    /// Changes some places, or moves everything up by a row as a list does.
    private static func draw(_ canvas: inout Canvas, after last: [(SafeText, Point, Style)]) {
        for (text, point, style) in last { canvas.write(text, at: point, style: style) }
    }

    /// ncurses is one a process, so all of it is one test.
    @Test("whatever is drawn over whatever, the terminal shows the canvas")
    func madeUpCanvases() throws {
        var random = SeededGenerator(seed: 3)
        let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
        #expect(TextEncoding.adopt() == .unicode)
        let choice = try TerminalChoice { environment[$0] }
        #expect(choice.colors == .trueColor)
        let presenter = Presenter(screen: try CursesScreen(choice, encoding: .unicode))
        var size = Size(columns: 60, rows: 20)
        var display = try #require(VirtualTerminal(size: size))
        var pieces: [(SafeText, Point, Style)] = []
        for frame in 0..<400 {
            if frame % 50 == 49 {
                size = Size(columns: .random(in: 1...90, using: &random), rows: .random(in: 1...30, using: &random))
                display = try #require(VirtualTerminal(size: size))
                presenter.invalidate()
            }
            switch Int.random(in: 0...9, using: &random) {
            case 0: pieces = []
            case 1...3:
                for index in pieces.indices { pieces[index].1.row -= 1 }
            default:
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let text = (0..<Int.random(in: 1...8, using: &random))
                        .reduce(SafeText("")) { text, _ in text + (Self.texts.randomElement(using: &random) ?? "") }
                    let place = Point(
                        column: .random(in: -3...size.columns, using: &random),
                        row: .random(in: 0...size.rows, using: &random))
                    pieces.append((text, place, Self.style(&random)))
                }
            }
            var canvas = Canvas(size: size)
            Self.draw(&canvas, after: pieces)
            display.feed(presenter.frame(canvas))
            guard let difference = Self.difference(canvas, display) else { continue }
            Issue.record("frame \(frame), \(size): \(difference)")
            return
        }
    }

    /// The first cell that is not shown as it should be.
    private static func difference(_ canvas: Canvas, _ display: VirtualTerminal) -> String? {
        for row in 0..<canvas.size.rows {
            for column in 0..<canvas.size.columns {
                let cell = canvas[column, row]
                guard !cell.isContinuation else { continue }
                let look = display[column, row]
                let text = CellText(cell, encoding: .unicode)
                let expected = String(
                    String.UnicodeScalarView(text.characters.dropLast().compactMap { Unicode.Scalar(UInt32($0)) }))
                let isRight =
                    look.text == expected && look.attributes == cell.style.attributes
                    && look.foreground == shown(cell.style.foreground) && look.background == shown(cell.style.background)
                if !isRight { return "at \(column), \(row): \(look) for \(cell)" }
            }
        }
        return nil
    }

    private static func shown(_ color: Color) -> Color {
        guard case .palette(let index) = color, index >= 16 else { return color }
        let (red, green, blue) = NearestColor.components(ofPalette: index)
        // What is below 16 in 24 bits would be one of the user's sixteen.
        return .rgb(UInt8(red), UInt8(green), UInt8(max(blue, red == 0 && green == 0 ? 16 : 0)))
    }
}
