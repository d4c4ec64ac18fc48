internal import Basics
internal import Cards

/// How the bytes of a batch are kept: deflated where that saves something. They tell it themselves: a batch is JSON, and none begins as a
/// stream of zlib does. Short ones are plain, and so are those from before bodies were deflated, or from where zlib is missing.
enum BatchBody {
    /// Shorter ones, which one change makes, would save little.
    private static let shortest = 512
    /// The fastest: the first exchange of a large store must not wait for it.
    private static let level = 1

    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        guard (shortest...ChangeBatch.maximumBytes).contains(bytes.count),
            let packed = ZlibStream.packed(bytes, as: .zlib, level: level), packed.count < bytes.count
        else { return bytes }
        return packed
    }

    /// Nil where the stored bytes are damaged, or zlib is missing.
    static func bytes(of stored: [UInt8]) -> [UInt8]? {
        guard stored.first == ZlibStream.firstZlibByte else { return stored }
        return ZlibStream.unpacked(stored[...], as: .zlib, maximum: ChangeBatch.maximumBytes)
    }
}
