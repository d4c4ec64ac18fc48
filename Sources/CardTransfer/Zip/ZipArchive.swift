internal import Basics
internal import CZip
public import Cards
internal import Synchronization

/// Reads a ZIP archive, by libzip. The names, the sizes and the number of its entries are checked when it is opened; what the
/// archive says of a size is not believed while an entry is read.
public final class ZipArchive: Sendable {
    public struct Entry: Equatable, Sendable {
        /// With `/` between folders.
        public let name: String
        fileprivate let index: UInt64
        fileprivate let packedSize: UInt64
        /// As the archive says.
        fileprivate let size: UInt64
        public let isEncrypted: Bool
        fileprivate let isZipCrypto: Bool
        /// Of WinZip's AES, 1 to 3; nil without it.
        fileprivate let strength: Int32?
        fileprivate let isPacked: Bool

        /// The name without its folders.
        public var lastName: Substring { name.split(separator: "/").last ?? "" }
    }

    private struct State {
        let archive: OpaquePointer
        var unpackedBytes = 0
    }

    /// Those of files, in their order; folders, and what a Mac adds of its own, are left out.
    public let entries: [Entry]
    private let limits: ZipLimits
    private let state: Mutex<State>

    /// - Parameter unpackedBytes: those of archives before, with which this one shares the limit of all entries.
    ///
    /// Throws ``ZipError``, and the errors of the file.
    public init(_ file: any ReadableFile, limits: ZipLimits = .usual, unpackedBytes: Int = 0) throws {
        let byteCount = UInt64(try file.byteCount)
        if let end = try ZipDirectoryEnd(of: file),
            end.entries > limits.entries || end.bytes > limits.directoryBytes
        {
            throw ZipError.tooManyEntries(limit: limits.entries)
        }
        let context = Unmanaged.passRetained(ZipInput(file))
        var code: Int32 = 0
        let archive = czip_open(
            { context, offset, target, count in
                guard let context, let target else { return -1 }
                let buffer = UnsafeMutableRawBufferPointer(start: target, count: Int(clamping: count))
                return Unmanaged<ZipInput>.fromOpaque(context).takeUnretainedValue().read(
                    at: Int(clamping: offset), into: buffer)
            }, { context in if let context { Unmanaged<ZipInput>.fromOpaque(context).release() } }, context.toOpaque(),
            byteCount, &code)
        guard let archive else { throw ZipError(code, entry: "the file") }
        do {
            entries = try Self.entries(of: archive, limits)
        } catch {
            czip_close(archive)
            throw error
        }
        self.limits = limits
        state = Mutex(State(archive: archive, unpackedBytes: unpackedBytes))
    }

    deinit { state.withLock { czip_close($0.archive) } }

    public var isEncrypted: Bool { entries.contains(where: \.isEncrypted) }

    /// How much was unpacked until now, also of archives before.
    var unpackedBytes: Int { state.withLock { $0.unpackedBytes } }

    /// The whole entry, unpacked. Throws ``ZipError``.
    public func bytes(of entry: Entry, password: [UInt8]? = nil) throws(ZipError) -> [UInt8] {
        let result = state.withLock { state in
            Result { () throws(ZipError) in try read(entry, password: password, &state) }
        }
        return try result.get()
    }

    private func read(_ entry: Entry, password: [UInt8]?, _ state: inout State) throws(ZipError) -> [UInt8] {
        guard let strength = entry.strength else { return try unpacked(entry, password: password, &state) }
        guard let password else { throw .needsPassword }
        var bytes = try unpacked(entry, password: nil, asStored: true, &state)
        let count = bytes.count
        // libzip 1.11 reads nothing of an entry without content.
        if count == 0, entry.size == 0 { return [] }
        switch czip_decrypt(password, password.count, strength, &bytes, count) {
        case CZIP_DECRYPTED: break
        case CZIP_PASSWORD_IS_WRONG: throw .wrongPassword
        default: throw .damaged(entry: entry.name)
        }
        bytes.removeFirst(Int(4 + 4 * strength) + 2)
        bytes.removeLast(10)
        return entry.isPacked ? try inflated(bytes, entry, &state) : bytes
    }

    /// - Parameter asStored: the bytes as they are in the archive, neither decrypted nor unpacked.
    private func unpacked(
        _ entry: Entry, password: [UInt8]?, asStored: Bool = false, _ state: inout State
    ) throws(ZipError) -> [UInt8] {
        var code: Int32 = 0
        let text = password.map { $0.map { CChar(bitPattern: $0) } + [0] }
        guard let file = czip_open_entry(state.archive, entry.index, text, asStored, &code) else {
            throw ZipError(code, entry: entry.name, isZipCrypto: entry.isZipCrypto)
        }
        defer { czip_close_entry(file) }
        let expected = asStored ? entry.packedSize : entry.size
        var bytes: [UInt8] = []
        while true {
            // A photo is read at once; a size that lies takes no more than this. At the expected end, one byte is asked for.
            let room =
                bytes.isEmpty ? Int(min(max(expected, 1), 4 << 20)) : bytes.count == expected ? 1 : 256 << 10
            var count: Int64 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: room) { target, filled in
                count = czip_read(file, target.baseAddress, UInt64(room), &code)
                filled = Int(max(count, 0))
            }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            // libzip compares the checksum of what is not unpacked, too.
            if count < 0, asStored, bytes.count == entry.packedSize { break }
            if count < 0 { throw ZipError(code, entry: entry.name, isZipCrypto: entry.isZipCrypto) }
            if count == 0 { break }
            state.unpackedBytes += Int(count)
            try check(bytes.count, of: entry, all: state.unpackedBytes)
        }
        return bytes
    }

    private func inflated(_ packed: [UInt8], _ entry: Entry, _ state: inout State) throws(ZipError) -> [UInt8] {
        guard var stream = ZlibStream(unpacking: .deflate) else { throw .noLibrary }
        stream.feed(packed)
        var bytes: [UInt8] = []
        while !stream.isComplete {
            guard let chunk = try? stream.next(room: 256 << 10), !chunk.isEmpty || stream.isComplete else {
                throw .damaged(entry: entry.name)
            }
            bytes += chunk
            state.unpackedBytes += chunk.count
            try check(bytes.count, of: entry, all: state.unpackedBytes)
        }
        return bytes
    }

    private func check(_ count: Int, of entry: Entry, all: Int) throws(ZipError) {
        if count > limits.entryBytes { throw .entryTooLarge(entry.name, limit: limits.entryBytes) }
        if all > limits.bytes { throw .allTooLarge(limit: limits.bytes) }
        if count > limits.ratioBytes, count / limits.ratio > Int(clamping: entry.packedSize) {
            throw .ratio(entry.name)
        }
    }

    // MARK: - Checking the names

    private static func entries(of archive: OpaquePointer, _ limits: ZipLimits) throws(ZipError) -> [Entry] {
        let count = czip_count(archive)
        guard count <= limits.entries else { throw .tooManyEntries(limit: limits.entries) }
        var entries: [Entry] = []
        var names: Set<ExactText> = []
        for index in 0..<UInt64(max(count, 0)) {
            var stat = CZipStat()
            guard czip_stat(archive, index, &stat), let text = stat.name else { throw .truncated }
            let name = String(cString: text).replacing(bytesOf: "\\", with: "/")
            guard isSafe(name) else { throw .unsafeName(String(name.prefix(80))) }
            guard !czip_is_special(archive, index) else { throw .notAFile(String(name.prefix(80))) }
            guard names.insert(ExactText(name)).inserted else { throw .duplicate(String(name.prefix(80))) }
            if name.hasSuffix("/") || isOfMac(name) { continue }
            entries.append(
                Entry(
                    name: name, index: index, packedSize: stat.packed_size, size: stat.size,
                    isEncrypted: stat.encryption != 0,
                    isZipCrypto: stat.encryption == 1,
                    strength: (0x101...0x103).contains(stat.encryption) ? Int32(stat.encryption) - 0x100 : nil,
                    isPacked: stat.method != 0))
        }
        return entries
    }

    private static func isOfMac(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        return parts.first == "__MACOSX" || parts.last?.hasPrefix("._") == true || parts.last == ".DS_Store"
    }

    /// Not empty, not absolute, without `..` and control characters.
    private static func isSafe(_ name: String) -> Bool {
        guard !name.isEmpty, !name.hasPrefix("/"), name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return false
        }
        let parts = name.split(separator: "/")
        return !parts.contains("..") && parts.first.map { !($0.utf8.count == 2 && $0.hasSuffix(":")) } ?? false
    }
}

/// The file behind an archive, for a callback of C.
private final class ZipInput: Sendable {
    private let file: any ReadableFile

    init(_ file: any ReadableFile) { self.file = file }

    /// -1 for an error.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int64 {
        (try? file.read(at: offset, into: buffer)).map(Int64.init) ?? -1
    }
}

/// The record at the end of a ZIP archive, which says how many entries it has and how large its directory is. libzip reads a
/// directory as a whole when it opens an archive; one that is too large is refused before.
struct ZipDirectoryEnd {
    static let recordBytes = 22
    private static let maximumComment = 0xFFFF
    private static let farLocatorBytes = 20
    private static let farRecordBytes = 56

    /// Of the record.
    let position: Int
    /// The number of the disk that it is on, from 0.
    let disk: UInt64
    let entries: UInt64
    /// Of the directory.
    let bytes: UInt64

    /// Nil where it is missing or damaged, which libzip tells. Throws the errors of the file.
    init?(of file: any ReadableFile) throws {
        let count = try file.byteCount
        let start = max(0, count - Self.recordBytes - Self.maximumComment)
        let end = try file.bytes(at: start, count: count - start)
        guard end.count >= Self.recordBytes else { return nil }
        let signature: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
        let record = (0...end.count - Self.recordBytes).last { index in
            end[index] == signature[0] && end[index..<index + 4].elementsEqual(signature)
        }
        guard let record else { return nil }
        position = start + record
        disk = Self.number(end, record + 4, 2)
        let (near, size) = (Self.number(end, record + 10, 2), Self.number(end, record + 12, 4))
        guard near == 0xFFFF || size == 0xFFFF_FFFF else {
            entries = near
            bytes = size
            return
        }
        // More than 65,534 entries, or 4 GB: another record has the numbers.
        let locator = try file.bytes(
            at: max(0, start + record - Self.farLocatorBytes), count: Self.farLocatorBytes)
        guard locator.count == Self.farLocatorBytes, locator.starts(with: [0x50, 0x4B, 0x06, 0x07]) else {
            entries = near
            bytes = size
            return
        }
        let offset = Int(clamping: Self.number(locator, 8, 8))
        guard offset < count else { return nil }
        let far = try file.bytes(at: offset, count: Self.farRecordBytes)
        guard far.count == Self.farRecordBytes, far.starts(with: [0x50, 0x4B, 0x06, 0x06]) else { return nil }
        entries = Self.number(far, 32, 8)
        bytes = Self.number(far, 40, 8)
    }

    /// Little endian.
    private static func number(_ bytes: [UInt8], _ start: Int, _ width: Int) -> UInt64 {
        bytes[start..<start + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
