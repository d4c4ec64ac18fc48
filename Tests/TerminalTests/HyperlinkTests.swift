import Terminal
import Testing

@Suite("Links in cells")
struct HyperlinkTests {
    @Test(
        "a link has no byte that could end it or begin another sequence",
        arguments: [
            ("https://card.example/a b", "https://card.example/a%20b"),
            ("https://card.example/\u{1B}]0;x\u{7}\n\u{9C}", "https://card.example/%1B]0;x%07%0A%C2%9C"),
            ("HTTP://card.example/%20?a=1&b=\u{E9}#c", "HTTP://card.example/%20?a=1&b=%C3%A9#c"),
            ("mailto:desk@card.example", "mailto:desk@card.example"), ("tel:+48221", "tel:+48221"),
        ])
    func coding(link: String, uri: String) throws {
        let hyperlink = try #require(Hyperlink(link))
        #expect(hyperlink.uri == uri)
        let opening = hyperlink.opening
        #expect(opening.starts(with: Array("\u{1B}]8;id=".utf8)))
        #expect(opening.dropFirst().dropLast(2).allSatisfy { (0x21...0x7E).contains($0) })
        #expect(Array(opening.suffix(2)) == Array("\u{1B}\\".utf8))
    }

    @Test(
        "other schemes are no links",
        arguments: ["javascript:alert(1)", "file:///etc/passwd", "ssh://host", "card.example", "", "httpx://a.example"])
    func schemes(text: String) { #expect(Hyperlink(text) == nil) }

    @Test("a link that terminals would ignore for its length is none")
    func length() {
        let start = "https://card.example/"
        let longest = start + String(repeating: "a", count: Hyperlink.maximumBytes - start.utf8.count)
        #expect(Hyperlink(longest)?.uri == longest)
        #expect(Hyperlink(longest + "a") == nil)
        // Encoded it is three times as long.
        #expect(Hyperlink(start + String(repeating: " ", count: 1000)) == nil)
    }

    @Test("the same link has the same identifier, and another one another")
    func identifiers() throws {
        /// Everything before the URI.
        func start(_ text: String) throws -> [UInt8] {
            let link = try #require(Hyperlink(text))
            return Array(link.opening.dropLast(link.uri.utf8.count + 2))
        }
        let (first, again, other) = (
            try start("https://a.example"), try start("https://a.example"), try start("https://b.example")
        )
        #expect(first == again && first != other)
    }

    @Test("writing over cells of a link ends it there, and clipped cells are no part of it")
    func cells() throws {
        let link = try #require(Hyperlink("https://card.example"))
        var canvas = Canvas(size: Size(columns: 10, rows: 2))
        canvas.draw(in: Rect(column: 2, row: 0, columns: 6, rows: 1)) { area in
            area.write("linked", at: .zero, style: .plain)
            area.link(link, in: Rect(column: -2, row: -1, columns: 20, rows: 9))
        }
        canvas.write("xy", at: Point(column: 4, row: 0), style: .plain)
        func linked(_ canvas: Canvas) -> [Int] {
            (0..<10).filter { canvas.link(of: canvas[$0, 0]) == link }
        }
        #expect(linked(canvas) == [2, 3, 6, 7])
        #expect((0..<10).allSatisfy { canvas.link(of: canvas[$0, 1]) == nil })
        canvas.restyle(canvas.bounds) { $0.adding(.bold) }
        #expect(linked(canvas) == [2, 3, 6, 7])
        var shaded = canvas
        shaded.shade(theme: .terminal)
        #expect(linked(shaded).isEmpty && shaded.links.isEmpty)
        canvas.dropLinks()
        #expect(linked(canvas).isEmpty)
    }
}
