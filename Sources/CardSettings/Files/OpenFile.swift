internal import Basics
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
