import Basics
import Testing

@Suite("Percent coding")
struct PercentCodingTests {
    @Test(
        "the characters left unencoded depend on the component",
        arguments: [
            (.unreserved, "a%2Fb%20c-._~%27%2A%C3%A9"), (.path, "a/b%20c-._~%27%2A%C3%A9"),
            (.androidPart, "a%2Fb%20c-._~'*%C3%A9"), (.formValue, "a%2Fb+c-._%7E%27*%C3%A9"),
            (.uri, "a/b%20c-._~'*%C3%A9"),
        ] as [(PercentCoding.Kept, String)])
    func encoding(kept: PercentCoding.Kept, wanted: String) {
        let text = "a/b c-._~'*é"
        #expect(PercentCoding.encoded(text, keeping: kept) == wanted)
        #expect(PercentCoding.decoded(wanted, plusIsBlank: kept == .formValue) == text)
    }

    @Test("control characters have two digits")
    func control() { #expect(PercentCoding.encoded("\n", keeping: .unreserved) == "%0A") }

    @Test(
        "a percent sign without two digits, and bytes that are not UTF-8, are rejected",
        arguments: ["%", "%4", "%4g", "%FF"])
    func wrong(text: String) { #expect(PercentCoding.decoded(text) == nil) }
}
