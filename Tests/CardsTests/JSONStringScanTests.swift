import Testing

@testable import Cards

@Suite("Plain runs in JSON strings")
struct JSONStringScanTests {
    @Test("a text that a writer must escape is noticed, whatever the byte and its place")
    func plain() {
        func isPlain(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { JSONStringScan.isPlain($0) } }
        let special = (0...255).map { UInt8($0) }.filter {
            $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
        }
        for count in 0..<20 {
            for byte in UInt8.min...UInt8.max {
                for place in 0..<count {
                    var bytes = [UInt8](repeating: UInt8(ascii: "~"), count: count)
                    bytes[place] = byte
                    #expect(isPlain(bytes) == !special.contains(byte), "\(byte) at \(place) of \(count)")
                }
            }
            #expect(isPlain([UInt8](repeating: 0x80, count: count)))
        }
    }

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
