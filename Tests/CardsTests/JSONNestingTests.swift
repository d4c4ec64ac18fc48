import TestSupport
import Testing

@testable import Cards

@Suite("The nesting of a position in JSON text")
struct JSONNestingTests {
    private func nesting(after text: String) -> JSONNesting {
        var nesting = JSONNesting()
        for byte in text.utf8 { nesting.consume(byte) }
        return nesting
    }

    @Test(
        "a position is outside when every bracket and string is closed",
        arguments: ["", "1", "[]", "{\"a\":[1]}", "\"[\"", "\"\\\"\"", "\"\\\\\"", "}", "]]"])
    func outside(text: String) { #expect(nesting(after: text).isOutside) }

    @Test(
        "a position is inside while a bracket or a string is open",
        arguments: ["[", "{\"a\":[1]", "\"", "\"\\\"", "[\"]", "]["])
    func inside(text: String) { #expect(!nesting(after: text).isOutside) }

    @Test("brackets are counted, not matched")
    func unmatched() { #expect(nesting(after: "[}").isOutside) }

    @Test("a run that is skipped changes nothing, and stops before a byte that does")
    func runs() {
        var generator = SeededGenerator()
        let alphabet = Array("[]{}\"\\\"a ,\u{01}".utf8)
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            var (nesting, index) = (JSONNesting(), 0)
            while index < bytes.count {
                let end = nesting.endOfRun(in: bytes, from: index)
                var whole = nesting
                for byte in bytes[index..<end] { whole.consume(byte) }
                #expect(whole == nesting, "\(bytes), from \(index) to \(end)")
                guard end < bytes.count else { break }
                nesting.consume(bytes[end])
                index = end + 1
            }
        }
    }

    @Test("the inside of a string is one run up to its closing quote or an escape")
    func insideOfString() {
        let nesting = nesting(after: "\"")
        #expect(nesting.endOfRun(in: Array("photo[{\u{01}}]\", more".utf8), from: 0) == 10)
        #expect(nesting.endOfRun(in: Array("pho\\\"to\"".utf8), from: 0) == 3)
    }

    @Test("within brackets, strings without escapes belong to the run")
    func insideOfBrackets() {
        let nesting = nesting(after: "[")
        #expect(nesting.endOfRun(in: Array("1, \"[a]\", {".utf8), from: 0) == 10)
        #expect(nesting.endOfRun(in: Array("1, \"a\\\"\"".utf8), from: 0) == 3)
    }
}
