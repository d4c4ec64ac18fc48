internal import Basics
public import Cards
internal import Glibc

/// The program's log file. It never contains secrets: callers must not pass any.
///
/// The file is opened for each line only. Each line is a single append, so that several processes can share the file;
/// above a megabyte the file is renamed to `log.1` and a new one is started.
public struct Log: Sendable {
    /// The size at which the file is rotated, in bytes.
    public static let maximumBytes = 1 << 20

    public let path: String
    private let clock: CardClock
    private let maximumBytes: Int

    public init(path: String, clock: CardClock = .system, maximumBytes: Int = Log.maximumBytes) {
        self.path = path
        self.clock = clock
        self.maximumBytes = maximumBytes
    }

    /// Appends a line with the time. Errors are not reported to the user: false means that it was not written.
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

    /// The file, open for appending, for the output of libraries: close-on-exec, and the caller's to close. Nil if the
    /// log cannot be written. It keeps referring to the old file after a rotation.
    public func descriptorForAppending() -> Int32? {
        guard let file = try? openForAppending() else { return nil }
        let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 3)
        return copy < 0 ? nil : copy
    }

    /// The file, open for appending. Creates its folder and rotates a full file.
    func openForAppending() throws(FileError) -> OpenFile {
        let file = try open()
        if try file.status().st_size < maximumBytes { return file }
        try rotate(file)
        return try open()
    }

    private func open() throws(FileError) -> OpenFile {
        // A link or a pipe at this path is rejected instead of followed or waited for.
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        do {
            return try OpenFile(path, flags)
        } catch {
            guard error.kind == .missing else { throw error }
            try Folder.make(ofFile: path)
            return try OpenFile(path, flags)
        }
    }

    /// Renames the full file, once: if two processes find it full, the second sees that it was replaced.
    private func rotate(_ full: borrowing OpenFile) throws(FileError) {
        guard flock(full.descriptor, LOCK_EX) == 0 else { return }
        let opened = try full.status()
        var inPlace = stat()
        guard stat(PathText.cString(path), &inPlace) == 0, inPlace.st_ino == opened.st_ino,
            inPlace.st_dev == opened.st_dev
        else {
            return
        }
        guard rename(PathText.cString(path), PathText.cString(path + ".1")) == 0 else {
            throw FileError(path: path, action: .write, errno: errno)
        }
    }
}
