internal import Basics
internal import Glibc

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
