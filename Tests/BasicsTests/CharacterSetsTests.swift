import Basics
import Testing

@Suite("Character sets")
struct CharacterSetsTests {
    @Test("one other byte is noticed wherever it is, and no byte of ASCII is another one")
    func everyPlace() {
        func isASCII(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { $0.isASCII } }
        for count in 0..<40 {
            var bytes = (0..<count).map { UInt8($0 * 5 % 128) }
            #expect(isASCII(bytes), "\(count) bytes")
            for place in 0..<count {
                let byte = bytes[place]
                for other: UInt8 in [0x80, 0xC3, 0xFF] {
                    bytes[place] = other
                    #expect(!isASCII(bytes), "\(other) at \(place) of \(count)")
                }
                bytes[place] = byte
            }
        }
    }
}
