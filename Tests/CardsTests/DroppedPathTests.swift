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

    @Test(
        "several paths are words or lines, and a path with blanks is quoted",
        arguments: [
            ("/a.png /b.png", ["/a.png", "/b.png"]), ("'/a b.png' \"/c d.png\"\n", ["/a b.png", "/c d.png"]),
            (#"/a\ b.png   /it\'s.png"#, ["/a b.png", "/it's.png"]), ("/a.png\r\n/b c.png", ["/a.png", "/b", "c.png"]),
            ("file:///a%20b.png\nfile:///c.png", ["/a b.png", "/c.png"]), ("'/a.png", ["'/a.png"]), (" \n ", []),
            ("file://elsewhere/a.png /b.png", ["/b.png"]),
        ])
    func several(text: String, paths: [String]) { #expect(DroppedPath.paths(in: text) == paths) }

    @Test(
        "the text of several paths is read as these",
        arguments: [
            "/a.png", "/a b", "/it's", "/\"q\"", "/$x\\", "/ł%~", "/it'\u{301}s; x", "/\\\u{301}'\u{301}", "/ \u{301}",
        ])
    func written(path: String) {
        let paths = [path, "/other file", path]
        #expect(DroppedPath.paths(in: DroppedPath.text(of: paths)) == paths)
        #expect(DroppedPath.text(of: ["/a.png", "/b c"]) == "/a.png '/b c'")
    }
}
