import Terminal
import Testing

@Suite("Footer")
struct FooterTests {
    private static let hints = [
        KeyHint(.enter, "choose"), KeyHint(key: "j k", text: "select"), KeyHint(Key("/"), "filter"),
        KeyHint(.escape, "back"),
    ]

    private func text(_ footer: Footer, columns: Int) -> String {
        var canvas = Canvas(size: Size(columns: columns, rows: 1))
        footer.draw(on: &canvas, in: canvas.bounds, theme: .terminal)
        return canvas.text(ofRow: 0).split(separator: " ").joined(separator: " ")
    }

    @Test(
        "that keeps Esc drops it last but one, before the key that accepts",
        arguments: [
            (42, "↵ choose j k select / filter Esc back"), (41, "↵ choose j k select Esc back"),
            (32, "↵ choose j k select Esc back"), (31, "↵ choose Esc back"), (20, "↵ choose Esc back"),
            (19, "↵ choose"), (10, "↵ choose"),
        ])
    func keepsEscape(columns: Int, shown: String) {
        #expect(text(Footer(Self.hints, help: nil, keepsEscape: true), columns: columns) == shown)
    }

    @Test("where another key leaves, its hint is kept as that of Esc is")
    func otherWayOut() {
        let hints: [KeyHint] = Array(Self.hints.dropLast()) + [KeyHint(.control("x"), "back", leaves: true)]
        #expect(text(Footer(hints, help: nil, keepsEscape: true), columns: 24) == "↵ choose Ctrl-X back")
        let others: [KeyHint] = Array(Self.hints.dropLast()) + [KeyHint(.control("x"), "back")]
        #expect(text(Footer(others, help: nil, keepsEscape: true), columns: 24) == "↵ choose j k select")
    }

    @Test("else the last hints are dropped, and that of the help never")
    func help() {
        let footer = Footer(Self.hints, help: KeyHint(Key("?"), "help"))
        #expect(text(footer, columns: 41) == "↵ choose j k select / filter ? help")
        #expect(text(footer, columns: 20) == "↵ choose ? help")
    }
}
