internal import Glibc
internal import Synchronization

/// A file that is read once, from its start to its end, a chunk at a time. What is no regular file (a pipe, `/dev/stdin`) is
/// read to its end before the first chunk is handed over: whoever reads the chunks does not wait for a slow writer. It holds
/// no more of that than ``SpooledInput`` does.
public final class FileChunks: Sendable {
    private static let size = 256 << 10

    private let file: OpenFile
    /// What stands before the rest of the file, to be handed over once.
    private let head: Mutex<[UInt8]>

    /// Whatever the user named, a pipe too (`<(command)`), or standard input for `-`. Throws ``FileError``: missing, a folder, larger than
    /// its limit.
    /// - Parameters:
    ///   - limit: of a regular file.
    ///   - pipeLimit: of anything else.
    ///   - isHopeless: asked behind each chunk of a pipe whether reading on brings nothing; then the text ends there.
    public convenience init(
        ofInput path: String, limit: Int, pipeLimit: Int? = nil, until isHopeless: ([UInt8]) -> Bool = { _ in false }
    ) throws(FileError) {
        try self.init(
            path == "-" ? "/dev/stdin" : path, O_RDONLY | O_NOCTTY, limit: limit, pipeLimit: pipeLimit ?? limit,
            isHopeless)
    }

    /// A regular file.
    public convenience init(ofFile path: String, limit: Int) throws(FileError) {
        // Without O_NONBLOCK, opening a pipe that nobody writes would wait for ever.
        try self.init(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, limit: limit, pipeLimit: nil) { _ in false }
    }

    /// - Parameter pipeLimit: nil where only a file will do.
    private init(
        _ path: String, _ flags: Int32, limit: Int, pipeLimit: Int?, _ isHopeless: ([UInt8]) -> Bool
    ) throws(FileError) {
        let file = try OpenFile(path, flags)
        let status = try file.status()
        if status.st_mode & S_IFMT == S_IFDIR { throw FileError(path: path, action: .read, kind: .isFolder) }
        if status.st_mode & S_IFMT == S_IFREG {
            if status.st_size > limit { throw FileError(path: path, action: .read, kind: .tooLarge(limit: limit)) }
            self.file = file
            self.head = Mutex([])
            return
        }
        guard let pipeLimit else { throw FileError(path: path, action: .read, kind: .notAFile) }
        var spooled = SpooledInput()
        while case let chunk = try file.read(upTo: Self.size), !chunk.isEmpty {
            try spooled.append(chunk)
            if spooled.count > pipeLimit {
                throw FileError(path: path, action: .read, kind: .tooLarge(limit: pipeLimit))
            }
            if isHopeless(chunk) { break }
        }
        let (head, rest) = try spooled.end()
        self.head = Mutex(head)
        // What fits into memory has no rest.
        if let rest {
            self.file = OpenFile(adopting: rest, path)
        } else {
            self.file = try OpenFile("/dev/null", O_RDONLY)
        }
    }

    /// The next bytes, none at the end.
    public func next() throws(FileError) -> [UInt8] {
        let bytes = head.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        return bytes.isEmpty ? try file.read(upTo: Self.size) : bytes
    }
}
