internal import Basics
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

/// The two ends of a pipe; child processes do not inherit them.
///
/// Frozen, so that other modules can move one end out of it.
@frozen public struct Pipe: ~Copyable, Sendable {
    /// The bytes that a pipe holds, and thus the most that one read returns.
    public static let capacity = 64 << 10

    public let reader: Descriptor
    public let writer: Descriptor

    /// Throws when no descriptors are left.
    public init() throws(StartError) {
        var ends: [Int32] = [-1, -1]
        guard cprocess_pipe(&ends) else { throw StartError(code: errno) }
        reader = Descriptor(owning: ends[0])
        writer = Descriptor(owning: ends[1])
    }
}

/// Waits for descriptors with poll(2).
public enum Readiness {
    /// The operation that a descriptor has to be ready for.
    public enum Purpose: Sendable { case reading, writing }

    /// Blocks until a descriptor is ready or its other side is closed, and returns its index; nil when the deadline passes first.
    /// It polls at least once, even after the deadline.
    /// - Parameter descriptors: negative ones are ignored.
    public static func first(
        of descriptors: [Int32], for purpose: Purpose = .reading, until deadline: ContinuousClock.Instant? = nil
    ) -> Int? {
        let events = Int16(purpose == .reading ? POLLIN : POLLOUT)
        var waiting = descriptors.map { pollfd(fd: $0, events: events, revents: 0) }
        while true {
            let ready = poll(&waiting, nfds_t(waiting.count), deadline.map(milliseconds) ?? -1)
            if ready == 0 { return nil }
            if ready > 0 { return waiting.firstIndex { $0.revents != 0 } }
        }
    }

    /// Rounded up, so that the wait never becomes a busy loop at its end.
    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return 0 }
        return Int32(clamping: left.wholeMilliseconds + 1)
    }
}
