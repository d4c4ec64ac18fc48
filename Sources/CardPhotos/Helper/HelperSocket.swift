internal import Glibc

/// One end of the socket between the program and its helper: whole messages in and out, within a time.
///
/// It owns its descriptor and closes it.
struct HelperSocket: ~Copyable {
    enum Failure: Error {
        /// The other side is gone.
        case closed
        case timedOut
    }

    private let descriptor: Int32

    init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Fills exactly that many bytes. Without a deadline it waits as long as it takes.
    func read(_ count: Int, until deadline: ContinuousClock.Instant? = nil) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            try wait(for: POLLIN, until: deadline)
            let received = bytes.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress?.advanced(by: done), count - done, Self.flags)
            }
            if received > 0 { done += received } else { try checkRetry(received) }
        }
        return bytes
    }

    /// Writes all of the bytes.
    func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant? = nil) throws(Failure) {
        var done = 0
        while done < bytes.count {
            try wait(for: POLLOUT, until: deadline)
            let sent = bytes.withUnsafeBytes {
                send(descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done, Self.flags)
            }
            if sent > 0 { done += sent } else { try checkRetry(sent) }
        }
    }

    /// Never waits (poll does), and a closed socket is an error here, not a signal for the program.
    private static let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)

    private func checkRetry(_ result: Int) throws(Failure) {
        guard result < 0, errno == EAGAIN || errno == EINTR else { throw .closed }
    }

    private func wait(for events: Int32, until deadline: ContinuousClock.Instant?) throws(Failure) {
        var descriptors = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        while true {
            let timeout = try deadline.map(Self.milliseconds) ?? -1
            let ready = poll(&descriptors, 1, timeout)
            if ready > 0 { return }
            guard ready == 0 || errno == EINTR else { throw .closed }
        }
    }

    /// Rounded up, so that a wait never turns into a busy loop at its end.
    private static func milliseconds(until deadline: ContinuousClock.Instant) throws(Failure) -> Int32 {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { throw .timedOut }
        let (seconds, attoseconds) = left.components
        return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}
