internal import Cards

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
