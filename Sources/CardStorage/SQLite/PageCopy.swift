internal import CSQLite
internal import Cards
internal import Glibc

/// Copies the pages of a store as they are into a file: as fast as a copy of the file, where `VACUUM INTO` writes each row anew.
///
/// The copy is the store at one moment: `-wal` is moved into the database first, and a read transaction begins while `-wal` is empty. Until
/// it ends nobody writes into the database: a checkpoint stops at the last page that a reader may see in `-wal` (SQLite's `wal.html`,
/// section 2.2). Writers go on in `-wal`.
enum PageCopy {
    /// A page in eight is free at most: what is left out is worth writing the rest anew. Free pages are zeros (`secure_delete`).
    private static let mostFree = 8
    private static let chunkBytes = 1 << 20
    private static let attempts = 5
    /// Other programs wait as long before they write, for readers that have not ended yet.
    private static let checkpointTimeout = Duration.milliseconds(20)

    /// - Parameters:
    ///   - temporary: an empty file.
    ///   - path: the name that it will get, for errors.
    /// - Returns: false where the store must be written anew instead: others never stop reading or writing it, much of it is free, or it is
    ///   damaged. The file may then hold anything.
    static func write(_ source: Connection, to temporary: String, for path: String) throws(StoreError) -> Bool {
        guard case .file = source.source else { return false }
        for _ in 0..<attempts where try source.checkpoint(waiting: checkpointTimeout) {
            let isCopied = try source.reading { () throws(StoreError) -> Bool? in
                let pages = try source.first("PRAGMA page_count") { $0.count() } ?? 0
                let free = try source.first("PRAGMA freelist_count") { $0.count() } ?? 0
                // The transaction has begun with these; what others have written before is in `-wal`.
                guard source.logBytes == 0 else { return nil }
                if free > pages / mostFree { return false }
                let pageBytes = try source.first("PRAGMA page_size") { $0.count() } ?? 0
                return try copy(source, bytes: pages * pageBytes, to: temporary, for: path)
            }
            if let isCopied { return isCopied }
        }
        return false
    }

    private static func copy(
        _ source: Connection, bytes end: Int, to temporary: String, for path: String
    ) throws(StoreError) -> Bool {
        let descriptor = open(temporary, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw StoreError(opening: path, systemError: errno) }
        defer { close(descriptor) }
        var offset = 0
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunkBytes, alignment: 4096)
        defer { buffer.deallocate() }
        while offset < end {
            let chunk = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(chunkBytes, end - offset)])
            try source.readFile(at: offset, into: chunk)
            guard write(chunk, to: descriptor, at: offset) else {
                throw StoreError(opening: path, systemError: errno)
            }
            // Nobody reads this part again: the disk begins to write it while the rest is read and checked.
            _ = posix_fadvise(descriptor, off_t(offset), off_t(chunk.count), POSIX_FADV_DONTNEED)
            offset += chunk.count
        }
        return try source.first("PRAGMA quick_check(1)") { $0.text() } == "ok"
    }

    /// False with `errno`.
    private static func write(
        _ bytes: UnsafeMutableRawBufferPointer, to descriptor: Int32, at offset: Int
    ) -> Bool {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
