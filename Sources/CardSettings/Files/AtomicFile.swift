internal import Glibc

/// A file that is written beside the one it replaces and takes its place when it is complete: a reader, a full disk or a
/// lost connection never meets half of it. Without ``commit()`` everything stays as it was.
///
///     var file = try AtomicFile(replacing: path)
///     try file.write(bytes)
///     try file.commit()
///
/// A symbolic link stays a link unless it is not to be followed, and the rights of a file that was there are kept; a new file is its owner's alone. What is
/// no regular file (a pipe, `/dev/stdout`) cannot be replaced and is written as it is.
public struct AtomicFile: ~Copyable {
    private let file: OpenFile
    private let destination: String
    /// Nil when it is written in place, or complete.
    private var temporary: String?

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
        let destination = isReplaced && followsLinks ? try Self.followingLinks(path) : path
        let temporary = isReplaced ? Self.folder(of: destination) + "/.cards-tui-" + Self.randomSuffix() : nil
        file = try Self.open(temporary, for: destination, withRightsOf: isReplaced && exists ? status : nil)
        self.destination = destination
        self.temporary = temporary
    }

    deinit {
        if let temporary { unlink(PathText.cString(temporary)) }
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
        guard rename(PathText.cString(temporary), PathText.cString(destination)) == 0 else {
            throw FileError(path: destination, action: .write, errno: errno)
        }
        self.temporary = nil
        // The new name must reach the disk too. A folder that cannot be opened for that is no reason to report a failure.
        if let folder = try? OpenFile(Self.folder(of: destination), O_RDONLY | O_DIRECTORY) {
            try? folder.synchronize()
        }
    }

    private static func open(
        _ temporary: String?, for destination: String, withRightsOf replaced: stat?
    ) throws(FileError) -> OpenFile {
        guard let temporary else { return try OpenFile(destination, O_WRONLY | O_NOCTTY) }
        do {
            let file = try OpenFile(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
            if let replaced { keepRights(of: replaced, in: file) }
            return file
        } catch {
            throw naming(destination, error)
        }
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
    private static func followingLinks(_ path: String) throws(FileError) -> String {
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

    private static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func randomSuffix() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
