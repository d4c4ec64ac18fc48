import Terminal
import TestSupport
import Testing

@Suite("Line editor")
struct LineEditorTests {
    private func edited(_ text: String, multiline: Bool = false, _ keys: [Key]) -> LineEditor {
        var editor = LineEditor(text, isMultiline: multiline)
        for key in keys { _ = editor.handle(key) }
        return editor
    }

    @Test("typing inserts at the cursor")
    func typing() {
        let editor = edited("card", [Key(.home), Key("a"), Key(" ")])
        #expect(editor.text == "a card")
        #expect(editor.cursor == 2)
    }

    @Test("words can be cut and pasted, and consecutive cuts are pasted together")
    func killing() {
        #expect(
            edited("one two three", [.control("w"), .control("w"), .control("a"), .control("y")]).text
                == "two threeone ")
        #expect(edited("one two", [.control("a"), .alt("d")]).text == " two")
        #expect(edited("one two", [.alt("b"), .control("k")]).text == "one ")
        #expect(edited("one two", [.alt("b"), .control("u")]).text == "two")
    }

    @Test("undo reverts consecutive typing, then what was before it")
    func undo() {
        let editor = edited("x", [Key("a"), Key("b"), Key("c"), .control("w"), .control("_")])
        #expect(editor.text == "xabc")
        #expect(edited("x", [Key("a"), Key("b"), .control("_")]).text == "x")
    }

    @Test("transposing swaps the characters at the cursor")
    func transpose() { #expect(edited("abdc", [.control("t")]).text == "abcd") }

    @Test("a single line accepts no line breaks, a multiline text does")
    func lines() {
        var line = LineEditor()
        line.insert("a\nb\r\nc")
        #expect(line.text == "a b c")
        var lines = LineEditor(isMultiline: true)
        lines.insert("a\nb")
        _ = lines.handle(.enter)
        #expect(lines.text == "a\nb\n")
        #expect(!line.handling(.enter))
    }

    @Test("a combining mark typed behind a letter becomes part of it")
    func combining() {
        var editor = LineEditor("e")
        editor.insert("\u{301}")
        #expect(editor.text.count == 1)
        #expect(editor.cursor == 1)
        editor.insert("x")
        #expect(editor.text == "e\u{301}x")
    }

    @Test("keys without a meaning in text are not handled")
    func foreign() {
        #expect(!LineEditor("a").handling(.control("s")))
        #expect(!LineEditor("a").handling(Key(.function(1))))
        #expect(!LineEditor("a").handling(.tab))
    }

    @Test("no sequence of keys moves the cursor out of the text")
    func anyKeys() {
        var generator = SeededGenerator(usual: 3)
        let keys: [Key] = [
            Key("a"), Key("漢"), Key(" "), .control("w"), .control("k"), .control("u"), .control("y"), .control("t"),
            .control("_"), .alt("b"), .alt("f"), .alt("d"), Key(.left), Key(.right), Key(.home), Key(.end),
            Key(.backspace), Key(.delete), .enter,
        ]
        for isMultiline in [false, true] {
            var editor = LineEditor("seed text", isMultiline: isMultiline)
            for _ in 0..<3000 {
                if let key = keys.randomElement(using: &generator) { _ = editor.handle(key) }
                #expect((0...editor.text.count).contains(editor.cursor))
                #expect(isMultiline || !editor.text.contains("\n"))
            }
        }
    }

    @Test(
        "a paste inserts no control characters, and into a single line no tabs or line ends", arguments: [false, true])
    func pasting(isMultiline: Bool) {
        var editor = LineEditor(isMultiline: isMultiline)
        editor.insert("a\u{1B}[2J\tb\r\nc\u{0}\u{7F}\u{9B}ł")
        #expect(editor.text == (isMultiline ? "a[2J\tb\r\ncł" : "a[2J b cł"))
    }

    @MainActor
    @Test("the cursor moves by wrapped rows, and reports if there is none")
    func rows() {
        let area = TextArea(LineEditor("one two three", isMultiline: true), style: .plain)
        #expect(area.rows(columns: 9) == 2)
        let up = area.moving(rows: -1, columns: 9)
        #expect(up?.cursor == 5)
        #expect(area.moving(rows: 1, columns: 9) == nil)
    }

    @MainActor
    @Test("every cursor position lies within the columns", arguments: 2...12)
    func positions(columns: Int) {
        var editor = LineEditor("Renew the card\n\nat 漢字 https://library.example/a-long-path ", isMultiline: true)
        for _ in 0...editor.text.count {
            defer { _ = editor.handle(Key(.left)) }
            var canvas = Canvas(size: Size(columns: columns, rows: 60))
            TextArea(editor, style: .plain).draw(on: &canvas, in: canvas.bounds, isFocused: true)
            #expect(canvas.cursor != nil)
        }
    }
}

extension LineEditor {
    fileprivate func handling(_ key: Key) -> Bool {
        var copy = self
        return copy.handle(key)
    }

    @Test("Windows line ends are line ends")
    func carriageReturns() {
        var editor = LineEditor("first\r\nsecond", isMultiline: true)
        _ = editor.handle(.control("u"))
        #expect(editor.text == "first\r\n")
    }

    @Test("the undo history is bounded, and keeps the last step")
    func boundedUndo() {
        var editor = LineEditor(isMultiline: true)
        let large = String(repeating: "x", count: 300_000)
        for _ in 0..<8 { editor.insert(large) }
        for _ in 0..<8 { _ = editor.handle(.control("_")) }
        #expect(editor.text.count >= 300_000)
        #expect(editor.text.count < 2_400_000)
    }
}

@Suite("A long text in the editor")
struct LongTextTests {
    @Test("keys work as in a short text", arguments: EditorLayoutTests.hostile(3000))
    func keys(text: String) {
        let keys: [Key] = [
            Key("a"), Key(.left), Key("\u{301}"), Key(.backspace), Key(.left), Key(.delete), .control("t"), .alt("b"),
            .control("w"), .control("y"), .alt("f"), .alt("d"), .control("k"), .control("a"), .control("e"),
            .control("u"),
            .control("_"), .control("_"),
        ]
        for isMultiline in [false, true] {
            var editor = LineEditor(text, isMultiline: isMultiline)
            for key in keys {
                let isHandled = editor.handle(key)
                #expect(isHandled)
                let place = editor.text.utf8.index(editor.text.startIndex, offsetBy: editor.offset)
                #expect(String.Index(place, within: editor.text) != nil, "\(key) leaves the cursor inside a character")
            }
        }
    }

    @Test("a word consists of letters, numbers and their marks")
    func words() {
        var editor = LineEditor("e\u{301}te\u{301} 2026! 🇵🇱🇵🇱 1️⃣")
        _ = editor.handle(.control("w"))
        #expect(editor.text == "e\u{301}te\u{301} 2026! 🇵🇱🇵🇱 ")
        _ = editor.handle(.control("w"))
        #expect(editor.text == "e\u{301}te\u{301} ")
        _ = editor.handle(.control("w"))
        #expect(editor.text.isEmpty)
    }

    @Test("characters that arrive together are undone as if typed one by one")
    func together() {
        var (one, other) = (LineEditor("x"), LineEditor("x"))
        one.type(Array("two words")[...])
        for character in "two words" { _ = other.handle(Key(character)) }
        #expect(one == other)
        _ = one.handle(.control("_"))
        #expect(one.text == "xtwo ")
    }
}
