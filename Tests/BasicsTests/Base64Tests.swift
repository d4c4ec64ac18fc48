import TestSupport
import Testing

@testable import Basics

@Suite("Base64")
struct Base64Tests {
    @Test("bytes of any length are decoded from their text")
    func roundTrip() {
        var random = SeededGenerator(usual: 7)
        for length in 0..<400 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(Base64.bytes(of: Base64.text(of: bytes)) == bytes)
        }
    }

    @Test(
        "the examples of RFC 4648",
        arguments: [
            ("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob"), ("Zm9vYmE=", "fooba"),
            ("Zm9vYmFy", "foobar"),
        ])
    func examples(_ text: String, _ wanted: String) { #expect(Base64.bytes(of: text) == Array(wanted.utf8)) }

    @Test("blanks, line ends and the head of a data URL are skipped")
    func blanks() {
        #expect(Base64.bytes(of: "Zm9v\r\nYmFy\n") == Array("foobar".utf8))
        #expect(Base64.bytes(of: "Zm 9v") == Array("foo".utf8))
        #expect(Base64.bytes(of: "data:image/png;base64,Zm9vYg==") == Array("foob".utf8))
    }

    @Test(
        "invalid base64 is rejected",
        arguments: [
            "Z", "Zg", "Zg=", "====", "Z===", "Zm9v!mFy", "Zm9=Zm9v", "Zm=v", "=Zm9", "Zm9vé", "Zm9\u{0}", "Zm_-",
        ])
    func wrong(_ text: String) { #expect(Base64.bytes(of: text) == nil) }

    @Test("unused bits at the end are treated as the library treats them")
    func spareBits() {
        #expect(Base64.bytes(of: "Zh==") == Base64.bytes(of: "Zh== "))
        #expect(Base64.bytes(of: "Zm9vYmF=") == Base64.bytes(of: "Zm9vYmF= "))
    }
}
