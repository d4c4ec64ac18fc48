internal import Glibc

/// The result of reading a terminal. Each outcome has its own case, so that the end of file is never confused with
/// "nothing yet".
enum ReadOutcome: Hashable, Sendable {
    case bytes([UInt8])
    case wouldBlock
    /// The other side has closed.
    case endOfFile
    /// An errno.
    case failure(Int32)

    /// Reads what is available; never waits.
    init(of descriptor: Int32) {
        // Polled first, because a descriptor whose flags are not ours to change may block.
        var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let count = poll(&readable, 1, 0)
        let events = Int32(readable.revents)
        guard count > 0, events & POLLNVAL == 0 else {
            self =
                events & POLLNVAL != 0 ? .failure(EBADF) : count == 0 || errno == EINTR ? .wouldBlock : .failure(errno)
            return
        }
        guard events & POLLIN != 0 else {
            self = .endOfFile
            return
        }
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, initialized in
            repeat { result = read(descriptor, buffer.baseAddress, buffer.count) } while result < 0 && errno == EINTR
            initialized = max(0, result)
        }
        switch result {
        case 1...: self = .bytes(bytes)
        case 0: self = .endOfFile
        default: self = errno == EAGAIN ? .wouldBlock : .failure(errno)
        }
    }
}
