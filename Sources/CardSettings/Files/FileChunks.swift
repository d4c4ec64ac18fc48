internal import Basics
public import Cards
internal import Glibc
internal import Synchronization

/// Reads a file once, from start to end, in chunks. A file that is not regular (a pipe, `/dev/stdin`) is read to its
/// end before the first chunk is returned, so that the caller does not wait for a slow writer; ``SpooledInput`` bounds
/// the memory for that.
public final class FileChunks: ReadableFile {
    private static let size = 256 << 10

    private let file: OpenFile
    /// The bytes before the rest of the file; returned once.
    private let head: Mutex<[UInt8]>
    /// The bytes of a pipe that lie before the file; empty for a regular file.
    private let spooled: [UInt8]
    /// Whether its path can be opened again: it is not a pipe.
    public let isRegular: Bool
    public let path: String?

    /// Any file that the user named, also a pipe (`<(command)`), or standard input for `-`. Throws ``FileError``:
    /// missing, a folder, larger than its limit.
    /// - Parameters:
    ///   - limit: the maximum size of a regular file, in bytes.
    ///   - pipeLimit: the maximum size of any other file, in bytes.
    ///   - isHopeless: called after each chunk of a pipe; returns whether the rest is useless, which ends the reading.
    public convenience init(
        ofInput path: String, limit: Int, pipeLimit: Int? = nil, until isHopeless: ([UInt8]) -> Bool = { _ in false }
    ) throws(FileError) {
        try self.init(
            path == "-" ? "/dev/stdin" : path, O_RDONLY | O_NOCTTY, limit: limit, pipeLimit: pipeLimit ?? limit,
            isHopeless)
    }

    /// A regular file.
    public convenience init(ofFile path: String, limit: Int) throws(FileError) {
        // Without O_NONBLOCK, opening a pipe that has no writer would block forever.
        try self.init(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, limit: limit, pipeLimit: nil) { _ in false }
    }

    /// - Parameter pipeLimit: nil if only a regular file is accepted.
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
            self.spooled = []
            isRegular = true
            self.path = path
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
        self.spooled = head
        isRegular = false
        self.path = nil
        // If everything fits in memory there is no rest.
        if let rest {
            self.file = OpenFile(adopting: rest, path)
        } else {
            self.file = try OpenFile("/dev/null", O_RDONLY)
        }
    }

    /// The next bytes; empty at the end.
    public func next() throws(FileError) -> [UInt8] {
        let bytes = head.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        return bytes.isEmpty ? try file.read(upTo: Self.size) : bytes
    }

    public var byteCount: Int { get throws(FileError) { spooled.count + Int(try file.status().st_size) } }

    public var version: FileVersion { get throws(FileError) { FileVersion(try file.status()) } }

    /// Does not move what ``next()`` returns.
    public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        if offset < spooled.count {
            let part = spooled[offset...].prefix(buffer.count)
            part.withUnsafeBytes { buffer.copyMemory(from: $0) }
            return part.count
        }
        return try file.read(at: offset - spooled.count, into: buffer)
    }
}

extension FileVersion {
    /// What tells whether a file was written.
    init(_ status: stat) {
        let written = status.st_mtim
        self.init(Int(status.st_size), Int(truncatingIfNeeded: status.st_ino), written.tv_sec, written.tv_nsec)
    }

    /// Nil if there is no such file.
    init?(ofFile path: String) {
        var status = stat()
        guard stat(PathText.cString(path), &status) == 0 else { return nil }
        self.init(status)
    }
}
