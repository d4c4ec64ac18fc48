import PtySupport
import Terminal
import Testing

@testable import Curses

/// ncurses exists once per process and belongs to the main actor, so the tests run one after another.
@MainActor
@Suite("Links that the terminal opens", .serialized)
struct LinkTests {
    private static let size = Size(columns: 40, rows: 4)
    private static let closing = String(decoding: Hyperlink.closing, as: UTF8.self)

    private func presenter(_ environment: [String: String]) throws -> Presenter {
        #expect(TextEncoding.adopt() == .unicode)
        let choice = try TerminalChoice(graphics: .symbols) { environment[$0] }
        return Presenter(screen: try CursesScreen(choice, encoding: .unicode))
    }

    private func linkingPresenter() throws -> Presenter {
        try presenter(["TERM": "xterm-256color", "VTE_VERSION": "7006"])
    }

    private func link(_ text: String) throws -> Hyperlink { try #require(Hyperlink(text)) }

    private func opening(_ text: String) throws -> String {
        String(decoding: try link(text).opening, as: UTF8.self)
    }

    private func sent(_ canvas: Canvas, by presenter: Presenter) -> String {
        String(decoding: presenter.frame(canvas).cells, as: UTF8.self)
    }

    /// A text with a link around its last columns.
    private func canvas(_ text: SafeText, linked columns: Int, to target: String?) throws -> Canvas {
        var canvas = Canvas(size: Self.size)
        let end = canvas.write(text, at: Point(column: 0, row: 1), style: .plain)
        if let target {
            canvas.link(try link(target), in: Rect(column: end - columns, row: 1, columns: columns, rows: 1))
        }
        return canvas
    }

    @Test("a link is opened before its cells and closed behind them, and an unchanged frame writes nothing")
    func bytes() throws {
        let presenter = try linkingPresenter()
        let canvas = try canvas("see: card.example", linked: 12, to: "https://card.example")
        let first = sent(canvas, by: presenter)
        let linked = try opening("https://card.example") + "card.example" + Self.closing
        #expect(first.contains(linked), "\(first)")
        #expect(presenter.frame(canvas).cells.isEmpty)
        let again = try self.canvas("see: card.example", linked: 12, to: "https://card.example")
        #expect(presenter.frame(again).cells.isEmpty)
    }

    @Test("another target is written with the same text, and without a target the text is no link any more")
    func change() throws {
        let presenter = try linkingPresenter()
        _ = presenter.frame(try canvas("see: card.example", linked: 12, to: "https://card.example"))
        let other = sent(try canvas("see: card.example", linked: 12, to: "https://other.example"), by: presenter)
        let linked = try opening("https://other.example") + "card.example" + Self.closing
        #expect(other.contains(linked), "\(other)")
        #expect(!other.contains("see"))
        let none = sent(try canvas("see: card.example", linked: 12, to: nil), by: presenter)
        #expect(none.contains("card.example") && !none.contains("\u{1B}]8;"), "\(none)")
    }

    @Test("a link that another precedes keeps its cells, although its number is another then")
    func numbers() throws {
        let presenter = try linkingPresenter()
        var canvas = try canvas("see: card.example", linked: 12, to: "https://card.example")
        _ = presenter.frame(canvas)
        canvas = Canvas(size: Self.size)
        canvas.write("new", at: .zero, style: .plain)
        canvas.link(try link("https://new.example"), in: Rect(column: 0, row: 0, columns: 3, rows: 1))
        canvas.write("see: card.example", at: Point(column: 0, row: 1), style: .plain)
        canvas.link(try link("https://card.example"), in: Rect(column: 5, row: 1, columns: 12, rows: 1))
        let sent = sent(canvas, by: presenter)
        let linked = try opening("https://new.example") + "new" + Self.closing
        #expect(sent.contains(linked), "\(sent)")
        #expect(!sent.contains("card"), "\(sent)")
    }

    @Test("the parts of a link that wraps have one identifier, and each is closed")
    func wrapped() throws {
        var canvas = Canvas(size: Self.size)
        let text = "https://card.example/a/long/path"
        let span = Paragraph.Span(0..<text.utf8.count, style: Style(attributes: .underline), link: try link(text))
        Paragraph(text, columns: 20, style: .plain).draw(
            on: &canvas, in: Rect(column: 0, row: 0, columns: 20, rows: 2)
        ) { _ in [span] }
        let sent = sent(canvas, by: try linkingPresenter())
        let opening = try opening(text)
        #expect(sent.ranges(of: opening).count == 2, "\(sent)")
        #expect(sent.ranges(of: Self.closing).count == 2, "\(sent)")
    }

    @Test("text of every width is shown in its columns inside of links, and nothing of it remains")
    func widths() throws {
        let (presenter, display) = (try linkingPresenter(), try #require(VirtualTerminal(size: Self.size)))
        let opening = try opening("https://card.example")
        for text: SafeText in ["a 漢字 b", "é한글", "क्षि", "🇵🇱", "e\u{301}x", "שלום"] {
            var canvas = Canvas(size: Self.size)
            let end = canvas.write(text, at: .zero, style: .plain)
            canvas.link(try link("https://card.example"), in: Rect(column: 0, row: 0, columns: end, rows: 1))
            canvas.write("|0", at: Point(column: end, row: 0), style: .plain)
            let sent = sent(canvas, by: presenter)
            #expect(sent.contains(opening), "\(text)")
            display.feed(Array(sent.utf8))
            #expect(display[end, 0].text == "|" && display[end + 1, 0].text == "0", "\(text): \(display.row(0))")
        }
        display.feed(presenter.frame(Canvas(size: Self.size)).cells)
        #expect(display.text.allSatisfy { $0 == " " || $0 == "\n" }, "\(display.text)")
    }

    @Test(
        "a terminal that is not known to have links gets none",
        arguments: [
            ["TERM": "xterm-256color"], ["TERM": "linux", "VTE_VERSION": "7006"], ["TERM": "vt100", "WT_SESSION": "1"],
            ["TERM": "screen-256color", "VTE_VERSION": "7006"], ["TERM": "xterm-256color", "VTE_VERSION": "4800"],
            ["TERM": "screen-256color", "STY": "1.pts-0", "TMUX": "/x"],
        ])
    func unknown(environment: [String: String]) throws {
        let presenter = try presenter(environment)
        let first = sent(
            try canvas("see: card.example", linked: 12, to: "https://card.example"), by: presenter)
        #expect(first.contains("card.example"), "\(first)")
        #expect(!first.contains("\u{1B}]8;"), "\(first)")
        for target in ["https://other.example", nil] {
            let canvas = try canvas("see: card.example", linked: 12, to: target)
            #expect(presenter.frame(canvas).cells.isEmpty)
        }
    }

    @Test("what is reduced to ASCII has no links")
    func plain() throws {
        var canvas = try canvas("see: card.example", linked: 12, to: "https://card.example")
        canvas.reduceToASCII()
        let sent = sent(canvas, by: try linkingPresenter())
        #expect(sent.contains("card.example") && !sent.contains("\u{1B}]8;"))
    }
}
