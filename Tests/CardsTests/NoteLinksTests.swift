import Cards
import Testing

@Suite("Links in long notes")
struct NoteLinksTests {
    @Test("links are found in one pass, whatever the note contains")
    func linear() {
        let notes = [
            String(repeating: "https://a.example/x ", count: 2000), "https://a" + String(repeating: ")", count: 20_000),
            "https://a" + String(repeating: "(", count: 20_000) + String(repeating: ")", count: 20_001),
            String(repeating: "https://", count: 5000), String(repeating: "mailto:. ", count: 4000),
            "https://" + String(repeating: ".", count: 30_000), String(repeating: "http", count: 5000),
            String(repeating: "\u{1F1F5}", count: 5000) + " https://a.example",
        ]
        for note in notes {
            let links = NoteLinks(in: note)
            #expect(links.steps <= 2 * note.utf8.count)
        }
        #expect(NoteLinks(in: notes[0]).count == 2000)
        #expect(NoteLinks(in: notes[1])[0] == "https://a")
        #expect(NoteLinks(in: notes[2])[0].hasSuffix("()") == false)
        #expect(NoteLinks(in: notes[7])[0] == "https://a.example")
    }

    @Test("a scheme may be in capitals")
    func capitals() {
        let links = NoteLinks(in: "HTTPS://SHOP.EXAMPLE/A Mailto:a@b.example https:\u{0F}/no")
        #expect((0..<links.count).map { links[$0] } == ["HTTPS://SHOP.EXAMPLE/A", "Mailto:a@b.example"])
    }

    @Test("white space of any script ends a link, and a part's links are those that reach into it")
    func parts() {
        for blank in [
            "\u{A0}", "\u{85}", "\u{1680}", "\u{2003}", "\u{2028}", "\u{202F}", "\u{205F}", "\u{3000}", "\n", "\t",
        ] {
            #expect(
                NoteLinks(in: "https://a.example/ł\(blank)next")[0] == "https://a.example/ł",
                "\(blank.debugDescription)")
        }
        let links = NoteLinks(in: "https://a https://b https://c")
        #expect(links.links(in: 0..<1) == 0..<1)
        #expect(links.links(in: 9..<10) == 1..<1)
        #expect(links.links(in: 12..<25) == 1..<3)
        #expect(NoteLinks(in: links.note, upTo: 12).count == 2)
    }
}
