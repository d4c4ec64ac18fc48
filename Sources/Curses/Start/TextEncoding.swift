internal import CNcurses

/// The characters that the C library, and with it ncurses, can write to the terminal.
public enum TextEncoding: Hashable, Sendable {
    case unicode
    /// This machine has no UTF-8 locale: other characters are shown as `?`; the screens should draw as with `--plain`.
    case ascii

    /// Sets the locale of the environment; over ssh that is often C, then C.UTF-8 is used. Only LC_CTYPE is set: the
    /// program's files need the C library's default formats of numbers and dates.
    static func adopt() -> TextEncoding {
        for name in ["", "C.UTF-8", "en_US.UTF-8"] {
            guard setlocale(LC_CTYPE, name) != nil, let codeset = curses_codeset() else { continue }
            if String(cString: codeset) == "UTF-8" { return .unicode }
        }
        setlocale(LC_CTYPE, "C")
        return .ascii
    }
}
