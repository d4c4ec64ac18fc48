internal import Glibc

/// Why a child process, or a pipe for it, could not be created. Its purpose is known to the caller only.
public struct StartError: Error, Hashable {
    /// An errno.
    public let code: Int32

    /// The system's message (strerror(3)), as a part of a sentence.
    public var reason: String { String(cString: strerror(code)) }
}
