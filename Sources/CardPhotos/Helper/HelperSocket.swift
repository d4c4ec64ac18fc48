internal import Cards
internal import ChildProcesses
internal import Glibc
internal import Synchronization

/// One end of the socket between the program and its helper: reads and writes whole messages, with a timeout.
struct HelperSocket: ~Copyable {
    enum Failure: Error {
        /// The other side is gone.
        case closed
        case timedOut
        /// The request was cancelled.
        case stopped

        /// What it means for the picture that was worked on.
        var error: any Error {
            switch self {
            case .timedOut: PhotoError.tooLong
            case .closed: PhotoError.decoderFailed("the decoder stopped; the photo may be damaged")
            case .stopped: CancellationError()
            }
        }
    }

    private let descriptor: Descriptor
    /// Ends waiting when it becomes ready; -1 for none.
    private let stop: Int32

    /// - Parameter stop: a descriptor that stays open as long as this value exists.
    init(owning number: Int32, stop: Int32 = -1) {
        descriptor = Descriptor(owning: number)
        self.stop = stop
    }

    /// Reads exactly `count` bytes. Without a deadline it waits indefinitely.
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

    /// Never blocks (poll does), and a closed socket is an error instead of SIGPIPE.
    private static let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)

    private func checkRetry(_ result: Int) throws(Failure) {
        guard result < 0, errno == EAGAIN || errno == EINTR else { throw .closed }
    }

    private func wait(for purpose: Readiness.Purpose, until deadline: ContinuousClock.Instant?) throws(Failure) {
        // Checked first: a peer that sends single bytes could delay the timeout forever.
        if let deadline, ContinuousClock.now >= deadline { throw .timedOut }
        switch Readiness.first(of: [stop, descriptor.number], for: purpose, until: deadline) {
        case nil: throw .timedOut
        case 0: throw .stopped
        default: return
        }
    }
}

/// Interrupts waiting for descriptors, from any thread: ``descriptor`` becomes ready with ``raise()``.
final class StopSignal: Sendable {
    private let reader: Descriptor
    /// Closing it is the signal.
    private let writer: Mutex<Descriptor?>

    /// Throws when no descriptors are left.
    init() throws(StartError) {
        let pipe = try Pipe()
        reader = pipe.reader
        writer = Mutex(pipe.writer)
    }

    var descriptor: Int32 { reader.number }

    func raise() { writer.withLock { $0 = nil } }
}
