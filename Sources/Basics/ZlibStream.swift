internal import CZlib

/// A stream of zlib that unpacks, and packing of whole arrays. zlib is opened on first use.
public struct ZlibStream: ~Copyable {
    public enum Format: Sendable {
        /// RFC 1952: members with a checksum each, one after the other.
        case gzip
        /// RFC 1950: ends with a checksum.
        case zlib
        /// RFC 1951, without a header, as ZIP has it.
        case deflate

        fileprivate var number: Int32 {
            switch self {
            case .gzip: Int32(CZLIB_GZIP)
            case .zlib: Int32(CZLIB_ZLIB)
            case .deflate: Int32(CZLIB_DEFLATE)
            }
        }
    }

    /// The bytes are no such stream, or are damaged.
    public struct Broken: Error {}

    /// How every stream of zlib's own format with the largest window begins. No text of JSON begins so.
    public static let firstZlibByte: UInt8 = 0x78

    /// Whether zlib is there. Opens it.
    public static var isPossible: Bool { czlib_is_there() }

    private let stream: OpaquePointer
    private let format: Format
    /// What was fed and is not unpacked yet. Behind the end of a stream it is something else.
    public private(set) var rest: ArraySlice<UInt8> = []
    /// Whether the stream may end here: at its end; for gzip before the first member and after each.
    public private(set) var isComplete: Bool

    /// Nil where zlib or memory is missing.
    public init?(unpacking format: Format) {
        guard let stream = czlib_make_unpacking(format.number) else { return nil }
        self.stream = stream
        self.format = format
        isComplete = format == .gzip
    }

    deinit { czlib_close(stream) }

    /// Appends packed bytes.
    public mutating func feed(_ bytes: some Sequence<UInt8>) { rest += bytes }

    /// The next unpacked bytes, at most `room` of them; none where it needs more input, or at the end.
    public mutating func next(room: Int) throws(Broken) -> [UInt8] {
        while format == .gzip ? !(isComplete && rest.isEmpty) : !isComplete {
            var progress = CZlibProgress()
            let chunk = [UInt8](unsafeUninitializedCapacity: room) { target, count in
                progress = rest.withUnsafeBufferPointer {
                    czlib_run(stream, $0.baseAddress, $0.count, target.baseAddress, target.count, false)
                }
                count = progress.written
            }
            rest = rest.dropFirst(progress.read)
            if progress.read > 0 || progress.written > 0 { isComplete = false }
            guard !progress.is_broken else { throw Broken() }
            if progress.is_end {
                isComplete = true
                guard format != .gzip || czlib_restart(stream) else { throw Broken() }
            }
            if !chunk.isEmpty { return chunk }
            if progress.read == 0, !progress.is_end { break }
        }
        return []
    }

    /// All bytes of an array that is one stream and nothing else.
    /// - Parameter maximum: the number of bytes that it may have.
    /// - Returns: nil for what is no such stream, was cut, is followed by something else, or is longer; also where zlib is missing.
    public static func unpacked(_ packed: ArraySlice<UInt8>, as format: Format, maximum: Int) -> [UInt8]? {
        guard var stream = ZlibStream(unpacking: format) else { return nil }
        stream.feed(packed)
        var bytes: [UInt8] = []
        // One more than there may be, so that a stream that is too long does not look like one that was cut.
        while let chunk = try? stream.next(room: min(maximum + 1 - bytes.count, max(4096, packed.count * 4))),
            !chunk.isEmpty
        {
            bytes += chunk
            if bytes.count > maximum { return nil }
        }
        return stream.isComplete && stream.rest.isEmpty ? bytes : nil
    }

    /// Nil where zlib or memory is missing.
    /// - Parameter level: 1 is the fastest, 9 the smallest.
    public static func packed(_ bytes: [UInt8], as format: Format, level: Int) -> [UInt8]? {
        guard let stream = czlib_make_packing(format.number, Int32(clamping: level)) else { return nil }
        defer { czlib_close(stream) }
        var (packed, position): ([UInt8], Int) = ([], 0)
        while true {
            var progress = CZlibProgress()
            let left = bytes.count - position
            packed += [UInt8](unsafeUninitializedCapacity: min(max(4096, left / 4), 1 << 20)) { target, count in
                bytes.withUnsafeBufferPointer { bytes in
                    progress = czlib_run(
                        stream, bytes.baseAddress.map { $0 + position }, left, target.baseAddress, target.count, true)
                }
                count = progress.written
            }
            position += progress.read
            if progress.is_end { return packed }
            if progress.is_broken { return nil }
        }
    }

    /// The CRC-32 of ZIP (ISO 3309); 0 where zlib is missing.
    public static func checksum(_ bytes: [UInt8]) -> UInt32 { czlib_crc32(0, bytes, bytes.count) }
}
