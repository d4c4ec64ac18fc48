internal import CProcess
internal import Glibc

/// An open file of the system, closed with this value. It does no buffering.
public struct Descriptor: ~Copyable, Sendable {
    public let number: Int32

    public init(owning number: Int32) { self.number = number }

    /// A file without a name that holds these bytes and is read from its start: what a child finds as its standard input. It is gone
    /// with the last who has it open. Throws when there is no room for it.
    public init(holding bytes: [UInt8]) throws(StartError) {
        let number = cprocess_memory_file(bytes, bytes.count)
        guard number >= 0 else { throw StartError(code: errno) }
        self.init(owning: number)
    }

    deinit { close(number) }

    /// The next bytes; nil at the end, also at one by an error. Blocks until there are some.
    public func read(upTo limit: Int) -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
            repeat { count = Glibc.read(number, buffer.baseAddress, limit) } while count < 0 && errno == EINTR
            filled = max(0, count)
        }
        return count > 0 ? bytes : nil
    }
}
