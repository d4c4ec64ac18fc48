internal import CProcess
internal import Glibc

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
