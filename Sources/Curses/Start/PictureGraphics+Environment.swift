internal import Terminal

extension PictureGraphics {
    /// What the environment says of the terminal. What it says itself (``TerminalQuestions``) comes later. Where nothing is
    /// sure there are symbols, for a terminal that does not know a protocol leaves the place of the picture empty.
    ///
    /// Each by its own documentation:
    /// - kitty and Ghostty show kitty's (sw.kovidgoyal.net/kitty/graphics-protocol, ghostty.org/docs/features).
    /// - WezTerm has all three, iTerm2's as its own (wezterm.org/imgcat.html); kitty's has to be switched on and puts holes into
    ///   pictures (github.com/wezterm/wezterm/issues/986).
    /// - foot, mlterm, contour and yaft show sixels (sixel(5) of libsixel; man foot).
    /// - Konsole's are called experimental by those who wrote them, xterm's have to be switched on, and of Windows Terminal and
    ///   VS Code one cannot tell the version: they get symbols until the settings say otherwise.
    ///
    /// - Parameter device: the path of the terminal's device.
    init(device: String?, environment: (String) -> String?) {
        func value(_ name: String) -> String { environment(name) ?? "" }
        func isSet(_ names: String...) -> Bool { names.contains { !value($0).isEmpty } }
        let (name, program) = (value("TERM"), value("TERM_PROGRAM"))
        // What runs in between shows cells, and would take pixels for its own or drop them.
        if Multiplexer(name: name, environment: environment) != nil
            || isSet("STY", "ZELLIJ", "NVIM", "VIM_TERMINAL", "INSIDE_EMACS")
        {
            self = .symbols
        } else if let known = Self(terminal: name) {
            // The terminal's own name goes before what an outer one may have left in the environment.
            self = known
        } else if isSet(
            "VTE_VERSION", "XTERM_VERSION", "KONSOLE_VERSION", "ALACRITTY_WINDOW_ID", "ALACRITTY_LOG",
            "ALACRITTY_SOCKET", "TERMINOLOGY", "WT_SESSION")
        {
            // Another terminal, which may have been started from one that shows pictures, and has that one's variables.
            self = .symbols
        } else if isSet("MLTERM"), name == "xterm" || name.hasPrefix("xterm-") {
            // Its name on some systems.
            self = .sixel
        } else if let known = Self(program: program) {
            self = known
        } else if !program.isEmpty {
            self = .symbols
        } else if isSet("KITTY_WINDOW_ID"), name == "xterm" || name.hasPrefix("xterm-") {
            // Whatever is started from kitty has it: st and rxvt have names of their own.
            self = .kitty
        } else {
            // The one name that ssh passes on (LC_*). Mosh does too, but has a terminal of its own in between, and that drops pixels.
            let isDirect = isSet("SSH_TTY") && value("SSH_TTY") == device
            self = value("LC_TERMINAL") == "iTerm2" && isDirect ? .iterm : .symbols
        }
    }

    /// By the variable TERM, as the description that came with the terminal is called.
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
