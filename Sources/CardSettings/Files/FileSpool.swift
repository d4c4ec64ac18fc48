public import Cards
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
