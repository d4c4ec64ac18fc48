internal import CProcess
internal import Glibc

/// A file descriptor, closed when this value is destroyed. It does no buffering.
public struct Descriptor: ~Copyable, Sendable {
    public let number: Int32

    public init(owning number: Int32) { self.number = number }

    /// An anonymous file in memory with these bytes, positioned at its start: for a child's standard input. It is freed when its
    /// last descriptor is closed. Throws where memory or descriptors are used up.
    public init(holding bytes: [UInt8]) throws(StartError) {
        let number = cprocess_memory_file(bytes, bytes.count)
        guard number >= 0 else { throw StartError(code: errno) }
        self.init(owning: number)
    }

    deinit { close(number) }

    /// Reads the next bytes; nil at the end and after an error. Blocks until there are some.
    public func read(upTo limit: Int) -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
            repeat { count = Glibc.read(number, buffer.baseAddress, limit) } while count < 0 && errno == EINTR
            filled = max(0, count)
        }
        return count > 0 ? bytes : nil
    }
}
