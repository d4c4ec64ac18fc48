import Cards
import TestSupport
import Testing

@testable import CardSettings

@Suite("Named texts as YAML")
struct YAMLTextsTests {
    private let texts = YAMLTexts()

    private func values(_ pairs: [(String, String)]) -> [NamedText] { pairs.map { NamedText(name: $0, text: $1) } }

    private func read(_ text: String) throws -> [String: String] {
        Dictionary(try texts.values(in: text).map { ($0.name, $0.text) }) { $1 }
    }

    @Test("simple values are lines, notes are blocks, and the rest is quoted")
    func written() {
        let text = texts.text(
            of: values([("name", "Elm Gym"), ("number", "0 0042"), ("note", "One.\nTwo: 2"), ("x", "a: b"), ("y", "")]),
            comment: "Edit.")
        #expect(
            text == """
                # Edit.
                name: Elm Gym
                number: 0 0042
                note: |-
                  One.
                  Two: 2
                x: "a: b"
                y:\u{20}

                """)
    }

    @Test("values are read back as they were, whatever is in them")
    func roundTrip() throws {
        var generator = SeededGenerator(usual: 31)
        let pieces = [
            "a", "Z", "9", " ", "\n", "\n\n", ":", ": ", "#", " #", "-", "- ", "\"", "'", "\\", "|", ">", "[", "{", "&",
            "*", "!",
            "%", "@", "`", "~", "null", "true", "\t", "\r", "\r\n", "é", "漢", "👩‍👩‍👧", "\u{85}", "\u{2028}", "\u{FEFF}",
            "\u{1B}",
            "\u{0}", "\u{7F}", ",", "+", "(", ")", "...", "---",
        ]
        for _ in 0..<2000 {
            let count = Int.random(in: 0...6, using: &generator)
            let value = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            let text = texts.text(of: values([("before", "x"), ("value", value), ("after", "y")]), comment: "c")
            let found = try read(text)
            #expect(found["value"].map { Array($0.unicodeScalars) } == Array(value.unicodeScalars), "\(text)")
            #expect(found["before"] == "x" && found["after"] == "y", "\(text)")
        }
    }

    @Test("what is no map of texts is a problem of its line")
    func problems() {
        for (text, line) in [("a: b\nc: [1, 2]\n", 2), ("- a\n", 1), ("a: \"b\n", 1), ("a: {b: c}", 1)] {
            do {
                _ = try texts.values(in: text)
                Issue.record("\(text) was read")
            } catch {
                #expect(error.line >= line && !error.reason.isEmpty, "\(text)")
            }
        }
    }

    @Test("a problem is explained before its line, instead of earlier explanations")
    func explained() {
        let once = texts.text("# c\na: 1\nb: 2\n", explaining: [NamedTextProblem(line: 3, reason: "wrong")])
        #expect(once == "# c\na: 1\n#! wrong\nb: 2\n")
        let twice = texts.text(once, explaining: [NamedTextProblem(line: 2, reason: "also\nwrong")])
        #expect(twice.hasPrefix("# c\n#! also"))
        #expect(twice.hasSuffix("\na: 1\nb: 2\n") && twice.split(separator: "\n").count == 4)
    }

    @Test("no line of a comment is longer than 78 columns, and the explanations of earlier problems go whole")
    func wrappedComments() throws {
        let sentence = "Save and close the editor to apply the changes. Without changes, the card stays as it is."
        let text = texts.text(of: values([("a", "1")]), comment: sentence)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 3 && lines.allSatisfy { $0.count <= 78 })
        #expect(lines[0].hasPrefix("# Save and close") && lines[1].hasPrefix("# "))
        #expect(lines.dropLast().map { $0.dropFirst(2) }.joined(separator: " ") == sentence)
        #expect(try read(text) == ["a": "1"])
        let word = String(repeating: "w", count: 200)
        let problem = NamedTextProblem(line: 3, reason: "this is wrong: \(word)")
        let explained = texts.text(text, explaining: [problem])
        #expect(explained.split(separator: "\n").allSatisfy { $0.count <= 78 })
        #expect(explained.contains("\n#! this is wrong:\n#! www"))
        #expect(texts.text(explained, explaining: []) == text)
    }

    @Test("a comment in letters of two columns is not wider either")
    func wideComments() throws {
        let lines = texts.text(of: [], comment: String(repeating: "漢", count: 100)).split(separator: "\n")
        #expect(lines.map(\.count) == [40, 40, 26])
    }

    @Test("lines that end in CR and LF are explained and read like others")
    func carriageReturns() throws {
        let text = "# c\r\na: 1\r\nb: 2\r\n"
        #expect(try read(text) == ["a": "1", "b": "2"])
        let explained = texts.text(text, explaining: [NamedTextProblem(line: 3, reason: "wrong")])
        #expect(explained.isSameText(as: "# c\r\na: 1\r\n#! wrong\nb: 2\r\n"))
        let again = texts.text(explained, explaining: [NamedTextProblem(line: 2, reason: "also")])
        #expect(again.isSameText(as: "# c\r\n#! also\na: 1\r\nb: 2\r\n"))
    }
}
