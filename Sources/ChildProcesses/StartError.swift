internal import Glibc

/// Why a child process, or a pipe for it, is not there. What it was meant for, only its user can say.
public struct StartError: Error, Hashable {
    /// An errno.
    public let code: Int32

    /// The system's own words, as part of a sentence.
    public var reason: String { String(cString: strerror(code)) }
}
