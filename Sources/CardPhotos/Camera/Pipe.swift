internal import CProcess
internal import Cards
internal import Glibc

/// An open file of the system, closed with this value.
struct Descriptor: ~Copyable, Sendable {
    let number: Int32

    init(owning number: Int32) { self.number = number }

    deinit { close(number) }
}

/// The two ends of a pipe; no process that is started meanwhile inherits them.
struct Pipe: ~Copyable {
    let reader: Descriptor
    let writer: Descriptor

    /// Throws when there are no descriptors left.
    init() throws(CameraError) {
        var ends: [Int32] = [-1, -1]
        guard cprocess_pipe(&ends) else { throw .notStarted(reason: String(cString: strerror(errno))) }
        reader = Descriptor(owning: ends[0])
        writer = Descriptor(owning: ends[1])
    }
}
