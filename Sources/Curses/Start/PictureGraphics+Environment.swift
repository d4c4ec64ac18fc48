internal import Terminal

extension PictureGraphics {
    /// Detects the protocol from the environment; the terminal's own answer (``TerminalQuestions``) comes later. If in
    /// doubt it is symbols, since a terminal that does not know a protocol leaves the picture's area empty.
    ///
    /// According to each terminal's documentation:
    /// - kitty and Ghostty have kitty's (sw.kovidgoyal.net/kitty/graphics-protocol, ghostty.org/docs/features).
    /// - WezTerm has all three; iTerm2's is its native one (wezterm.org/imgcat.html); kitty's has to be enabled and
    ///   leaves holes in pictures (github.com/wezterm/wezterm/issues/986).
    /// - foot, mlterm, contour and yaft show sixels (sixel(5) of libsixel; man foot).
    /// - Konsole's are experimental according to its authors, xterm's have to be enabled, and the versions of Windows
    ///   Terminal and VS Code cannot be detected: they get symbols unless the settings say otherwise.
    ///
    /// - Parameter device: the path of the terminal's device.
    init(device: String?, environment: (String) -> String?) {
        func value(_ name: String) -> String { environment(name) ?? "" }
        func isSet(_ names: String...) -> Bool { names.contains { !value($0).isEmpty } }
        let (name, program) = (value("TERM"), value("TERM_PROGRAM"))
        // Programs in between draw cells, and would misinterpret or drop pixels.
        if Multiplexer(name: name, environment: environment) != nil
            || isSet("STY", "ZELLIJ", "NVIM", "VIM_TERMINAL", "INSIDE_EMACS")
        {
            self = .symbols
        } else if let known = Self(terminal: name) {
            // TERM takes precedence over variables inherited from an outer terminal.
            self = known
        } else if Self.otherTerminals.contains(where: { isSet($0) }) {
            // Another terminal, possibly started from one that shows pictures, whose variables it has inherited.
            self = .symbols
        } else if isSet("MLTERM"), name == "xterm" || name.hasPrefix("xterm-") {
            // mlterm's TERM on some systems.
            self = .sixel
        } else if let known = Self(program: program) {
            self = known
        } else if !program.isEmpty {
            self = .symbols
        } else if isSet("KITTY_WINDOW_ID"), name == "xterm" || name.hasPrefix("xterm-") {
            // Everything started from kitty inherits it: st and rxvt have names of their own.
            self = .kitty
        } else {
            // The only name that ssh passes on (LC_*). Mosh does too, but is a terminal of its own that drops pixels.
            let isDirect = isSet("SSH_TTY") && value("SSH_TTY") == device
            self = value("LC_TERMINAL") == "iTerm2" && isDirect ? .iterm : .symbols
        }
    }

    /// Variables of terminals that share the names `xterm` and `xterm-256color`.
    static let otherTerminals = [
        "VTE_VERSION", "XTERM_VERSION", "KONSOLE_VERSION", "ALACRITTY_WINDOW_ID", "ALACRITTY_LOG", "ALACRITTY_SOCKET",
        "TERMINOLOGY", "WT_SESSION",
    ]

    /// By the variable TERM, the name of the terminal's own description.
    private init?(terminal name: String) {
        func isOf(_ family: String) -> Bool { name == family || name.hasPrefix(family + "-") }
        if isOf("xterm-kitty") || isOf("xterm-ghostty") || isOf("ghostty") {
            self = .kitty
        } else if isOf("wezterm") {
            self = .iterm
        } else if isOf("foot") || isOf("mlterm") || isOf("contour") || isOf("yaft") {
            self = .sixel
        } else {
            return nil
        }
    }

    private init?(program: String) {
        switch program {
        case "kitty", "ghostty": self = .kitty
        case "iTerm.app", "WezTerm": self = .iterm
        default: return nil
        }
    }
}
