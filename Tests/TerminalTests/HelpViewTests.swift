import Terminal
import Testing

@Suite("Help")
struct HelpViewTests {
    private let help = HelpView([
        .init("Cards", [KeyHint(key: "↵ l", text: "open the card"), KeyHint(key: "a", text: "add a card")]),
        .init("Empty", []),
        .init("Moves", (0..<4).map { KeyHint(key: "m\($0)", text: "move in the way of number \($0)") }),
        .init("Everywhere", [KeyHint(key: "Ctrl-L", text: "draw the screen again")]),
    ])

    private func lines(_ help: HelpView, _ columns: Int) -> [String] {
        var canvas = Canvas(size: Size(columns: columns, rows: help.rows(columns: columns)))
        help.draw(on: &canvas, in: canvas.bounds, theme: .terminal)
        return (0..<canvas.size.rows).map(canvas.text(ofRow:))
    }

    @Test("on wide screens sections are in two columns of similar height, each section in one")
    func twoColumns() {
        let lines = lines(help, 76)
        #expect(lines.count == 8)
        #expect(lines[0].hasPrefix("Cards") && lines[0].contains("Moves"))
        #expect((1...4).allSatisfy { lines[$0].contains("m\($0 - 1)  move in the way of number \($0 - 1)") })
        #expect(!lines.joined().contains("…"))
        #expect(self.lines(help, 40).count == 14)
    }

    @Test("at every width all texts are shown where they fit, and no column covers another", arguments: 20...120)
    func widths(columns: Int) {
        let text = lines(help, columns).joined()
        #expect(help.sections.allSatisfy { text.contains($0.title.string) })
        if columns >= 40 {
            #expect(help.sections.flatMap(\.hints).allSatisfy { text.contains($0.text) && text.contains($0.key) })
        }
        // Narrower, texts are wrapped: none is cut.
        #expect(!text.contains("…"))
        let words = Set(lines(help, columns).joined(separator: " ").split(separator: " "))
        for hint in help.sections.flatMap(\.hints) {
            #expect(hint.text.split(separator: " ").allSatisfy(words.contains), "\(hint.text) in \(columns)")
        }
    }

    @Test("a hint longer than the width continues in the next row")
    func wrapped() {
        let help = HelpView([
            .init(
                "Keys",
                [
                    KeyHint(key: "a b c d", text: "what takes more than one row of this view"),
                    KeyHint(key: "z", text: "last"),
                ])
        ])
        #expect(
            lines(help, 24).map { $0.replacing(#/ +$/#, with: "") } == [
                "Keys", "a b c d  what takes more", "         than one row of", "         this view", "      z  last",
            ])
    }

    @Test("a search keeps the hints that contain all words in key or text, and no empty sections")
    func search() {
        let found = help.filtered(by: " CARD a")
        #expect(found.sections.map(\.title) == ["Cards"])
        #expect(found.sections.first?.hints.map(\.key) == ["↵ l", "a"])
        #expect(help.filtered(by: "ctrl draw").sections.flatMap(\.hints).map(\.key) == ["Ctrl-L"])
        #expect(help.filtered(by: "nowhere").isEmpty)
        #expect(lines(help.filtered(by: "nowhere"), 80).isEmpty)
        #expect(help.filtered(by: " ").sections.count == help.sections.count)
    }

    @Test("matches of the search are highlighted everywhere")
    func matches() {
        let found = help.filtered(by: "car")
        var canvas = Canvas(size: Size(columns: 40, rows: 3))
        found.draw(on: &canvas, in: canvas.bounds, theme: .terminal)
        let marked = (0..<40).filter { canvas[$0, 1].style.attributes.contains(.underline) }
        #expect(marked.map { canvas[$0, 1].text }.joined() == "car")
    }

    @Test("a match in the truncated part is not highlighted, nor is the ellipsis")
    func cutMatches() {
        var canvas = Canvas(size: Size(columns: 8, rows: 1))
        MatchLabel("漢字 abcdefg", style: .plain, positions: [1, 4, 5, 6, 9]).draw(
            on: &canvas, in: canvas.bounds, theme: .terminal)
        #expect(canvas.text(ofRow: 0) == "漢字 ab…")
        #expect((0..<8).filter { canvas[$0, 0].style.attributes.contains(.underline) } == [2, 3, 6])
    }
}
