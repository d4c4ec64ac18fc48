internal import Glibc

/// The bytes of a pipe, kept until they are asked for: the first in memory, the others in a temporary file without a name, which
/// goes with the last descriptor of it.
struct SpooledInput: ~Copyable {
    private static let memoryBytes = 8 << 20

    private(set) var count = 0
    private var head: [UInt8] = []
    private var descriptor: Int32?

    init() {}

    deinit { if let descriptor { close(descriptor) } }

    mutating func append(_ piece: [UInt8]) throws(FileError) {
        count += piece.count
        guard descriptor != nil || head.count + piece.count > Self.memoryBytes else { return head += piece }
        let target: Int32
        if let descriptor { target = descriptor } else { target = try Self.makeFile() }
        descriptor = target
        var written = 0
        while written < piece.count {
            let result = piece.withUnsafeBytes {
                write(target, $0.baseAddress.map { $0 + written }, $0.count - written)
            }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { throw FileError(path: Self.folder, action: .write, errno: errno) }
            written += result
        }
    }

    /// The bytes in memory, and a descriptor that stands at the start of the others and is the caller's to close; nil when there are
    /// none.
    consuming func end() throws(FileError) -> (head: [UInt8], rest: Int32?) {
        guard let file = descriptor else { return (head, nil) }
        guard lseek(file, 0, SEEK_SET) == 0 else { throw FileError(path: Self.folder, action: .read, errno: errno) }
        descriptor = nil
        return (head, file)
    }

    /// Where large temporary files belong: `/tmp` is memory on many machines.
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
