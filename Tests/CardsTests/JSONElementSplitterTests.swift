import Cards
import TestSupport
import Testing

@Suite("Splitting JSON into elements")
struct JSONElementSplitterTests {
    /// The elements of the text when fed in these chunks.
    private func elements(of chunks: [some Collection<UInt8>]) throws -> [String] {
        var splitter = JSONElementSplitter()
        var elements: [[UInt8]] = []
        for chunk in chunks { try splitter.feed(chunk, into: &elements) }
        elements += try splitter.finish()
        return elements.map { String(decoding: $0, as: UTF8.self) }
    }

    private func elements(of text: String) throws -> [String] { try elements(of: [Array(text.utf8)]) }

    static let texts: [(String, [String])] = [
        ("[]", []),
        (" [ ] \n", []),
        ("[1,2]", ["1", "2"]),
        ("[ 1 , true , null , \"x\" ]", ["1", "true", "null", "\"x\""]),
        (#"[{"a":[1,{"b":"]}"}]},[[]]]"#, [#"{"a":[1,{"b":"]}"}]}"#, "[[]]"]),
        (#"["a\"b","\\",{"k\\\"":"}"}]"#, [#""a\"b""#, #""\\""#, #"{"k\\\"":"}"}"#]),
        ("\u{FEFF}[\"Łódź\",\"👩‍👧\"]", ["\"Łódź\"", "\"👩‍👧\""]),
        ("{\"a\":1}", ["{\"a\":1}"]),
        ("{\"a\":1}\n{\"b\":[2]}\r\n3\n", ["{\"a\":1}", "{\"b\":[2]}", "3"]),
        ("{\"a\":1}{\"b\":2}", ["{\"a\":1}", "{\"b\":2}"]),
        ("true", ["true"]),
    ]

    @Test("a text is split into its elements", arguments: texts)
    func whole(text: String, expected: [String]) throws {
        #expect(try elements(of: text) == expected)
    }

    @Test("the boundaries of chunks do not matter", arguments: texts)
    func splitAnywhere(text: String, expected: [String]) throws {
        let bytes = Array(text.utf8)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                #expect(try elements(of: [bytes[..<first], bytes[first..<second], bytes[second...]]) == expected)
            }
        }
        #expect(try elements(of: bytes.map { [$0] }) == expected)
    }

    @Test(
        "a truncated text is reported as such",
        arguments: [
            "", " \n", "[", "[1", "[1,", "[{\"a\":1}", "[\"a", "[\"a\\", "[{\"a\":\"]\"", "{", "\"a", "{\"a\":[1]",
        ])
    func cutOff(text: String) {
        #expect { try elements(of: text) } throws: { ($0 as? JSONError)?.kind == .cutOff }
    }

    @Test(
        "an invalid list is an error", arguments: ["[,]", "[1,]", "[1,,2]", "[{}{}]", "[1 2]", "[1]]", "[1],", "[]x"])
    func broken(text: String) {
        #expect { try elements(of: text) } throws: { ($0 as? JSONError)?.kind == .unexpectedCharacter }
    }

    @Test("elements before an error are delivered")
    func beforeTheBreak() {
        var splitter = JSONElementSplitter()
        var elements: [[UInt8]] = []
        #expect(throws: JSONError(kind: .unexpectedCharacter, offset: 6)) {
            try splitter.feed(Array("[1,2] x".utf8), into: &elements)
        }
        #expect(elements == [[UInt8(ascii: "1")], [UInt8(ascii: "2")]])
    }

    @Test("an invalid element does not affect its neighbours", arguments: ["{]", "[}", "nonsense", "{\"a\" 1}", "}"])
    func badElement(bad: String) throws {
        #expect(try elements(of: "[1,\(bad),2]") == ["1", bad, "2"])
    }

    @Test("an element of the maximum size is accepted, one byte more is too large")
    func largest() throws {
        let largest = JSONElementSplitter.maximumElementBytes
        let letters = [UInt8](repeating: UInt8(ascii: "x"), count: largest - 2)
        let quote = Array("\"".utf8)
        var splitter = JSONElementSplitter()
        #expect(try splitter.feed(Array("[\"".utf8) + letters + quote).first?.count == largest)
        var other = JSONElementSplitter()
        #expect(throws: JSONError(kind: .tooLarge, offset: largest + 1)) {
            try other.feed(Array("[\"x".utf8) + letters + quote)
        }
    }

    @Test("100,000 open brackets are one element that never ends")
    func deep() {
        #expect { try elements(of: String(repeating: "[", count: 100_000)) } throws: {
            ($0 as? JSONError)?.kind == .cutOff
        }
    }

    /// The result of feeding chunks in sequence: the elements, and the error that ended parsing.
    private func outcome(of chunks: [ArraySlice<UInt8>]) -> (elements: [[UInt8]], problem: JSONError?) {
        var splitter = JSONElementSplitter()
        var elements: [[UInt8]] = []
        do {
            for chunk in chunks { try splitter.feed(chunk, into: &elements) }
            elements += try splitter.finish()
            return (elements, nil)
        } catch {
            return (elements, error)
        }
    }

    @Test("random bytes give the same elements and error for any chunks, and nothing is invented")
    func random() {
        var generator = SeededGenerator()
        let alphabet = Array("[]{}\",:\\ 1tn\n\u{FEFF}".utf8)
        var endings: Set<JSONError.Kind?> = []
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            let whole = outcome(of: [bytes[...]])
            let cut = Int.random(in: 0...bytes.count, using: &generator)
            let parts = outcome(of: [bytes[..<cut], bytes[cut...]])
            #expect(whole.elements == parts.elements && whole.problem == parts.problem, "\(bytes), split at \(cut)")
            // Each element is a run of the input, after the previous one.
            var rest = bytes[...]
            for element in whole.elements {
                guard let range = rest.firstRange(of: element) else {
                    Issue.record("\(element) is not in \(bytes)")
                    break
                }
                rest = rest[range.upperBound...]
            }
            endings.insert(whole.problem?.kind)
        }
        #expect(endings.isSuperset(of: [nil, .cutOff, .unexpectedCharacter]), "too little was tried to say anything")
    }
}
