internal import Basics
internal import CSQLite
internal import Cards
internal import Glibc

/// Copies a whole store into a new file, which gets its name when it is complete. Other programs may change the store meanwhile: the
/// copy is the store at one moment. A note beside the store (``CopyNote``) lets later programs remove the file if this one is killed.
enum StoreCopy {
    /// What becomes of a file that has the name already.
    enum Existing { case replaced, refused }

    /// How long to wait for another program that holds the store.
    static let busyTimeout = Duration.seconds(30)

    /// A backup of a store, page by page.
    /// - Parameter source: belongs to this call: no statement of it may be running.
    static func write(_ source: Connection, to path: String, _ existing: Existing) throws(StoreError) {
        try write(to: path, existing, besideStore: source.realPath) { temporary throws(StoreError) in
            try fill(temporary, from: source, path)
        }
    }

    /// Replaces a backup by one that is changed before it has its name.
    /// - Parameter store: the store that it is a backup of.
    static func rewrite(
        _ source: Connection, at path: String, of store: String, _ edit: (Connection) throws(StoreError) -> Void
    ) throws(StoreError) {
        try write(to: path, .replaced, besideStore: PathText.resolved(store) ?? store) { temporary throws(StoreError) in
            try fill(temporary, from: source, path)
            let copy = try Connection(.file(temporary), path: path)
            defer { copy.close() }
            try edit(copy)
        }
    }

    /// A new store with the rows of a file from outside, which may define anything.
    static func writeRows(_ source: Connection, to path: String) throws(StoreError) {
        try write(to: path, .refused, besideStore: PathText.resolved(path) ?? path) { temporary throws(StoreError) in
            let target = try Connection(.file(temporary), path: path)
            defer { target.close() }
            // The file is synchronized when it is complete.
            try target.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
            try BackupFile.copyRows(of: source, to: target)
        }
    }

    private static func write(
        to path: String, _ existing: Existing, besideStore store: String?, _ fill: (String) throws(StoreError) -> Void
    ) throws(StoreError) {
        // A link stays a link: the file that it leads to is replaced.
        let destination = PathText.resolved(path) ?? path
        try checkIsFile(destination, path)
        CopyNote.removeOldCopies(in: StoreFile.folder(of: destination))
        if let store { CopyNote.removeLeftCopies(besideStore: store) }
        let temporary = StoreFile.folder(of: destination) + "/" + CopyNote.randomName()
        let note = store.flatMap { CopyNote(of: temporary, besideStore: $0) }
        defer {
            CopyNote.removeCopy(temporary)
            note?.remove()
        }
        try create(temporary, for: path)
        do throws(StoreError) {
            try fill(temporary)
            // The copy is a store like any other; its last connection removes the files beside it.
            let copy = try Connection(.file(temporary), path: path)
            defer { copy.close() }
            try copy.execute("PRAGMA journal_mode = WAL")
            try copy.checkpoint(waiting: .seconds(1))
        } catch {
            switch error {
            case .diskFull: throw .diskFull(path: path)
            case .cannotOpen(_, let reason): throw .cannotOpen(path: path, reason: reason)
            default: throw error
            }
        }
        guard synchronize(temporary, O_RDONLY), move(temporary, to: destination, existing) else {
            let code = errno
            throw code == EEXIST
                ? StoreError.cannotOpen(path: path, reason: "a file with that name already exists")
                : StoreError(opening: path, systemError: code)
        }
        _ = synchronize(StoreFile.folder(of: destination), O_RDONLY | O_DIRECTORY)
    }

    /// Empty, and readable for its owner only before anything is in it.
    private static func create(_ temporary: String, for path: String) throws(StoreError) {
        let descriptor = open(PathText.cString(temporary), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StoreError(opening: path, systemError: errno) }
        close(descriptor)
    }

    private static func fill(_ temporary: String, from source: Connection, _ path: String) throws(StoreError) {
        if case .memory = source.source {
            let target = try Connection(.file(temporary), path: path)
            defer { target.close() }
            try target.copyContent(of: source)
        } else {
            if try PageCopy.write(source, to: temporary, for: path) { return }
            guard truncate(PathText.cString(temporary), 0) == 0 else {
                throw StoreError(opening: path, systemError: errno)
            }
            try source.run("VACUUM INTO ?") { $0.add(path: temporary) }
        }
    }

    /// A pipe or a device must not be replaced by a file.
    private static func checkIsFile(_ destination: String, _ path: String) throws(StoreError) {
        var status = stat()
        guard stat(PathText.cString(destination), &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        if status.st_mode & S_IFMT == S_IFDIR { throw StoreError(opening: path, systemError: EISDIR) }
        throw .cannotOpen(path: path, reason: "it is not a regular file")
    }

    private static func move(_ temporary: String, to destination: String, _ existing: Existing) -> Bool {
        switch existing {
        case .replaced: return rename(PathText.cString(temporary), PathText.cString(destination)) == 0
        case .refused:
            if link(PathText.cString(temporary), PathText.cString(destination)) == 0 { return true }
            // Some file systems have no links. Two programs that restore at the same moment are not told apart there.
            guard errno == EPERM || errno == EOPNOTSUPP else { return false }
            guard access(PathText.cString(destination), F_OK) != 0 else {
                errno = EEXIST
                return false
            }
            return rename(PathText.cString(temporary), PathText.cString(destination)) == 0
        }
    }

    private static func synchronize(_ path: String, _ flags: Int32) -> Bool {
        let descriptor = open(PathText.cString(path), flags | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }

}

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
        let descriptor = open(PathText.cString(temporary), O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
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

/// A note beside a store that names a copy while it is written, so that the copy of a program that was killed is found and removed: it holds
/// all cards. The program that writes the copy holds a lock on the note; the kernel releases it, in whatever way that program ends.
///
/// The notes are in a folder of their own, which exists only as long as there are any: most starts find none.
struct CopyNote {
    private let descriptor: Int32
    private let path: String
    private let folder: String

    private static let suffix = "-copies"
    private static let prefix = ".cards-copy-"
    private static let companions = ["", "-wal", "-shm", "-journal"]

    static func randomName() -> String { prefix + String(UInt64.random(in: 0 ... .max), radix: 36) }

    /// Nil where no note can be written: the copy is made nevertheless.
    init?(of copy: String, besideStore store: String) {
        folder = store + Self.suffix
        path = folder + "/" + Self.name(of: copy)
        // Who removes what is left may remove the folder, or the note before it is locked.
        for _ in 0..<100 {
            mkdir(PathText.cString(folder), 0o700)
            let descriptor = open(PathText.cString(path), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if descriptor < 0 {
                if errno == ENOENT { continue }
                return nil
            }
            let text = Array(copy.utf8)
            if Self.lock(descriptor, LOCK_EX), Self.isFile(descriptor, at: path),
                write(descriptor, text, text.count) == text.count
            {
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
        return nil
    }

    func remove() {
        unlink(PathText.cString(path))
        rmdir(PathText.cString(folder))
        close(descriptor)
    }

    static func removeCopy(_ copy: String) { for end in companions { unlink(PathText.cString(copy + end)) } }

    /// Removes the copies that programs were writing for this store when they were killed.
    static func removeLeftCopies(besideStore store: String) {
        let folder = store + suffix
        let names = PathText.names(inFolder: folder)
        for name in names {
            let path = folder + "/" + name
            let descriptor = open(PathText.cString(path), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            if descriptor < 0 { continue }
            defer { close(descriptor) }
            guard lock(descriptor, LOCK_EX | LOCK_NB), isFile(descriptor, at: path) else { continue }
            var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = read(descriptor, &text, text.count)
            let copy = String(decoding: text.prefix(max(count, 0)), as: UTF8.self)
            if isCopy(name), self.name(of: copy) == name { removeCopy(copy) }
            unlink(PathText.cString(path))
        }
        if !names.isEmpty { rmdir(PathText.cString(folder)) }
    }

    /// Removes the copies in this folder that nobody has written for a day: those of versions that left no note.
    static func removeOldCopies(in folder: String) {
        let now = time(nil)
        for name in PathText.names(inFolder: folder) where isCopy(name) {
            var status = stat()
            guard lstat(PathText.cString(folder + "/" + name), &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_uid == geteuid(), status.st_mtim.tv_sec < now - 86_400
            else { continue }
            removeCopy(folder + "/" + name)
        }
    }

    private static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    private static func isCopy(_ name: String) -> Bool {
        let random = name.utf8.dropFirst(prefix.utf8.count)
        return name.hasPrefix(prefix) && !random.isEmpty
            && random.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    /// Whether the note was not removed before it was locked.
    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && stat(PathText.cString(path), &named) == 0
            && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev
    }

    private static func lock(_ descriptor: Int32, _ operation: Int32) -> Bool {
        while flock(descriptor, operation) != 0 { if errno != EINTR { return false } }
        return true
    }
}
