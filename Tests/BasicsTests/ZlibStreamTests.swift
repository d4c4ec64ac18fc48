import Basics
import Testing

@Suite("Streams of zlib")
struct ZlibStreamTests {
    @Test("bytes come back", arguments: [0, 1, 100, 5000, 300_000], [ZlibStream.Format.zlib, .deflate, .gzip])
    func roundTrip(count: Int, format: ZlibStream.Format) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 97 ^ ($0 / 1000)) }
        for level in [1, 3, 9] {
            let packed = try #require(ZlibStream.packed(bytes, as: format, level: level))
            #expect(ZlibStream.unpacked(packed[...], as: format, maximum: count) == bytes)
            #expect(ZlibStream.unpacked(([9, 9] + packed)[2...], as: format, maximum: count + 1) == bytes)
        }
    }

    @Test("every stream of zlib's own format begins alike")
    func beginning() throws {
        for level in 1...9 {
            #expect(
                try #require(ZlibStream.packed([1, 2, 3], as: .zlib, level: level)).first == ZlibStream.firstZlibByte)
        }
    }

    @Test("what is cut, changed, too long or no stream is nothing", arguments: [ZlibStream.Format.zlib, .gzip])
    func refusals(format: ZlibStream.Format) throws {
        let bytes = [UInt8](repeating: 7, count: 100_000)
        let packed = try #require(ZlibStream.packed(bytes, as: format, level: 9))
        #expect(ZlibStream.unpacked(packed[...], as: format, maximum: bytes.count - 1) == nil)
        #expect(ZlibStream.unpacked((packed + [0])[...], as: format, maximum: bytes.count) == nil)
        for count in 1..<packed.count {
            #expect(ZlibStream.unpacked(packed.prefix(count), as: format, maximum: bytes.count) == nil)
        }
        var changed = packed
        changed[changed.count - 1] ^= 1
        #expect(ZlibStream.unpacked(changed[...], as: format, maximum: bytes.count) == nil)
        #expect(ZlibStream.unpacked(Array("{}".utf8)[...], as: format, maximum: 10) == nil)
    }

    @Test("members of gzip follow each other, also fed byte by byte; the stream may end between them only")
    func members() throws {
        let member = try #require(ZlibStream.packed(Array("Hello".utf8), as: .gzip, level: 6))
        guard var stream = ZlibStream(unpacking: .gzip) else {
            Issue.record("no zlib")
            return
        }
        // The macro would copy the stream.
        var isComplete = stream.isComplete
        #expect(isComplete)
        var bytes: [UInt8] = []
        for (index, byte) in (member + member).enumerated() {
            stream.feed([byte])
            // A room of two bytes: the stream holds what did not fit.
            while true {
                let chunk = try stream.next(room: 2)
                if chunk.isEmpty { break }
                bytes += chunk
            }
            isComplete = stream.isComplete
            #expect(isComplete == ((index + 1) % member.count == 0))
        }
        #expect(bytes == Array("HelloHello".utf8))
    }
}
