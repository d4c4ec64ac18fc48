internal import CNcurses
internal import Terminal

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

extension GlyphSet {
    /// The glyphs of a Linux console's font; all of them on every other terminal.
    /// - Parameters:
    ///   - name: TERM.
    ///   - descriptor: the terminal. Only a console of this machine can be queried.
    init(terminal name: String, descriptor: Int32) {
        guard name == "linux" || name.hasPrefix("linux-") else {
            self = .all
            return
        }
        var characters = [UInt16](repeating: 0, count: Int(UInt16.max))
        let count = console_characters(descriptor, &characters, Int32(characters.count))
        self = Self.console(count < 0 ? nil : Array(characters.prefix(Int(count))))
    }

    /// - Parameter characters: those that the console's font maps; nil if it cannot be queried.
    static func console(_ characters: [UInt16]?) -> GlyphSet {
        guard let characters, !characters.isEmpty else { return .letters }
        // A blank is drawn without a glyph.
        return .only(Set(characters.compactMap { Unicode.Scalar($0) }).union([" ", "\u{A0}"]))
    }
}
