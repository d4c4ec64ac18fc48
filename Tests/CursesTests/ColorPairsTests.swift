import PtySupport
import Terminal
import Testing

@testable import Curses

/// ncurses exists once per process and belongs to the main actor, so the tests run one after another.
@MainActor
@Suite("Colour pairs on a terminal with few", .serialized)
struct ColorPairsTests {
    /// All pairs of eight colors: 64; pair 0 is the terminal's own two.
    private static let styles: [Style] = (0..<8).flatMap { foreground in
        (0..<8).map { Style(foreground: .palette(UInt8(foreground)), background: .palette(UInt8($0))) }
    }

    @Test("exhausted pairs are reassigned: frames that together need more than 64 are each shown in all colours")
    func runningOut() throws {
        #expect(TextEncoding.adopt() == .unicode)
        let choice = try TerminalChoice { ["TERM": "xterm"][$0] }
        let screen = try CursesScreen(choice, encoding: .unicode)
        let presenter = Presenter(screen: screen)
        let size = Size(columns: 64, rows: 2)
        let display = try #require(VirtualTerminal(size: size))
        // 40 in each, 16 of them in both: the second frame needs its 41st when 63 are allocated.
        for styles in [Self.styles.prefix(40), Self.styles.suffix(40), Self.styles.prefix(40)] {
            var canvas = Canvas(size: size)
            for (column, style) in styles.enumerated() {
                canvas.write("x", at: Point(column: column, row: 0), style: style)
            }
            display.feed(presenter.frame(canvas).cells)
            for (column, style) in styles.enumerated() {
                let cell = display[column, 0]
                #expect(cell.foreground == style.foreground && cell.background == style.background, "column \(column)")
            }
        }
    }

    @Test(
        "with eight colours black is never bold, which would be grey; other colours are, and black is with sixteen",
        arguments: [
            (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": "1"], true), (["TERM": "xterm-16color"], false),
            (["TERM": "xterm-256color"], false),
        ])
    func boldBlack(environment: [String: String], hasEight: Bool) throws {
        #expect(TextEncoding.adopt() == .unicode)
        let choice = try TerminalChoice(graphics: .symbols) { environment[$0] }
        let presenter = Presenter(screen: try CursesScreen(choice, encoding: .unicode))
        let size = Size(columns: 4, rows: 1)
        let display = try #require(VirtualTerminal(size: size))
        var canvas = Canvas(size: size)
        canvas.write("a", at: Point(column: 0, row: 0), style: Ink(choice.inkColors).paper.adding(.bold))
        canvas.write("b", at: Point(column: 1, row: 0), style: Style(foreground: .palette(4), attributes: .bold))
        canvas.write("c", at: Point(column: 2, row: 0), style: Style(attributes: .bold))
        display.feed(presenter.frame(canvas).cells)
        #expect(display[0, 0].attributes.contains(.bold) == !hasEight)
        #expect(display[1, 0].attributes.contains(.bold) && display[2, 0].attributes.contains(.bold))
    }

    @Test("a frame with more than 63 pairs shows the rest in the terminal's own colours")
    func tooMany() throws {
        #expect(TextEncoding.adopt() == .unicode)
        let choice = try TerminalChoice { ["TERM": "xterm"][$0] }
        var pairs = try CursesScreen(choice, encoding: .unicode).startColors()
        let numbers = Self.styles.map { pairs.number(of: pairs.look(of: $0)) }
        #expect(numbers == Array(1...63) + [0])
        #expect(pairs.isExhausted)
        pairs.reset()
        #expect(!pairs.isExhausted)
        #expect(pairs.number(of: pairs.look(of: Self.styles[63])) == 1)
    }
}
