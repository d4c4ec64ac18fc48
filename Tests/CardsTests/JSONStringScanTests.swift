import Testing

@testable import Cards

@Suite("Plain runs in JSON strings")
struct JSONStringScanTests {
    @Test("a run ends at the first special byte, at any position")
    func ends() {
        for special in [UInt8(ascii: "\""), UInt8(ascii: "\\"), 0, 0x1F, 0x0A] {
            for length in [0, 1, 63, 64, 65, 127, 128, 200] {
                for start in [0, min(3, length)] {
                    var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length)
                    #expect(bytes.withUnsafeBufferPointer { JSONStringScan.end(in: $0, from: start) } == length)
                    bytes += [special, UInt8(ascii: "x"), UInt8(ascii: "\"")]
                    #expect(bytes.withUnsafeBufferPointer { JSONStringScan.end(in: $0, from: start) } == length)
                }
            }
        }
        #expect([0x20, 0x7F, 0x80, 0xFF].withUnsafeBufferPointer { JSONStringScan.end(in: $0, from: 0) } == 4)
    }
}
