internal import Glibc

/// A file that is written beside the one it replaces and takes its place when it is complete: a reader, a full disk or a
/// lost connection never meets half of it. Without ``commit()`` everything stays as it was.
///
///     var file = try AtomicFile(replacing: path)
///     try file.write(bytes)
///     try file.commit()
///
/// Until then the file has no name where the file system can do that, so that nothing is left of it however the process ends;
/// elsewhere it has one beside its destination, and a lock, by which ``sweep(_:)`` tells what is left over.
///
/// A symbolic link stays a link unless it is not to be followed, and the rights of a file that was there are kept; a new file is its owner's alone. What is
/// no regular file (a pipe, `/dev/stdout`) cannot be replaced and is written as it is.
public struct AtomicFile: ~Copyable {
    private let file: OpenFile
    private let destination: String
    /// The name under which it is, or will be, beside its destination. Nil when it is written in place, or complete.
    private var temporary: String?
    private let isNameless: Bool

    private static let prefix = ".cards-tui-"

    /// - Parameter followsLinks: false for a name that the program made: someone else may have put a link there, which is replaced then.
    public init(replacing path: String, followsLinks: Bool = true) throws(FileError) {
        var status = stat()
        var exists =
            (followsLinks ? stat(PathText.cString(path), &status) : lstat(PathText.cString(path), &status)) == 0
        if exists, status.st_mode & S_IFMT == S_IFLNK { exists = false }
        if exists, status.st_mode & S_IFMT == S_IFDIR {
            throw FileError(path: path, action: .write, kind: .isFolder)
        }
        let isReplaced = !exists || status.st_mode & S_IFMT == S_IFREG
        // The program's own names lead to files: a pipe would be waited for.
        guard isReplaced || followsLinks else { throw FileError(path: path, action: .write, kind: .notAFile) }
        let destination = isReplaced && followsLinks ? try Self.followingLinks(path) : path
        let temporary = isReplaced ? Self.folder(of: destination) + "/" + Self.prefix + Self.randomSuffix() : nil
        if isReplaced, let nameless = Self.openNameless(in: Self.folder(of: destination)) {
            file = OpenFile(adopting: nameless, destination)
            isNameless = true
        } else {
            file = try Self.open(temporary, for: destination)
            isNameless = false
        }
        self.destination = destination
        self.temporary = temporary
        if isReplaced, exists { Self.keepRights(of: status, in: file) }
    }

    deinit {
        if let temporary { unlink(PathText.cString(temporary)) }
    }

    /// Removes what is left in a folder of files that were cut off while they were written: those that nobody has locked.
    public static func sweep(_ folder: String) {
        for name in Folder.names(in: folder) where name.hasPrefix(prefix) {
            let path = folder + "/" + name
            guard let file = try? OpenFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY),
                flock(file.descriptor, LOCK_EX | LOCK_NB) == 0, isInPlace(file, path)
            else { continue }
            unlink(path)
        }
    }

    /// The whole of a file at once.
    public static func write(_ bytes: [UInt8], to path: String, followsLinks: Bool = true) throws(FileError) {
        var file = try AtomicFile(replacing: path, followsLinks: followsLinks)
        try file.write(bytes)
        try file.commit()
    }

    public mutating func write(_ bytes: [UInt8]) throws(FileError) {
        do {
            try file.write(bytes)
        } catch {
            throw Self.naming(destination, error)
        }
    }

    /// Puts the file in its place; it has reached the disk when the call returns.
    public mutating func commit() throws(FileError) {
        do {
            try file.synchronize()
        } catch {
            throw Self.naming(destination, error)
        }
        guard let temporary else { return }
        if isNameless {
            guard
                linkat(
                    AT_FDCWD, Self.link(to: file.descriptor), AT_FDCWD, PathText.cString(temporary), AT_SYMLINK_FOLLOW)
                    == 0
            else {
                throw FileError(path: destination, action: .write, errno: errno)
            }
        }
        guard rename(PathText.cString(temporary), PathText.cString(destination)) == 0 else {
            throw FileError(path: destination, action: .write, errno: errno)
        }
        self.temporary = nil
        // The new name must reach the disk too. A folder that cannot be opened for that is no reason to report a failure.
        if let folder = try? OpenFile(Self.folder(of: destination), O_RDONLY | O_DIRECTORY) {
            try? folder.synchronize()
        }
    }

    private static func open(_ temporary: String?, for destination: String) throws(FileError) -> OpenFile {
        guard let temporary else { return try OpenFile(destination, O_WRONLY | O_NOCTTY) }
        do {
            while true {
                let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
                // Who sweeps may have been between the two calls. Without locks nobody sweeps.
                if flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 || isInPlace(file, temporary) { return file }
            }
        } catch {
            throw naming(destination, error)
        }
    }

    /// A file of this folder that has no name yet, locked; nil where there is no such thing.
    private static func openNameless(in folder: String) -> Int32? {
        // O_TMPFILE, which Swift does not import.
        let flag: Int32 = 0o20_000_000 | O_DIRECTORY
        let descriptor = Glibc.open(folder, O_WRONLY | flag | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        // It gets its name by way of /proc.
        guard access(link(to: descriptor), F_OK) == 0 else {
            close(descriptor)
            return nil
        }
        flock(descriptor, LOCK_EX | LOCK_NB)
        return descriptor
    }

    private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    private static func isInPlace(_ file: borrowing OpenFile, _ path: String) -> Bool {
        var inPlace = stat()
        guard let opened = try? file.status(), lstat(path, &inPlace) == 0 else { return false }
        return inPlace.st_ino == opened.st_ino && inPlace.st_dev == opened.st_dev
    }

    /// As far as it goes: another owner's file becomes ours unless we are root, and a file system without rights has none.
    /// Neither is a reason to refuse the write.
    private static func keepRights(of replaced: stat, in file: borrowing OpenFile) {
        if replaced.st_uid != geteuid() || replaced.st_gid != getegid() {
            _ = fchown(file.descriptor, replaced.st_uid, replaced.st_gid)
        }
        _ = fchmod(file.descriptor, replaced.st_mode & 0o777)
    }

    /// An error says the file that the user knows, not the one beside it.
    private static func naming(_ path: String, _ error: FileError) -> FileError {
        FileError(path: path, action: .write, kind: error.kind)
    }

    /// Where a path leads when every link at its end is followed, whether or not there is a file.
    static func followingLinks(_ path: String) throws(FileError) -> String {
        var path = path
        // As many as the kernel follows.
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = readlink(PathText.cString(path), &buffer, buffer.count)
            guard length > 0 else { return path }
            let target = PathText.text(of: buffer.prefix(length).map { UInt8(bitPattern: $0) })
            path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
        }
        throw FileError(path: path, action: .write, errno: ELOOP)
    }

    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func randomSuffix() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
