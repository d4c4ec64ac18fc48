internal import CProcess
internal import Glibc

/// The two ends of a pipe; no process that is started meanwhile inherits them.
///
/// It is frozen so that other rooms can keep one end and let go of the other.
@frozen public struct Pipe: ~Copyable, Sendable {
    /// As much as a pipe holds, and so as one read can give.
    public static let capacity = 64 << 10

    public let reader: Descriptor
    public let writer: Descriptor

    /// Throws when there are no descriptors left.
    public init() throws(StartError) {
        var ends: [Int32] = [-1, -1]
        guard cprocess_pipe(&ends) else { throw StartError(code: errno) }
        reader = Descriptor(owning: ends[0])
        writer = Descriptor(owning: ends[1])
    }
}
