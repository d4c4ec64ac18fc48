import Testing

@testable import CardTransfer

@Suite("Fields of a table that is written")
struct CSVWriterTests {
    @Test(
        "what a reader could take otherwise is in quotes, and nothing else",
        arguments: [
            ("a", "a"), ("a b", "a b"), ("", ""), ("a ", "\"a \""), (" a", "\" a\""), ("#a", "\"#a\""),
            ("a,b", "\"a,b\""), ("a\nb", "\"a\nb\""), ("a\rb", "\"a\rb\""), ("a\"b", "\"a\"\"b\""), ("ą", "ą"),
        ])
    func quotes(text: String, written: String) {
        #expect(String(decoding: CSVWriter.field(text, isFirst: false), as: UTF8.self) == written)
    }

    @Test("a text is no formula, whatever sign it begins with", arguments: ["=", "+", "-", "@", "\t", "\r"])
    func formula(sign: String) {
        for rest in ["SUM(A1)", "1+cmd|' /C calc'!A0"] {
            #expect(TableCardSink.harmless(sign + rest) == "'" + sign + rest)
        }
    }

    @Test("amounts, telephone numbers and other texts stay as they are", arguments: ["+48 22 (1)", "-5.20", "a=1", ""])
    func plain(text: String) { #expect(TableCardSink.harmless(text) == text) }
}
