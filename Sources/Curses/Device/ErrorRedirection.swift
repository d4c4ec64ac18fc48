internal import Glibc

/// Redirects standard error while the screen is shown: libraries print there, and it would garble the screen.
///
/// Only a standard error that is a terminal is redirected; one that the user has redirected to a file stays there.
struct ErrorRedirection {
    /// A duplicate of the original standard error; -1 if it is not redirected.
    let original: Int32
    private let target: Int32

    /// - Parameter log: the new target; nil discards the output.
    init(to log: Int32?) {
        guard isatty(STDERR_FILENO) == 1 else {
            original = -1
            target = -1
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
