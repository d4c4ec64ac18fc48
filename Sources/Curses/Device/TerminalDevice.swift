internal import Glibc
internal import Terminal

/// The terminal as a file: its settings, its size, its bytes. It knows no escape sequence and no ncurses.
///
/// It is opened anew where that is allowed, so that it can be non-blocking without making the shell's own standard input and
/// output non-blocking, which share their flags with ours.
struct TerminalDevice {
    let descriptor: Int32
    /// The settings found, which the terminal gets back.
    let settings: termios

    init() throws(TerminalError) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
        // Through /proc also where the device has no name here, as in a container.
        let own = open("/proc/self/fd/1", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        // After su the device may belong to someone else; then blocking writes will do.
        descriptor = own >= 0 ? own : STDOUT_FILENO
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { throw .system(call: "tcgetattr", code: errno) }
        self.settings = settings
    }

    /// Every key arrives at once and as it is, also Ctrl-C and Ctrl-Z; output is not changed.
    func makeRaw() throws(TerminalError) {
        var raw = settings
        cfmakeraw(&raw)
        // The kernel's own erasing of characters stays right after we have left.
        raw.c_iflag |= settings.c_iflag & tcflag_t(IUTF8)
        while tcsetattr(descriptor, TCSANOW, &raw) != 0 {
            guard errno == EINTR else { throw .system(call: "tcsetattr", code: errno) }
        }
    }

    func restore() {
        var settings = settings
        while tcsetattr(descriptor, TCSANOW, &settings) != 0, errno == EINTR {}
    }

    var size: Size { Self.size(of: descriptor) }
    var cell: CellPixels? { Self.cell(of: descriptor) }

    /// More of the screen is left blank. ncurses counts in 16 bits, and every cell takes memory; no display shows as many.
    static let maximumSize = Size(columns: 4000, rows: 1000)

    /// 80 by 24 where the terminal does not know, as on a serial line.
    static func size(of descriptor: Int32) -> Size {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size(
            columns: min(Int(size.ws_col), maximumSize.columns), rows: min(Int(size.ws_row), maximumSize.rows))
    }

    /// The size of a cell; nil where the terminal does not know its size in pixels, or what it says cannot be.
    static func cell(of descriptor: Int32) -> CellPixels? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return CellPixels(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
    }

    /// Whether this process may use the terminal now: a shell may have put another job in front.
    var isInForeground: Bool {
        let group = tcgetpgrp(descriptor)
        // Not the controlling terminal: nobody can be put in front.
        return group < 0 || group == getpgrp()
    }

    func read() -> ReadOutcome { ReadOutcome(of: descriptor) }
}
