internal import Basics
internal import CNettle

/// Builds a ZIP archive entry by entry, with the bytes drained as they come: each entry is in memory once, the archive never is.
/// The same entries give the same bytes, unless there is a password, whose salts are random.
///
/// libzip writes an archive only as a whole, when it is closed, to a file that it can seek in; an export is a stream.
struct ZipWriter: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The central directory so far.
    private var directory: [UInt8] = []
    private var count = 0
    /// The bytes that were drained.
    private var drained = 0
    private let password: [UInt8]?

    /// - Parameter password: encrypts every entry (WinZip's AE-2, 256 bits); an empty one is none.
    init(password: [UInt8]? = nil) { self.password = password.flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns and removes the bytes since the last call.
    mutating func drain() -> [UInt8] {
        drained += bytes.count
        defer { bytes = [] }
        return bytes
    }

    /// - Parameter isPacked: false stores the bytes as they are: for pictures, which are packed already.
    mutating func add(_ name: String, _ content: [UInt8], isPacked: Bool) throws(ZipError) {
        guard ZlibStream.isPossible else { throw .noLibrary }
        let sum = ZlibStream.checksum(content)
        var data = content
        if isPacked {
            guard let packed = ZlibStream.packed(content, as: .deflate, level: 6) else { throw .outOfMemory }
            data = packed
        }
        let method = isPacked ? 8 : 0
        if let password { data = Self.encrypted(data, password) }
        let extra: [UInt8] =
            password == nil
            ? []
            : Self.number(0x9901, 2) + Self.number(7, 2) + Self.number(2, 2) + Array("AE".utf8) + [3]
                + Self.number(method, 2)
        let offset = drained + bytes.count
        let needed = password != nil ? 51 : 20
        var head = Self.number(password == nil ? 0 : 1, 2)
        head += Self.number(password == nil ? method : 99, 2)
        // Midnight of 1 January 1980, the first time of the format.
        head += Self.number(0, 2) + Self.number(0x21, 2)
        head += Self.number(password == nil ? Int(sum) : 0, 4)
        head += Self.number(data.count, 4) + Self.number(content.count, 4)
        head += Self.number(name.utf8.count, 2)
        bytes += Self.number(0x0403_4B50, 4) + Self.number(needed, 2) + head + Self.number(extra.count, 2)
        bytes += Array(name.utf8) + extra
        bytes += data
        let far = Self.isFar(offset) ? Self.number(1, 2) + Self.number(8, 2) + Self.number(offset, 8) : []
        directory += Self.number(0x0201_4B50, 4) + Self.number(Self.isFar(offset) ? 45 : needed, 2)
        directory += Self.number(Self.isFar(offset) ? max(45, needed) : needed, 2) + head
        directory += Self.number(extra.count + far.count, 2) + Self.number(0, 10)
        directory += Self.number(Self.isFar(offset) ? 0xFFFF_FFFF : offset, 4) + Array(name.utf8) + extra + far
        count += 1
    }

    mutating func finish() {
        let start = drained + bytes.count
        let size = directory.count
        bytes += directory
        directory = []
        let isLarge = count >= 0xFFFF || Self.isFar(start) || Self.isFar(size)
        if isLarge {
            bytes += Self.number(0x0606_4B50, 4) + Self.number(44, 8) + Self.number(45, 2) + Self.number(45, 2)
            bytes += Self.number(0, 8) + Self.number(count, 8) + Self.number(count, 8)
            bytes += Self.number(size, 8) + Self.number(start, 8)
            bytes += Self.number(0x0706_4B50, 4) + Self.number(0, 4) + Self.number(start + size, 8) + Self.number(1, 4)
        }
        bytes += Self.number(0x0605_4B50, 4) + Self.number(0, 4)
        bytes += Self.number(min(count, 0xFFFF), 2) + Self.number(min(count, 0xFFFF), 2)
        bytes += Self.number(min(size, 0xFFFF_FFFF), 4) + Self.number(min(start, 0xFFFF_FFFF), 4) + Self.number(0, 2)
    }

    private static func isFar(_ offset: Int) -> Bool { offset >= 0xFFFF_FFFF }

    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
    }

    /// Salt, verifier, encrypted bytes, authentication code.
    private static func encrypted(_ data: [UInt8], _ password: [UInt8]) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let salt = generator.next().littleEndianBytes + generator.next().littleEndianBytes
        var (data, verifier, code) = (data, [UInt8](repeating: 0, count: 2), [UInt8](repeating: 0, count: 10))
        let count = data.count
        cnettle_zip_encrypt(password, password.count, salt, &data, count, &verifier, &code)
        return salt + verifier + data + code
    }
}
