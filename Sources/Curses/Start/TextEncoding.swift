internal import CNcurses

/// What the C library, and ncurses with it, can write to the terminal.
public enum TextEncoding: Hashable, Sendable {
    case unicode
    /// No locale of this machine is UTF-8: everything else is shown as `?`; the screens should draw as with `--plain`.
    case ascii

    /// Takes the locale of the environment; over ssh that is often C, then C.UTF-8 will do. Only characters are taken from
    /// it: numbers and dates of the C library stay as the program's files need them.
    static func adopt() -> TextEncoding {
        for name in ["", "C.UTF-8", "en_US.UTF-8"] {
            guard setlocale(LC_CTYPE, name) != nil, let codeset = curses_codeset() else { continue }
            if String(cString: codeset) == "UTF-8" { return .unicode }
        }
        setlocale(LC_CTYPE, "C")
        return .ascii
    }
}
