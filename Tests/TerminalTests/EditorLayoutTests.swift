import TestSupport
import Testing

@testable import Terminal

@Suite("Wrapping a text into rows")
struct EditorLayoutTests {
    /// Notes designed to block the screen, of about this many bytes each.
    static func hostile(_ bytes: Int) -> [String] {
        [
            String(repeating: "x", count: bytes), String(repeating: "\n", count: bytes),
            String(repeating: "\u{1F1F5}", count: bytes / 4), String(repeating: " ", count: bytes),
            "e" + String(repeating: "\u{301}", count: bytes / 2), String(repeating: "ł", count: bytes / 2),
            String(repeating: "https://a.example/ ", count: bytes / 19), String(repeating: "\r\n", count: bytes / 2),
            String(repeating: "👩‍👩‍👧 漢字 ", count: bytes / 28), String(repeating: "\u{200B}", count: bytes / 3),
        ]
    }

    @Test("wrapping examines each character once", arguments: hostile(6000))
    func linear(text: String) {
        let layout = EditorLayout(text, columns: 40)
        #expect(layout.steps == text.count)
        #expect(layout.bytes(ofRow: layout.count - 1).upperBound == text.utf8.count)
        for row in 1..<max(1, layout.count) {
            #expect(layout.bytes(ofRow: row).lowerBound == layout.bytes(ofRow: row - 1).upperBound)
        }
    }

    @Test("only the requested rows are computed", arguments: hostile(6000))
    func firstRows(text: String) {
        let layout = EditorLayout(text, columns: 40, upTo: 3)
        let whole = EditorLayout(text, columns: 40)
        #expect(layout.count == min(3, whole.count))
        #expect((0..<layout.count).allSatisfy { layout.bytes(ofRow: $0) == whole.bytes(ofRow: $0) })
        if whole.count > 3, layout.bytes(ofRow: 2).upperBound < 1000 { #expect(layout.steps < 1000) }
    }

    @Test("after any edit the rows match those of the whole text")
    func edits() {
        var random = SeededGenerator(usual: 19)
        let parts = [
            "a", " ", "\n", "word ", "漢", "\u{1F1F5}", "\u{301}", "\r\n", "\r", "👩‍👧", "a-long-word-without-blanks", "  ",
            "\u{2028}",
        ]
        for columns in [2, 3, 9, 40] {
            var text = (0..<60).compactMap { _ in parts.randomElement(using: &random) }.joined()
            var layout = EditorLayout(text, columns: columns)
            for _ in 0..<200 {
                var scalars = Array(text.unicodeScalars)
                let start = Int.random(in: 0...scalars.count, using: &random)
                let end = min(scalars.count, start + Int.random(in: 0...3, using: &random))
                let new = Bool.random(using: &random) ? parts.randomElement(using: &random) ?? "" : ""
                scalars.replaceSubrange(start..<end, with: new.unicodeScalars)
                text = String(String.UnicodeScalarView(scalars))
                layout = EditorLayout(text, columns: columns, after: layout)
                let fresh = EditorLayout(text, columns: columns)
                #expect(layout.count == fresh.count, "\(text.debugDescription) in \(columns)")
                guard layout.count == fresh.count else { return }
                #expect((0..<fresh.count).allSatisfy { layout.bytes(ofRow: $0) == fresh.bytes(ofRow: $0) })
            }
        }
    }

    @MainActor
    @Test("typing into a long text examines the rows near the edit only")
    func typing() {
        for text in [String(repeating: "word ", count: 4000), String(repeating: "a line of words\n", count: 1000)] {
            var editor = LineEditor(text, isMultiline: true)
            let rows = LaidOutText()
            let area = TextArea(editor, style: .plain, keeping: rows)
            _ = area.rows(columns: 40)
            let before = rows.steps
            if text.hasSuffix("\n") { editor.moveCursor(toOffset: 8000) }
            for character in "some more" {
                _ = editor.handle(Key(character))
                _ = TextArea(editor, style: .plain, keeping: rows).rows(columns: 40)
            }
            #expect(rows.steps - before < 9 * 200)
            // Repeating it costs nothing.
            let after = rows.steps
            _ = TextArea(editor, style: .plain, keeping: rows).moving(rows: 0, columns: 40)
            #expect(rows.steps == after)
        }
    }

    @Test("an offset is converted to its row and column and back", arguments: 2...12)
    func positions(columns: Int) {
        let text = "Renew the card\n\nat 漢字 \u{1F1F5}\u{1F1F1} https://library.example/a-long-path "
        let layout = EditorLayout(text, columns: columns)
        var offset = 0
        for character in text {
            let position = layout.position(of: offset)
            let isHanging = position.column == max(1, columns - 1)
            #expect(isHanging || layout.cursor(at: position) == offset)
            offset += character.utf8.count
        }
    }
}
