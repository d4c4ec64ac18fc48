internal import Glibc

/// Wakes a thread that waits for a descriptor. Closed with the value.
final class WakePipe: Sendable {
    private let reading: Int32
    private let writing: Int32

    /// Nil where no more files can be opened.
    init?() {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// A full one wakes as well.
    func wake() {
        var byte: UInt8 = 1
        _ = send(writing, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    /// Waits until the socket is ready, somebody wakes it, or the time has passed.
    /// - Parameters:
    ///   - socket: negative for none.
    ///   - timeout: nil to wait without end.
    /// - Returns: whether the socket is ready or closed.
    func wait(for events: Int32, of socket: Int32, timeout: Duration?) -> Bool {
        var descriptors = [
            pollfd(fd: socket, events: Int16(events), revents: 0),
            pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = timeout.map { time in
            let (seconds, attoseconds) = time.components
            return Int32(min(max(seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1, 0), 3_600_000))
        }
        guard poll(&descriptors, 2, milliseconds ?? -1) > 0 else { return false }
        if descriptors[1].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(reading, &bytes, bytes.count) == bytes.count {}
        }
        return descriptors[0].revents != 0
    }
}
