import Cards
import TestSupport
import Testing

@Suite("Splitting an object into its members")
struct ObjectSplittingTests {
    private func members(_ text: String, chunkSize: Int? = nil) throws -> [String] {
        var splitter = JSONElementSplitter(cuttingObject: true, skippingLarge: true)
        var elements: [[UInt8]] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: chunkSize ?? bytes.count) {
            try splitter.feed(bytes[start..<min(start + (chunkSize ?? bytes.count), bytes.count)], into: &elements)
        }
        elements += try splitter.finish()
        return elements.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("members have their keys, whatever their values, in chunks of any size")
    func cut() throws {
        let text = #"""
             { "a" : {"x":[1,{"y":"}"}]} , "b,\"}":"te,xt" ,"c":12.5, "d": null,"e":[ ],"f":"\\"}
            """#
        let wanted = [
            #""a" : {"x":[1,{"y":"}"}]} "#, #""b,\"}":"te,xt" "#, #""c":12.5"#, #""d": null"#, #""e":[ ]"#,
            #""f":"\\""#,
        ]
        for size in 1...text.utf8.count { #expect(try members(text, chunkSize: size) == wanted, "\(size)") }
        #expect(try members("{}") == [])
        #expect(try members("\u{FEFF}{\"a\":1}") == ["\"a\":1"])
    }

    @Test("other values are split as before")
    func others() throws {
        #expect(try members("[1,[2],\"}\"]") == ["1", "[2]", "\"}\""])
        #expect(try members("[null,{\"a\":1}]") == ["null", "{\"a\":1}"])
    }

    @Test(
        "a truncated object, and text after it, are errors",
        arguments: ["{", "{\"a\":1", "{\"a\":{}", "{\"a\":1,}", "{,}", "{\"a\":1},", "{\"a\":1}{", "{\"a"])
    func broken(_ text: String) {
        #expect(throws: JSONError.self) { try members(text) }
    }

    @Test("an oversized element is counted and skipped")
    func large() throws {
        var splitter = JSONElementSplitter(skippingLarge: true)
        var elements: [[UInt8]] = []
        let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        try splitter.feed(Array("[1,\"".utf8), into: &elements)
        for _ in 0..<25 { try splitter.feed(megabyte, into: &elements) }
        try splitter.feed(Array("\",{\"a\":\"]\"}]".utf8), into: &elements)
        #expect(try splitter.finish().isEmpty)
        #expect(elements.map { String(decoding: $0, as: UTF8.self) } == ["1", "{\"a\":\"]\"}"])
        #expect(splitter.skipped == 1)
    }
}
