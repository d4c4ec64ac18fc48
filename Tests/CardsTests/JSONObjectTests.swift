import Foundation
import TestSupport
import Testing

@testable import Cards

@Suite("JSON objects")
struct JSONObjectTests {
    @Test("members keep their order, in nested objects too")
    func keepsOrder() throws {
        let text = #"{"z":{"b":1,"a":{"y":[{"d":0,"c":1}],"x":2}},"a":null}"#
        #expect(String(decoding: JSONWriter.bytes(of: try JSONParser.parse(Array(text.utf8))), as: UTF8.self) == text)
        let card = #"{"identifier":"one","name":"Gym","front":"","back":"","tier":{"z":1,"a":{"c":2,"b":3}}}"#
        let patch = try CardJSON.patch(from: try JSONParser.parse(Array(card.utf8)))
        var writer = JSONWriter()
        writer.write(CardJSON.members(of: patch.applied(to: nil)) { _ in nil })
        #expect(String(decoding: writer.bytes, as: UTF8.self) == card)
        #expect(
            String(decoding: CardJSON.storedText(of: patch.applied(to: nil)), as: UTF8.self)
                == #"{"identifier":"one","name":"Gym","tier":{"z":1,"a":{"c":2,"b":3}}}"#)
    }

    @Test("the order does not affect equality")
    func equality() {
        let (one, other): (JSON, JSON) = (
            .object(["a": .null, "b": .bool(true)] as JSONObject),
            .object(["b": .bool(true), "a": .null] as JSONObject)
        )
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(one != .object(["a": .null] as JSONObject))
        #expect(one != .object(["a": .null, "b": .bool(false)] as JSONObject))
        #expect(one != .object(["a": .null, "c": .bool(true)] as JSONObject))
    }

    @Test("any sequence of changes gives the same members as a dictionary")
    func anyChanges() {
        let seed = SeededGenerator.seed()
        var generator = SeededGenerator(seed: seed)
        var (object, dictionary) = (JSONObject(), [String: JSON]())
        for step in 0..<2000 {
            let key = String(Int.random(in: 0..<30, using: &generator))
            let value = Int.random(in: 0..<3, using: &generator) == 0 ? nil : JSON.number(String(step))
            (object[key], dictionary[key]) = (value, value)
            #expect(object == JSONObject(dictionary), "seed \(seed), step \(step)")
            #expect(object.count == dictionary.count, "seed \(seed), step \(step)")
            #expect(Set(object.map(\.key)) == Set(dictionary.keys), "seed \(seed), step \(step)")
        }
    }

    @Test("a number in place of text is read as its digits")
    func digits() throws {
        let text = #"""
            {"identifier":7,"name":42,"number":00123,"balance":1.50,
            "barcode":{"format":"QR_CODE","value":1e400},"groups":[5]}
            """#
        let valid = text.replacing("00123", with: "12345678901234567890123")
        let card = try CardJSON.patch(from: try JSONParser.parse(Array(valid.utf8))).applied(to: nil)
        #expect(card.identifier.text == "7")
        #expect(card.name == "42")
        #expect(card.number == "12345678901234567890123")
        #expect(card.balance == "1.50")
        #expect(card.barcode?.value == "1e400")
        #expect(card.groups == ["5"])
        // JSON numbers must not have leading zeros.
        #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
        let other = try CardJSON.patch(from: .object(["identifier": .string("7"), "number": .bool(true)]))
        #expect(other.values.number.isEmpty && other.values.unknownFields == ["number": .bool(true)])
    }

    @Test(
        "only a complete byte order mark is skipped",
        arguments: [[0xEF], [0xEF, 0xBB], [0xBB, 0xBF], [0xBF], [0xEF, 0xBF, 0xBB], [0xEF, 0x20, 0xBF]] as [[UInt8]])
    func brokenMark(mark: [UInt8]) throws {
        let text = mark + Array(#"[{"identifier":"one","name":"Gym"}]"#.utf8)
        #expect(throws: JSONError.self) { try JSONParser.parse(text) }
        var splitter = JSONElementSplitter()
        // An incomplete byte order mark fails immediately; other bytes are left to the parser.
        if mark.first != 0xEF { return }
        #expect { _ = try splitter.feed(text) } throws: { ($0 as? JSONError)?.kind == .unexpectedCharacter }
    }
}
