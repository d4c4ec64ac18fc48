internal import Glibc
internal import Synchronization

/// A file that is read once, from its start to its end, a piece at a time. What is no regular file (a pipe, `/dev/stdin`) is
/// read whole before the first piece is handed over: whoever takes the pieces does not wait for a slow writer.
public final class FilePieces: Sendable {
    private static let size = 256 << 10

    private let file: OpenFile
    /// The bytes of a pipe, to be handed over once.
    private let whole: Mutex<[UInt8]>

    /// Whatever the user named, a pipe too (`<(command)`), or standard input for `-`. Throws ``FileError``: missing, a folder, larger than the limit.
    public convenience init(ofInput path: String, limit: Int) throws(FileError) {
        try self.init(path == "-" ? "/dev/stdin" : path, O_RDONLY | O_NOCTTY, limit: limit, takesPipes: true)
    }

    /// A regular file.
    public convenience init(ofFile path: String, limit: Int) throws(FileError) {
        // Without O_NONBLOCK, opening a pipe that nobody writes would wait for ever.
        try self.init(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, limit: limit, takesPipes: false)
    }

    private init(_ path: String, _ flags: Int32, limit: Int, takesPipes: Bool) throws(FileError) {
        let file = try OpenFile(path, flags)
        let status = try file.status()
        let isFile = status.st_mode & S_IFMT == S_IFREG
        if status.st_mode & S_IFMT == S_IFDIR { throw FileError(path: path, action: .read, kind: .isFolder) }
        guard isFile || takesPipes else { throw FileError(path: path, action: .read, kind: .notAFile) }
        if status.st_size > limit { throw FileError(path: path, action: .read, kind: .tooLarge(limit: limit)) }
        whole = Mutex(isFile ? [] : try file.readAll(limit: limit))
        self.file = file
    }

    /// The next bytes, none at the end.
    public func next() throws(FileError) -> [UInt8] {
        let bytes = whole.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        return bytes.isEmpty ? try file.read(upTo: Self.size) : bytes
    }
}
