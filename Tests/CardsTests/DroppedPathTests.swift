import Cards
import Testing

@Suite("A path dropped on the terminal")
struct DroppedPathTests {
    @Test(
        "is parsed in every form that terminals write",
        arguments: [
            ("/home/ada/card.png", "/home/ada/card.png"), (" ~/card.png \n", "~/card.png"),
            ("/tmp/two words.png", "/tmp/two words.png"), ("'/tmp/two words.png'", "/tmp/two words.png"),
            ("'/tmp/two words.png' ", "/tmp/two words.png"), (#""/tmp/a \"b\" $c.png""#, #"/tmp/a "b" $c.png"#),
            (#""/tmp/\n.png""#, #"/tmp/\n.png"#), (#"/tmp/two\ words\'s.png"#, "/tmp/two words's.png"),
            (#"/tmp/ends\ "#, "/tmp/ends "), (#"'/tmp/Ada'\''s.png'"#, "/tmp/Ada's.png"),
            ("file:///tmp/two%20words%C5%82.png", "/tmp/two wordsł.png"), ("file:/tmp/a.png", "/tmp/a.png"),
            ("FILE://localhost/tmp/a.png\r\n", "/tmp/a.png"), ("card:1.png", "card:1.png"), ("a", "a"),
        ])
    func read(text: String, path: String) { #expect(DroppedPath.path(in: text) == path) }

    @Test(
        "other texts are no path",
        arguments: [
            "", " \n", "/a.png\n/b.png", "'/a.png' '/b.png'", #"/a.png\"#, "'/a.png", "''", "file://elsewhere/a.png",
            "file:a.png", "file:///a%2.png", "file:///a%00.png", "file:///a%FF.png", "https://example.com/a.png",
        ])
    func refused(text: String) { #expect(DroppedPath.path(in: text) == nil) }
}
