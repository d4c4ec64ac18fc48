internal import Glibc

/// Buffers the bytes of a pipe: the first in memory, the rest in an unnamed temporary file, which is deleted with its
/// last descriptor.
struct SpooledInput: ~Copyable {
    private static let memoryBytes = 8 << 20

    private(set) var count = 0
    private var head: [UInt8] = []
    private var descriptor: Int32?

    init() {}

    deinit { if let descriptor { close(descriptor) } }

    mutating func append(_ chunk: [UInt8]) throws(FileError) {
        count += chunk.count
        guard descriptor != nil || head.count + chunk.count > Self.memoryBytes else { return head += chunk }
        let target: Int32
        if let descriptor { target = descriptor } else { target = try Self.makeFile() }
        descriptor = target
        var written = 0
        while written < chunk.count {
            let result = chunk.withUnsafeBytes {
                write(target, $0.baseAddress.map { $0 + written }, $0.count - written)
            }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { throw FileError(path: Self.folder, action: .write, errno: errno) }
            written += result
        }
    }

    /// The bytes in memory, and a descriptor positioned at the start of the rest, which the caller has to close; nil if
    /// there is no rest.
    mutating func end() throws(FileError) -> (head: [UInt8], rest: Int32?) {
        guard let file = descriptor else { return (head, nil) }
        guard lseek(file, 0, SEEK_SET) == 0 else { throw FileError(path: Self.folder, action: .read, errno: errno) }
        descriptor = nil
        return (head, file)
    }

    /// Prefers /var/tmp for large files: `/tmp` is in memory on many systems.
    private static var folder: String {
        if let folder = getenv("TMPDIR").map({ String(cString: $0) }), folder.hasPrefix("/") { return folder }
        return access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp"
    }

    private static func makeFile() throws(FileError) -> Int32 {
        var name = Array((folder + "/.cards-tui-XXXXXX").utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { throw FileError(path: folder, action: .write, errno: errno) }
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        unlink(name)
        return file
    }
}
