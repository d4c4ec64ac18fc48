internal import ChildProcesses
internal import Glibc

/// One end of the socket between the program and its helper: whole messages in and out, within a time.
struct HelperSocket: ~Copyable {
    enum Failure: Error {
        /// The other side is gone.
        case closed
        case timedOut
        /// The asker does not want the answer any more.
        case stopped
    }

    private let descriptor: Descriptor
    /// Ends every wait when it becomes ready; -1 where nothing does.
    private let stop: Int32

    /// - Parameter stop: a descriptor that stays open as long as this does.
    init(owning number: Int32, stop: Int32 = -1) {
        descriptor = Descriptor(owning: number)
        self.stop = stop
    }

    /// Fills exactly that many bytes. Without a deadline it waits as long as it takes.
    func read(_ count: Int, until deadline: ContinuousClock.Instant? = nil) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            try wait(for: .reading, until: deadline)
            let received = bytes.withUnsafeMutableBytes {
                recv(descriptor.number, $0.baseAddress?.advanced(by: done), count - done, Self.flags)
            }
            if received > 0 { done += received } else { try checkRetry(received) }
        }
        return bytes
    }

    /// Writes all of the bytes.
    func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant? = nil) throws(Failure) {
        var done = 0
        while done < bytes.count {
            try wait(for: .writing, until: deadline)
            let sent = bytes.withUnsafeBytes {
                send(descriptor.number, $0.baseAddress?.advanced(by: done), bytes.count - done, Self.flags)
            }
            if sent > 0 { done += sent } else { try checkRetry(sent) }
        }
    }

    /// Never waits (poll does), and a closed socket is an error here, not a signal for the program.
    private static let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)

    private func checkRetry(_ result: Int) throws(Failure) {
        guard result < 0, errno == EAGAIN || errno == EINTR else { throw .closed }
    }

    private func wait(for purpose: Readiness.Purpose, until deadline: ContinuousClock.Instant?) throws(Failure) {
        // Asked first: the other side may be ready for a byte at a time for ever.
        if let deadline, ContinuousClock.now >= deadline { throw .timedOut }
        switch Readiness.first(of: [stop, descriptor.number], for: purpose, until: deadline) {
        case nil: throw .timedOut
        case 0: throw .stopped
        default: return
        }
    }
}
