import Testing

@testable import Basics

@Suite("XML") struct XMLTests {
    /// Texts that follow each other are one.
    private func events(_ text: String) throws -> [XML.Event] { try events(Array(text.utf8)) }

    private func events(_ bytes: [UInt8]) throws -> [XML.Event] {
        var events: [XML.Event] = []
        let isWhole = try XML.read(bytes) { event in
            if case .text(let new) = event, case .text(let old)? = events.last {
                events[events.count - 1] = .text(old + new)
            } else {
                events.append(event)
            }
            return true
        }
        try #require(isWhole)
        return events
    }

    @Test("elements, texts and attributes, with the namespaces that their prefixes have there")
    func document() throws {
        let text = """
            <?xml version="1.0"?><!-- first --><a xmlns="urn:x:" xmlns:p="urn:y:" p:k="1" k='&lt;&#x41;'>\
            one<![CDATA[ & ]]>two<p:b xmlns:p="urn:z:"/></a><!-- last -->
            """
        #expect(
            try events(text) == [
                .start("urn:x:a", attributes: ["urn:y:k": "1", "k": "<A"]), .text("one & two"),
                .start("urn:z:b", attributes: [:]), .end, .end,
            ])
        var utf16: [UInt8] = [0xFF, 0xFE]
        for unit in "<a>ü</a>".utf16 { utf16 += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        #expect(try events(utf16) == [.start("a", attributes: [:]), .text("ü"), .end])
    }

    @Test("reading ends where nothing more is wanted")
    func stopped() throws {
        var count = 0
        let isWhole = try XML.read(Array("<a><b/><c></a>".utf8)) { _ in
            count += 1
            return count < 2
        }
        #expect(!isWhole && count == 2)
    }

    @Test(
        "what is not well-formed is told with its line",
        arguments: [
            ("", 1), ("<a>", 1), ("\n\n<a></b>", 3), ("<a>\n&none;</a>", 2), ("<a/><b/>", 1), ("<p:a/>", 1),
            ("<a b='1' b='2'/>", 1), ("<a>\u{1}</a>", 1),
        ])
    func malformed(_ text: String, _ line: Int) {
        #expect(throws: XML.Problem.malformed(line: line)) { try events(text) }
    }

    @Test("bytes that are no text in their encoding are not well-formed")
    func encoding() {
        #expect(throws: XML.Problem.malformed(line: 1)) { try events(Array("<a>".utf8) + [0xFF] + Array("</a>".utf8)) }
    }

    @Test("document types, and with them entities, are refused")
    func documentTypes() {
        let laughs = "<!DOCTYPE a [<!ENTITY b \"bbbbbbbb\"><!ENTITY c \"&b;&b;&b;&b;\">]>\n<a>&c;</a>"
        for text in [laughs, "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>"] {
            #expect(throws: XML.Problem.refused(line: 1)) { try events(text) }
        }
    }

    @Test("deep nesting and long names are refused")
    func limits() throws {
        let deepest = String(repeating: "<a>", count: XML.deepest)
        #expect(try events(deepest + String(repeating: "</a>", count: XML.deepest)).count == 2 * XML.deepest)
        let long = String(repeating: "x", count: 300)
        let huge = String(repeating: "x", count: 1 << 20)
        for text in [
            deepest + "<a>", String(repeating: "<a>", count: 1_000_000), "<a xmlns=\"\(long)\"/>",
            "<a xmlns:b=\"\(long)\"/>", "<a b=\"\(huge)\"/>", "<!--\(huge)--><a/>", "<\(huge)/>", "<a \(huge)",
        ] {
            #expect(throws: XML.Problem.refused(line: 1)) { try events(text) }
        }
    }

    /// What takes more than linear time takes minutes with so much.
    @Test(
        "time grows with the length only",
        .timeLimit(.minutes(1)),
        arguments: [
            ("<!-- x -->", ""), ("", "<a/>"), ("", "<a b='1' c='2'/>"), ("", "&amp;"), ("", "<![CDATA[x]]>"),
            ("", "x\n"),
            ("", "<?x y?>"), ("", "<a xmlns:p='urn:x'/>"), ("\n", ""), ("", "<p:a p:b='' p:c=''/>"),
        ])
    func linear(_ before: String, _ inside: String) throws {
        func repeated(_ part: String) -> String {
            part.isEmpty ? "" : String(repeating: part, count: (8 << 20) / part.utf8.count)
        }
        let space = String(repeating: "y", count: 250)
        let text = repeated(before) + "<r xmlns:p='\(space)'>" + repeated(inside) + "</r>"
        var count = 0
        let isWhole = try XML.read(Array(text.utf8)) { _ in
            count += 1
            return true
        }
        #expect(isWhole && count > 0)
    }
}
