import Basics
import Testing

@Suite struct ZlibBytesTests {
    @Test("bytes come back, and every stream begins alike", arguments: [0, 1, 100, 5000, 300_000])
    func roundTrip(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 97 ^ ($0 / 1000)) }
        for level in [1, 3, 9] {
            let packed = try #require(ZlibBytes.deflated(bytes, level: level))
            #expect(packed.first == ZlibBytes.firstByte)
            #expect(ZlibBytes.inflated(packed[...], maximum: count) == bytes)
            #expect(ZlibBytes.inflated(([9, 9] + packed)[2...], maximum: count + 1) == bytes)
        }
    }

    @Test("what is cut, changed, too long or no stream is nothing")
    func refusals() throws {
        let bytes = [UInt8](repeating: 7, count: 100_000)
        let packed = try #require(ZlibBytes.deflated(bytes, level: 9))
        #expect(ZlibBytes.inflated(packed[...], maximum: bytes.count - 1) == nil)
        #expect(ZlibBytes.inflated((packed + [0])[...], maximum: bytes.count) == nil)
        for count in 0..<packed.count {
            #expect(ZlibBytes.inflated(packed.prefix(count), maximum: bytes.count) == nil)
        }
        var changed = packed
        changed[changed.count - 1] ^= 1
        #expect(ZlibBytes.inflated(changed[...], maximum: bytes.count) == nil)
        #expect(ZlibBytes.inflated(Array("{}".utf8)[...], maximum: 10) == nil)
    }
}
