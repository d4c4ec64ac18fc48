import Cards
import TestSupport
import Testing

@Suite("Reading JSON")
struct JSONParserTests {
    private func parse(_ text: String) throws -> JSON { try JSONParser.parse(Array(text.utf8)) }

    private func kind(of text: [UInt8]) -> JSONError.Kind? {
        do {
            _ = try JSONParser.parse(text)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test(
        "values of every kind",
        arguments: [
            ("null", JSON.null), ("true", .bool(true)), (" false\n", .bool(false)), ("0", .number("0")),
            ("-1.50e+3", .number("-1.50e+3")), ("12345678901234567890", .number("12345678901234567890")),
            ("\"\"", .string("")), ("[]", .array([])), ("{}", .object([:])),
            ("[1,[2,{}]]", .array([.number("1"), .array([.number("2"), .object([:])])])),
            ("{ \"a\" : 1 , \"b\" : null }", .object(["a": .number("1"), "b": .null])),
        ])
    func values(text: String, expected: JSON) throws {
        #expect(try parse(text) == expected)
    }

    @Test(
        "strings with every escape",
        arguments: [
            (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u0041\u00e9\u0142""#, "Aéł"),
            (#""\ud83d\ude00""#, "😀"), (#""\u0000""#, "\u{0}"), ("\"Łódź 👩‍👧\"", "Łódź 👩‍👧"),
        ])
    func strings(text: String, expected: String) throws {
        #expect(try parse(text) == .string(expected))
    }

    @Test(
        "a lone surrogate becomes the replacement character, the text around it stays, and it is written back as it came",
        arguments: [
            (#""a\ud83dz""#, "a\u{FFFD}z"), (#""a\ude00z""#, "a\u{FFFD}z"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
            (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), (#""\ud83d""#, "\u{FFFD}"), (#""\ud83d\n""#, "\u{FFFD}\n"),
        ])
    func surrogates(text: String, expected: String) throws {
        let json = try parse(text)
        #expect(json.string == expected && json != .string(expected))
        #expect(String(decoding: JSONWriter.bytes(of: json), as: UTF8.self) == text)
        #expect(try parse(#"{"a":[\#(text)]}"#) == .object(["a": .array([json])]))
        // A key is compared and written as text is, and two are not one.
        let object = #"{"a":[{"x\ud83d":\#(text),"x\ude00":1,"x\ufffd":2}]}"#.replacing(#"\ufffd"#, with: "\u{FFFD}")
        #expect(String(decoding: JSONWriter.bytes(of: try parse(object)), as: UTF8.self) == object)
    }

    @Test("the last of two equal keys counts")
    func duplicateKeys() throws {
        #expect(try parse(#"{"a":1,"a":2}"#) == .object(["a": .number("2")]))
    }

    @Test("a byte order mark is skipped")
    func byteOrderMark() throws {
        #expect(try parse("\u{FEFF}[]") == .array([]))
    }

    @Test(
        "truncated JSON is reported as such",
        arguments: [
            "", " ", "[", "[1", "[1,", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "\"a", "\"a\\", "\"\\u12", "tru", "-",
            "1.", "1e",
        ])
    func cutOff(text: String) {
        #expect(kind(of: Array(text.utf8)) == .cutOff)
    }

    @Test(
        "invalid JSON is rejected",
        arguments: [
            "x", "[1,]", "[,1]", "{a:1}", "{\"a\" 1}", "{\"a\":1,}", "nul1", "+1", ".5", "-x", "1.x", "NaN", "Infinity",
            "'a'", "[1 2]",
        ])
    func notJSON(text: String) {
        #expect(kind(of: Array(text.utf8)) == .unexpectedCharacter)
    }

    @Test("text after the value is rejected", arguments: ["1 2", "[]]", "{}{}", "01", "null,"])
    func extra(text: String) {
        #expect(kind(of: Array(text.utf8)) == .extraText)
    }

    @Test(
        "invalid strings are rejected",
        arguments: ["\"a\nb\"", "\"\u{1}\"", #""\x""#, #""\u12g4""#, #""\n"# + "\u{7}\""])
    func badStrings(text: String) {
        #expect(kind(of: Array(text.utf8)) == .badString)
    }

    @Test(
        "a string with invalid UTF-8 is rejected",
        arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]])
    func badUTF8(bytes: [UInt8]) {
        let quote = Array("\"".utf8)
        #expect(kind(of: quote + bytes + quote) == .badUTF8)
        #expect(kind(of: quote + Array(#"\n"#.utf8) + bytes + quote) == .badUTF8)
    }

    @Test("64 levels are parsed, deeper ones are rejected before the stack overflows")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(kind(of: nested(JSONParser.maximumDepth)) == nil)
        #expect(kind(of: nested(JSONParser.maximumDepth + 2)) == .tooDeep)
        #expect(kind(of: nested(100_000)) == .tooDeep)
        #expect(kind(of: Array(String(repeating: "{\"a\":", count: 100_000).utf8)) == .tooDeep)
    }

    @Test("parsed JSON is written back unchanged")
    func roundTrip() throws {
        let text = #"{"a":[1.50,true,null,"x\"\n\\Ł"],"b":{"c":-0}}"#
        #expect(String(decoding: JSONWriter.bytes(of: try parse(text)), as: UTF8.self) == text)
    }

    @Test("every truncated text, and random bytes, give a value or an error")
    func hostile() {
        let text = Array(#"{"a":["\ud83d\ude00",1e5,true,{"b":null}],"é":"\u00e9"}"#.utf8)
        for end in 0..<text.count { #expect(kind(of: Array(text[..<end])) != nil) }
        let alphabet = Array("[]{}\",:\\ud83-1.etn\n\u{FEFF}".utf8)
        var generator = SeededGenerator()
        var read = 0
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                alphabet.randomElement(using: &generator) ?? 0
            }
            guard let value = try? JSONParser.parse(bytes) else { continue }
            read += 1
            let written = JSONWriter.bytes(of: value)
            #expect((try? JSONParser.parse(written)).map { JSONWriter.bytes(of: $0) } == written, "\(bytes)")
        }
        #expect(read > 20, "too few were JSON to say anything")
    }
}
