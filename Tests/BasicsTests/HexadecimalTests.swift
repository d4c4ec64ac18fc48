import Basics
import Testing

@Suite("Hexadecimal digits")
struct HexadecimalTests {
    @Test("bytes of every value are decoded from their text, in both cases")
    func roundTrip() {
        let bytes = (0...255).map { UInt8($0) }
        for isUppercase in [false, true] {
            #expect(Hexadecimal.bytes(of: Hexadecimal.text(of: bytes, uppercase: isUppercase)[...]) == bytes)
        }
        #expect(Hexadecimal.text(of: 0x0A) == "0a")
        #expect(Hexadecimal.text(of: [0xFF, 0x00], uppercase: true) == "FF00")
    }

    @Test("blanks are skipped; half a byte and other characters are rejected")
    func reading() {
        #expect(Hexadecimal.bytes(of: "4a 4B") == [0x4A, 0x4B])
        #expect(Hexadecimal.bytes(of: "") == [])
        for wrong in ["4", "4a5", "4g", "+1", "-1", "0x41", "4\u{FF21}"] {
            #expect(Hexadecimal.bytes(of: wrong[...]) == nil, "\(wrong)")
        }
    }
}
