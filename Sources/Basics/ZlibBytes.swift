internal import CZlib

/// Bytes in the format of zlib (RFC 1950), which ends with a checksum. zlib is opened on first use.
public enum ZlibBytes {
    /// How every stream with the largest window begins. No text of JSON begins so.
    public static let firstByte: UInt8 = 0x78

    /// Nil where zlib is missing, or memory.
    /// - Parameter level: 1 is the fastest, 9 the smallest.
    public static func deflated(_ bytes: [UInt8], level: Int) -> [UInt8]? {
        guard let stream = czlib_make_zlib_deflate(Int32(clamping: level)) else { return nil }
        defer { czlib_end_deflate(stream) }
        var (packed, position): ([UInt8], Int) = ([], 0)
        while true {
            var progress = CZlibProgress()
            // zlib counts in 32 bits.
            let part = min(bytes.count - position, 1 << 24)
            let chunk = [UInt8](unsafeUninitializedCapacity: max(4096, part / 4)) { target, count in
                bytes.withUnsafeBufferPointer { bytes in
                    progress = czlib_deflate(
                        stream, bytes.baseAddress.map { $0 + position }, part, target.baseAddress, target.count,
                        position + part == bytes.count)
                }
                count = progress.written
            }
            packed += chunk
            position += progress.read
            if progress.is_end { return packed }
            if progress.is_broken { return nil }
        }
    }

    /// Nil for what is no such stream, was cut, is followed by something else, or has more than `maximum` bytes; also where zlib is
    /// missing.
    public static func inflated(_ packed: ArraySlice<UInt8>, maximum: Int) -> [UInt8]? {
        guard let stream = czlib_make_zlib_inflate() else { return nil }
        defer { czlib_close(stream) }
        var bytes: [UInt8] = []
        var rest = packed
        while true {
            var progress = CZlibProgress()
            // One more than there may be, so that a stream that is too long does not look like one that was cut.
            let room = min(maximum + 1 - bytes.count, max(4096, packed.count * 4))
            let chunk = [UInt8](unsafeUninitializedCapacity: room) { target, count in
                progress = rest.prefix(1 << 24).withUnsafeBufferPointer {
                    czlib_gunzip(stream, $0.baseAddress, $0.count, target.baseAddress, target.count)
                }
                count = progress.written
            }
            bytes += chunk
            rest = rest.dropFirst(progress.read)
            if progress.is_broken || bytes.count > maximum { return nil }
            if progress.is_end { return rest.isEmpty ? bytes : nil }
            if progress.read == 0, progress.written == 0 { return nil }
        }
    }
}
