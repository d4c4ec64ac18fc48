public import Cards
internal import Glibc

/// The file in which the program notes what happened. It never holds secrets: whoever writes a line sees to that.
///
/// Nothing is opened until there is a line. Each line is one append, so that several processes can share the file; above a
/// megabyte the file becomes `log.1` and a new one starts.
public struct Log: Sendable {
    /// The size at which the file is put aside, in bytes.
    public static let maximumBytes = 1 << 20

    public let path: String
    private let clock: CardClock
    private let maximumBytes: Int

    public init(path: String, clock: CardClock = .system, maximumBytes: Int = Log.maximumBytes) {
        (self.path, self.clock, self.maximumBytes) = (path, clock, maximumBytes)
    }

    /// Adds one line with the time. A log that cannot be written is no reason to disturb anyone: false says that it was not.
    @discardableResult
    public func write(_ message: String) -> Bool {
        let line = clock.now().text + " " + VisibleText.of(message) + "\n"
        do {
            let file = try openForAppending()
            try file.write(Array(line.utf8))
            return true
        } catch {
            return false
        }
    }

    /// The file, open for appending, for what others print: closed in children, and the caller's to close. Nil where the log cannot be
    /// written. It does not follow the file when that is put aside.
    public func descriptorForAppending() -> Int32? {
        guard let file = try? openForAppending() else { return nil }
        let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 3)
        return copy < 0 ? nil : copy
    }

    /// The file, open for appending, with its folder made and a full file put aside.
    func openForAppending() throws(FileError) -> OpenFile {
        let file = try open()
        if try file.status().st_size < maximumBytes { return file }
        try rotate(file)
        return try open()
    }

    private func open() throws(FileError) -> OpenFile {
        // A link or a pipe in its place is refused rather than followed or waited for.
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        do {
            return try OpenFile(path, flags)
        } catch {
            guard error.kind == .missing, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { throw error }
            try Folder.make(String(path[..<slash]))
            return try OpenFile(path, flags)
        }
    }

    /// Puts the full file aside, once: of two processes that find it full, the second sees that it is no longer in place.
    private func rotate(_ full: borrowing OpenFile) throws(FileError) {
        guard flock(full.descriptor, LOCK_EX) == 0 else { return }
        let opened = try full.status()
        var inPlace = stat()
        guard stat(path, &inPlace) == 0, inPlace.st_ino == opened.st_ino, inPlace.st_dev == opened.st_dev else {
            return
        }
        guard rename(path, path + ".1") == 0 else { throw FileError(path: path, action: .write, errno: errno) }
    }
}
