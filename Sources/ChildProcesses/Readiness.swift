internal import Basics
internal import Glibc

/// Waiting for descriptors.
public enum Readiness {
    /// What a descriptor is waited for.
    public enum Purpose: Sendable { case reading, writing }

    /// The index of the first descriptor that is ready, or whose other side is gone; nil when the deadline passes first.
    /// Blocks. It looks once, also when the deadline has passed.
    /// - Parameter descriptors: a negative one is passed over.
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

    /// Rounded up, so that a wait never turns into a busy loop at its end.
    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .zero else { return 0 }
        return Int32(clamping: left.wholeMilliseconds + 1)
    }
}
