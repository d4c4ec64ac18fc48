import Glibc

/// The three descriptors that every program expects to be open, and how many others can be opened.
enum StandardDescriptors {
    /// For a store, its locks, an opened library, a connection and the descriptors of libdispatch, which aborts the process if it gets
    /// none.
    private static let needed = 16

    static let message = """
        cards-tui: the limit of open files is too low to sync (it needs \(needed)). Raise it, for example: ulimit -n 256
        """

    /// Whether ``needed`` more descriptors can be opened.
    static var areLeft: Bool {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < needed {
            let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
            guard descriptor >= 0 else { return false }
            opened.append(descriptor)
        }
        return true
    }

    /// Opens /dev/null on those that are closed: otherwise the next opened file would get the number, and be written to
    /// as if it were the terminal.
    static func fill() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            let opened = open("/dev/null", O_RDWR)
            // The lowest free number is that of the closed one.
            if opened >= 0, opened != descriptor { close(opened) }
        }
    }
}
