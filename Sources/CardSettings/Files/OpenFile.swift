internal import Basics
internal import Cards
internal import Glibc

/// An open file that closes itself. It has no buffer and is closed in child processes.
struct OpenFile: ~Copyable {
    let descriptor: Int32
    private let path: String

    init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(FileError) {
        let result = open(PathText.cString(path), flags | O_CLOEXEC, mode)
        guard result >= 0 else {
            let action: FileError.Action = flags & O_ACCMODE == O_RDONLY ? .read : .write
            throw FileError(path: path, action: action, errno: errno)
        }
        descriptor = result
        self.path = path
    }

    /// Takes ownership of an open descriptor; `path` is for errors.
    init(adopting descriptor: Int32, _ path: String) { (self.descriptor, self.path) = (descriptor, path) }

    deinit { close(descriptor) }

    func status() throws(FileError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(path: path, action: .read, errno: errno) }
        return status
    }

    /// Writes all bytes, or throws.
    func write(_ bytes: [UInt8]) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(path: path, action: .write, errno: errno)
            }
            written += count
        }
    }

    /// Reads to the end; throws `tooLarge` as soon as the limit is exceeded.
    func readAll(limit: Int, expecting size: Int = 0) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        var count = 0
        while true {
            // One byte more than announced detects the end, so a small file needs a small buffer; growing files and
            // pipes use large ones.
            let announced = size + 1 - bytes.count
            let capacity = min(announced > 0 && size > 0 ? announced : 64 << 10, limit + 1 - bytes.count)
            let start = bytes.count
            bytes.append(contentsOf: repeatElement(0, count: capacity))
            count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + start }, capacity)
            }
            bytes.removeLast(capacity - max(count, 0))
            if count < 0 {
                if errno == EINTR { continue }
                throw FileError(path: path, action: .read, errno: errno)
            }
            if count == 0 { return bytes }
            if bytes.count > limit { throw FileError(path: path, action: .read, kind: .tooLarge(limit: limit)) }
        }
    }

    /// The next bytes; empty at the end.
    func read(upTo limit: Int) throws(FileError) -> [UInt8] {
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
                count = Glibc.read(descriptor, buffer.baseAddress, limit)
                filled = max(count, 0)
            }
            if count >= 0 { return bytes }
            if errno != EINTR { throw FileError(path: path, action: .read, errno: errno) }
        }
    }

    /// Fills the buffer with the bytes from this offset on, without moving the position; fewer at the end of the file.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
            if count >= 0 { return count }
            if errno != EINTR { throw FileError(path: path, action: .read, errno: errno) }
        }
    }

    /// Waits until the written data is on the disk.
    func synchronize() throws(FileError) {
        while fsync(descriptor) != 0 {
            // A pipe or a device that does not support it has nothing to lose.
            if errno == EINVAL || errno == EROFS { return }
            if errno != EINTR { throw FileError(path: path, action: .write, errno: errno) }
        }
    }
}

/// Reads whole files of a bounded size, without blocking on a pipe or reading a device endlessly.
public enum FileReading {
    /// The bytes of a regular file. Throws ``FileError``: missing, a folder, a pipe, larger than the limit.
    public static func bytes(ofFile path: String, limit: Int) throws(FileError) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe that has no writer would block forever.
        try read(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, limit: limit) { status in
            status.st_mode & S_IFMT == S_IFREG ? nil : .notAFile
        }
    }

    /// What is in a file of the program's own; nil where there is none, or one that cannot be read.
    static func json(ofFile path: String, limit: Int) -> JSON? {
        (try? bytes(ofFile: path, limit: limit)).flatMap { try? JSONParser.parse($0) }
    }

    /// Whether there is a file of that name which is written or read once, in order: a pipe, or a device.
    public static func isPipe(_ path: String) -> Bool {
        var status = stat()
        guard stat(PathText.cString(path), &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// Whether a file of any type has that name.
    public static func exists(_ path: String) -> Bool { access(PathText.cString(path), F_OK) == 0 }

    public static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(PathText.cString(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The bytes of a file that holds a secret. `refuse` checks its status and returns why it is not acceptable.
    static func bytes(
        ofFile path: String, limit: Int, refuse: (stat) -> FileError.Kind?
    ) throws(FileError) -> [UInt8] {
        try read(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, limit: limit, refuse)
    }

    private static func read(
        _ path: String, _ flags: Int32, limit: Int, _ refuse: (stat) -> FileError.Kind?
    ) throws(FileError) -> [UInt8] {
        let file = try OpenFile(path, flags)
        let status = try file.status()
        if status.st_mode & S_IFMT == S_IFDIR { throw FileError(path: path, action: .read, kind: .isFolder) }
        if let kind = refuse(status) { throw FileError(path: path, action: .read, kind: kind) }
        if status.st_size > limit { throw FileError(path: path, action: .read, kind: .tooLarge(limit: limit)) }
        return try file.readAll(limit: limit, expecting: Int(status.st_size))
    }
}
