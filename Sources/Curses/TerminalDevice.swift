internal import Glibc
internal import Terminal

/// The terminal as a file: its settings, its size, its bytes. It knows no escape sequence and no ncurses.
///
/// It is reopened where that is allowed, to get file status flags of its own: making the shared open file non-blocking
/// would also affect the shell.
struct TerminalDevice {
    let descriptor: Int32
    /// A duplicate of ``descriptor``, for the event source of ``TerminalOutput``. Two event sources must not share a descriptor:
    /// libdispatch watches it once for both of them, and where the one for writing goes away, the other may never fire again. A duplicate
    /// is watched on its own. It refers to the same open file, so it is non-blocking exactly if that is. Both stay open until the process
    /// ends.
    let outputDescriptor: Int32
    /// The original settings, which ``restore()`` sets again.
    let settings: termios

    init() throws(TerminalError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
        // By way of /proc, which also works where the device has no name, as in a container.
        let own = open("/proc/self/fd/1", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        // After su the device may belong to another user; blocking writes are acceptable then.
        descriptor = own >= 0 ? own : STDOUT_FILENO
        outputDescriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard outputDescriptor >= 0 else { throw .system(call: "fcntl", code: errno) }
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { throw .system(call: "tcgetattr", code: errno) }
        self.settings = settings
    }

    /// Raw mode: every key is delivered at once, also Ctrl-C and Ctrl-Z; output is not processed.
    func makeRaw() throws(TerminalError) {
        var raw = settings
        cfmakeraw(&raw)
        // Keeps the kernel's own line editing correct for UTF-8 after the program has left.
        raw.c_iflag |= settings.c_iflag & tcflag_t(IUTF8)
        while tcsetattr(descriptor, TCSANOW, &raw) != 0 {
            guard errno == EINTR else { throw .system(call: "tcsetattr", code: errno) }
        }
    }

    func restore() {
        var settings = settings
        while tcsetattr(descriptor, TCSANOW, &settings) != 0, errno == EINTR {}
    }

    /// Discards what was typed and not read yet.
    func discardInput() { tcflush(descriptor, TCIFLUSH) }

    var size: Size { Self.size(of: descriptor) }
    var cell: CellPixels? { Self.cell(of: descriptor) }

    /// What exceeds this stays blank. ncurses counts in 16 bits and every cell needs memory; no display is as large.
    static let maximumSize = Size(columns: 4000, rows: 1000)

    /// 80 by 24 if the terminal does not report its size, as on a serial line.
    static func size(of descriptor: Int32) -> Size {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size(
            columns: min(Int(size.ws_col), maximumSize.columns), rows: min(Int(size.ws_row), maximumSize.rows))
    }

    /// The size of a cell; nil if the terminal does not report its size in pixels, or reports an implausible one.
    static func cell(of descriptor: Int32) -> CellPixels? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return CellPixels(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
    }

    /// Whether this process may use the terminal now: a shell may have put another job into the foreground.
    var isInForeground: Bool {
        let group = tcgetpgrp(descriptor)
        // It is not the controlling terminal, so there is no foreground job.
        return group < 0 || group == getpgrp()
    }

    func read() -> ReadOutcome { ReadOutcome(of: descriptor) }
}

/// The result of reading a terminal. Each outcome has its own case, so that the end of file is never confused with
/// "nothing yet".
enum ReadOutcome: Equatable, Sendable {
    case bytes([UInt8])
    case wouldBlock
    /// The other side has closed.
    case endOfFile
    /// An errno.
    case failure(Int32)

    /// Reads what is available; never waits.
    init(of descriptor: Int32) {
        // Polled first, because a descriptor whose flags are not ours to change may block.
        var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let count = poll(&readable, 1, 0)
        let events = Int32(readable.revents)
        guard count > 0, events & POLLNVAL == 0 else {
            self =
                events & POLLNVAL != 0 ? .failure(EBADF) : count == 0 || errno == EINTR ? .wouldBlock : .failure(errno)
            return
        }
        guard events & POLLIN != 0 else {
            self = .endOfFile
            return
        }
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, initialized in
            repeat { result = read(descriptor, buffer.baseAddress, buffer.count) } while result < 0 && errno == EINTR
            initialized = max(0, result)
        }
        switch result {
        case 1...: self = .bytes(bytes)
        case 0: self = .endOfFile
        default: self = errno == EAGAIN ? .wouldBlock : .failure(errno)
        }
    }
}
