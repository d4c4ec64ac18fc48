internal import Basics
public import Cards
internal import Glibc
internal import Synchronization

/// Collects the bytes of a file that arrives, to be read like any other. What is large is in an unnamed temporary file.
public final class FileSpool: Sendable {
    private let input = Mutex(SpooledInput())

    public init() {}

    public func append(_ chunk: [UInt8]) throws(FileError) {
        let result = input.withLock { input -> Result<Void, FileError> in
            do throws(FileError) {
                return .success(try input.append(chunk))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// All of it. Call it once, at the end.
    public func finish() throws(FileError) -> SpooledFile {
        let result = input.withLock { input -> Result<SpooledFile, FileError> in
            do throws(FileError) {
                let count = input.count
                let (head, rest) = try input.end()
                return .success(SpooledFile(try SpooledFile.Bytes(head, rest, count: count)))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

/// A file that was collected. It is on no path, and can be read several times.
public final class SpooledFile: ReadableFile {
    private static let size = 256 << 10

    /// Shared by its readers.
    fileprivate final class Bytes: Sendable {
        let head: [UInt8]
        let rest: OpenFile
        let count: Int

        init(_ head: [UInt8], _ rest: Int32?, count: Int) throws(FileError) {
            self.head = head
            self.count = count
            // If everything fits in memory there is no rest.
            if let rest { self.rest = OpenFile(adopting: rest, "") } else { self.rest = try OpenFile("/dev/null", 0) }
        }
    }

    private let bytes: Bytes
    private let position = Mutex(0)

    fileprivate init(_ bytes: Bytes) { self.bytes = bytes }

    /// The same file at its beginning.
    public func again() -> SpooledFile { SpooledFile(bytes) }

    public var byteCount: Int { bytes.count }
    public var version: FileVersion { FileVersion(bytes.count, ObjectIdentifier(bytes).hashValue) }

    public func next() throws -> [UInt8] {
        let start = position.withLock { $0 }
        var chunk = [UInt8](repeating: 0, count: min(Self.size, bytes.count - start))
        let count = try chunk.withUnsafeMutableBytes { try read(at: start, into: $0) }
        position.withLock { $0 = start + count }
        return Array(chunk.prefix(count))
    }

    public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard offset < bytes.head.count else { return try bytes.rest.read(at: offset - bytes.head.count, into: buffer) }
        let part = bytes.head[offset...].prefix(buffer.count)
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        return part.count
    }
}

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
        if let folder = ThisMachine.environment("TMPDIR"), folder.hasPrefix("/") { return folder }
        return access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp"
    }

    private static func makeFile() throws(FileError) -> Int32 {
        var name = PathText.cString(folder + "/.cards-tui-XXXXXX")
        let file = mkstemp(&name)
        guard file >= 0 else { throw FileError(path: folder, action: .write, errno: errno) }
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        unlink(name)
        return file
    }
}
