import Glibc

/// The three descriptors that every program expects to be open.
enum StandardDescriptors {
    /// Opens /dev/null on those that are closed: the next file opened would take the number, and be written into as if it were the
    /// terminal.
    static func fill() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            let opened = open("/dev/null", O_RDWR)
            // The lowest free number is the one that was closed.
            if opened >= 0, opened != descriptor { close(opened) }
        }
    }
}
