internal import Glibc

/// Standard error goes to the log for as long as this value lives: libraries print there, and the screen is no place for it.
///
/// ``restore()``, or the end of the value, gives it back. What the log's file is put aside for (its size) does not move an
/// open redirection; what is printed then goes to the old file.
public struct StandardErrorRedirection: ~Copyable {
    private let descriptor: Int32
    private let saved: Int32

    /// Nil when the log cannot be opened; standard error is then as it was.
    public init?(to log: Log) { self.init(of: STDERR_FILENO, to: log) }

    init?(of descriptor: Int32, to log: Log) {
        guard let file = try? log.openForAppending() else { return nil }
        // Above the three standard ones, and closed in children.
        let saved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard saved >= 0 else { return nil }
        guard dup2(file.descriptor, descriptor) >= 0 else {
            close(saved)
            return nil
        }
        (self.descriptor, self.saved) = (descriptor, saved)
    }

    /// Ends the redirection.
    public consuming func restore() {}

    deinit {
        dup2(saved, descriptor)
        close(saved)
    }
}
