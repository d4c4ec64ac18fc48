internal import Basics
internal import Glibc

/// A file that is written beside the one it replaces, and renamed when it is complete: a reader never sees a part of
/// it, also after a full disk, a crash or a lost connection. Without ``commit()`` nothing changes.
///
///     var file = try AtomicFile(replacing: path)
///     try file.write(bytes)
///     try file.commit()
///
/// Until then the file has no name where the file system supports that, so that nothing is left however the process
/// ends. Elsewhere it has a name beside its destination and a lock, by which ``sweep(_:)`` recognizes leftovers.
///
/// Symbolic links are followed, unless `followsLinks` is false. The permissions of a replaced file are kept; a new file
/// is accessible to its owner only. A file that is not regular (a pipe, `/dev/stdout`) cannot be replaced and is
/// written in place.
public struct AtomicFile: ~Copyable {
    private let file: OpenFile
    private let destination: String
    /// Its current or future name beside the destination. Nil if it is written in place, or committed.
    private var temporary: String?
    private let isNameless: Bool

    private static let prefix = ".cards-tui-"

    /// - Parameter followsLinks: false for a name that the program chose: a link that someone else put there is then replaced.
    public init(replacing path: String, followsLinks: Bool = true) throws(FileError) {
        var status = stat()
        var exists =
            (followsLinks ? stat(PathText.cString(path), &status) : lstat(PathText.cString(path), &status)) == 0
        if exists, status.st_mode & S_IFMT == S_IFLNK { exists = false }
        if exists, status.st_mode & S_IFMT == S_IFDIR {
            throw FileError(path: path, action: .write, kind: .isFolder)
        }
        let isReplaced = !exists || status.st_mode & S_IFMT == S_IFREG
        // The program's own names must be regular files: opening a pipe would block.
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

    /// Removes leftovers of interrupted writes from a folder: temporary files that nobody has locked.
    public static func sweep(_ folder: String) {
        for name in PathText.names(inFolder: folder) where name.hasPrefix(prefix) {
            let path = folder + "/" + name
            guard let file = try? OpenFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY),
                flock(file.descriptor, LOCK_EX | LOCK_NB) == 0, isInPlace(file, path)
            else { continue }
            unlink(PathText.cString(path))
        }
    }

    /// Writes a whole file.
    public static func write(_ bytes: [UInt8], to path: String, followsLinks: Bool = true) throws(FileError) {
        var file = try AtomicFile(replacing: path, followsLinks: followsLinks)
        try file.write(bytes)
        try file.commit()
    }

    /// Lets only the owner read it, whatever the permissions of the file that it replaces. A pipe or a device stays as it is.
    public func makePrivate() throws(FileError) {
        guard temporary != nil else { return }
        guard fchmod(file.descriptor, 0o600) == 0 else {
            throw FileError(path: destination, action: .write, errno: errno)
        }
    }

    /// Writes a whole file that only the owner can read, whatever the permissions of the one that it replaces.
    public static func writePrivate(_ bytes: [UInt8], to path: String) throws(FileError) {
        var file = try AtomicFile(replacing: path, followsLinks: false)
        try file.makePrivate()
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

    /// Replaces the destination; the data is on the disk when the call returns.
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
        // The rename must reach the disk, too. It is not an error if the folder cannot be opened for that.
        if let folder = try? OpenFile(Self.folder(of: destination), O_RDONLY | O_DIRECTORY) {
            try? folder.synchronize()
        }
    }

    private static func open(_ temporary: String?, for destination: String) throws(FileError) -> OpenFile {
        guard let temporary else { return try OpenFile(destination, O_WRONLY | O_NOCTTY) }
        do {
            while true {
                let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
                // A sweep may have removed it between the two calls. Without locks there are no sweeps.
                if flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 || isInPlace(file, temporary) { return file }
            }
        } catch {
            throw naming(destination, error)
        }
    }

    /// Opens a locked file without a name in this folder; nil if that is not supported.
    private static func openNameless(in folder: String) -> Int32? {
        // O_TMPFILE, which Swift does not import.
        let flag: Int32 = 0o20_000_000 | O_DIRECTORY
        let descriptor = Glibc.open(PathText.cString(folder), O_WRONLY | flag | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        // The name is set by way of /proc.
        guard access(PathText.cString(link(to: descriptor)), F_OK) == 0 else {
            close(descriptor)
            return nil
        }
        flock(descriptor, LOCK_EX | LOCK_NB)
        return descriptor
    }

    private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    private static func isInPlace(_ file: borrowing OpenFile, _ path: String) -> Bool {
        var inPlace = stat()
        guard let opened = try? file.status(), lstat(PathText.cString(path), &inPlace) == 0 else { return false }
        return inPlace.st_ino == opened.st_ino && inPlace.st_dev == opened.st_dev
    }

    /// Best effort: only root can keep the owner, and some file systems have no permissions. Neither prevents the write.
    private static func keepRights(of replaced: stat, in file: borrowing OpenFile) {
        if replaced.st_uid != geteuid() || replaced.st_gid != getegid() {
            _ = fchown(file.descriptor, replaced.st_uid, replaced.st_gid)
        }
        _ = fchmod(file.descriptor, replaced.st_mode & 0o777)
    }

    /// Errors name the file that the user knows, not the temporary one.
    private static func naming(_ path: String, _ error: FileError) -> FileError {
        FileError(path: path, action: .write, kind: error.kind)
    }

    /// The target of a path after following all links at its end, whether or not the file exists.
    static func followingLinks(_ path: String) throws(FileError) -> String {
        var path = path
        // The kernel's own limit.
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = readlink(PathText.cString(path), &buffer, buffer.count)
            guard length > 0 else { return path }
            let target = PathText.text(of: buffer.prefix(length).map { UInt8(bitPattern: $0) })
            path = target.hasPrefix("/") ? target : folder(of: path) + "/" + target
        }
        throw FileError(path: path, action: .write, errno: ELOOP)
    }

    /// The folder that the file is in.
    public static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func randomSuffix() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
