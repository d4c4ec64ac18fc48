internal import Basics
internal import Terminal

/// Sequences apart from the cells: modes, title, clipboard. Values only; ``TerminalOutput`` sends them in order with
/// the frames.
struct OutOfBand: Equatable {
    /// Longer text is not copied at all: terminals drop long strings, and half a number is worse than none.
    static let maximumClipboardBytes = 74_994

    private let supportsTitle: Bool
    /// The sequence that enters the alternate screen saves and restores the title already.
    private let enteringSavesTitle: Bool
    private let multiplexer: Multiplexer?
    /// xterm and mlterm otherwise send `â` for Alt-b. Others send the escape byte anyway, and not all of them can save a mode.
    private let setsMetaKey: Bool
    /// Whether the terminal is known to show a frame at once that is sent between `CSI ? 2026 h` and `l`.
    private let synchronizesUpdates: Bool
    /// Whether the terminal is known to tell Esc, and Ctrl and Alt with a letter, from the bytes of other keys (kitty's keyboard protocol).
    private let disambiguatesKeys: Bool
    /// Whether the terminal is known to have links (OSC 8).
    let showsLinks: Bool

    init(name: String, supportsTitle: Bool, enteringSavesTitle: Bool, environment: (String) -> String?) {
        self.supportsTitle = supportsTitle
        self.enteringSavesTitle = enteringSavesTitle
        multiplexer = Multiplexer(name: name, environment: environment)
        setsMetaKey =
            multiplexer == nil && !name.hasPrefix("xterm-kitty") && !name.hasPrefix("xterm-ghostty")
            && (name == "xterm" || name.hasPrefix("xterm-") || name.hasPrefix("mlterm"))
        synchronizesUpdates = multiplexer == nil && Self.knowsUpdates(name, environment)
        disambiguatesKeys = multiplexer == nil && Self.knowsKeys(name)
        showsLinks = (supportsTitle || multiplexer == .tmux) && Self.knowsLinks(name, multiplexer, environment)
    }

    /// Saves the title, where one can be set, and the mode for Alt. Send it once: ``leave`` restores once.
    var save: [UInt8] { Array(((savesTitle ? "\u{1B}[22;0t" : "") + (setsMetaKey ? "\u{1B}[?1036s" : "")).utf8) }

    /// By their documentation: kitty, Ghostty, foot, WezTerm, contour, Alacritty and iTerm2.
    private static func knowsUpdates(_ name: String, _ environment: (String) -> String?) -> Bool {
        let names = ["xterm-kitty", "xterm-ghostty", "ghostty", "foot", "wezterm", "contour", "alacritty"]
        return names.contains { name == $0 || name.hasPrefix($0 + "-") }
            || ["iTerm.app", "WezTerm", "ghostty"].contains(environment("TERM_PROGRAM") ?? "")
    }

    /// By their documentation: kitty, Ghostty, foot, contour, Rio, and Alacritty from 0.13 on, which ignored the sequence before.
    private static func knowsKeys(_ name: String) -> Bool {
        ["xterm-kitty", "xterm-ghostty", "ghostty", "foot", "contour", "rio", "alacritty"].contains {
            name == $0 || name.hasPrefix($0 + "-")
        }
    }

    /// By their documentation: those that know updates, VTE after 0.50.0 (which crashes), Konsole from 20.12 on, Windows Terminal and
    /// VS Code. tmux passes links on from 3.4 on, and drops them before.
    private static func knowsLinks(
        _ name: String, _ multiplexer: Multiplexer?, _ environment: (String) -> String?
    ) -> Bool {
        func version(_ variable: String) -> Int { environment(variable).flatMap { Int($0) } ?? 0 }
        guard multiplexer == nil else { return multiplexer == .tmux && !Multiplexer.maybeScreen(environment) }
        // Programs in between draw cells.
        let between = ["ZELLIJ", "NVIM", "VIM_TERMINAL", "INSIDE_EMACS"]
        if between.contains(where: { environment($0) != nil }) { return false }
        if knowsUpdates(name, environment) { return true }
        // A terminal with another name may have inherited the variables.
        guard name == "xterm" || name.hasPrefix("xterm-") else { return false }
        return version("VTE_VERSION") > 5000 || version("KONSOLE_VERSION") >= 201_200
            || !(environment("WT_SESSION") ?? "").isEmpty || environment("TERM_PROGRAM") == "vscode"
    }

    /// The bytes of a frame, shown at once where the terminal is known to do that.
    func update(_ frame: [UInt8]) -> [UInt8] {
        guard synchronizesUpdates, !frame.isEmpty else { return frame }
        return Array("\u{1B}[?2026h".utf8) + frame + Array("\u{1B}[?2026l".utf8)
    }

    /// Turns on bracketed paste, reports of the focus, Alt as an escape byte, and unambiguous keys.
    var enter: [UInt8] {
        Array(
            ((setsMetaKey ? "\u{1B}[?1036h" : "") + "\u{1B}[?2004h" + (reportsFocus ? "\u{1B}[?1004h" : "")
                + (disambiguatesKeys ? "\u{1B}[=1u" : "")).utf8)
    }

    /// On a terminal that would print a title, other sequences of xterm may be printed, too.
    private var reportsFocus: Bool { supportsTitle }

    /// Turns off everything that can be on, including the mouse and a link.
    var leave: [UInt8] {
        let modes =
            "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l"
            + (reportsFocus ? "\u{1B}[?2031l\u{1B}[?1004l" : "") + (synchronizesUpdates ? "\u{1B}[?2026l" : "")
            + (disambiguatesKeys ? "\u{1B}[=0u" : "")
        let saved = (setsMetaKey ? "\u{1B}[?1036r" : "") + (savesTitle ? "\u{1B}[23;0t" : "")
        let link = showsLinks ? Hyperlink.closing : []
        return link + Array((modes + saved).utf8)
    }

    private var savesTitle: Bool { supportsTitle && !enteringSavesTitle }

    /// Turns on press, drag, release and wheel, with coordinates of any size.
    func mouse(isOn: Bool) -> [UInt8] {
        Array(
            (isOn ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l").utf8)
    }

    /// Turns reports of a light or dark background on and off (mode 2031 of contour, kitty, Ghostty, foot, VTE and tmux 3.6).
    func backgroundReports(isOn: Bool) -> [UInt8] { reportsFocus ? Array("\u{1B}[?2031\(isOn ? "h" : "l")".utf8) : [] }

    /// Empty on a terminal that would print a title.
    func title(_ text: SafeText) -> [UInt8] {
        supportsTitle ? Array("\u{1B}]2;\(text.truncated(to: 200).string)\u{07}".utf8) : []
    }

    /// OSC 52. Multiplexers get it twice: for their own clipboard (tmux: `set-clipboard on`), and wrapped for the outer
    /// terminal (tmux: `allow-passthrough on`); each ignores the form that it is not configured for.
    func clipboard(_ text: SafeText) -> [UInt8] {
        let bytes = Array(text.string.utf8)
        guard bytes.count <= Self.maximumClipboardBytes else { return [] }
        let plain = "\u{1B}]52;c;\(Base64.text(of: bytes))\u{07}"
        switch multiplexer {
        case nil: return Array(plain.utf8)
        case .tmux: return Array((plain + "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\").utf8)
        case .screen:
            // screen limits the length of a string; it forwards the chunks one after another.
            var chunks: [UInt8] = []
            var rest = Array(plain.utf8)[...]
            while !rest.isEmpty {
                chunks += Array("\u{1B}P".utf8) + rest.prefix(240) + Array("\u{1B}\\".utf8)
                rest = rest.dropFirst(240)
            }
            return chunks
        }
    }
}
