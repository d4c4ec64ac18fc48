internal import Glibc

/// Standard error while the screen is up: libraries print there, and it would tear the screen.
///
/// Only a standard error that is a terminal is moved; one that the user has sent to a file stays there.
struct ErrorRedirection {
    /// The standard error found, kept open; -1 when it is not moved.
    let original: Int32
    private let target: Int32

    /// - Parameter log: where it goes; nil throws it away.
    init(to log: Int32?) {
        guard isatty(STDERR_FILENO) == 1 else {
            (original, target) = (-1, -1)
            return
        }
        target = log ?? open("/dev/null", O_WRONLY | O_CLOEXEC)
        original = target < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    }

    func begin() {
        if original >= 0 { dup2(target, STDERR_FILENO) }
    }

    func end() {
        if original >= 0 { dup2(original, STDERR_FILENO) }
    }
}
