internal import Basics
internal import Terminal

/// Sequences apart from the cells: modes, title, clipboard. Values only; ``TerminalOutput`` sends them in order with
/// the frames.
struct OutOfBand: Hashable {
    /// Longer text is not copied at all: terminals drop long strings, and half a number is worse than none.
    static let maximumClipboardBytes = 74_994

    private let supportsTitle: Bool
    /// The sequence that enters the alternate screen saves and restores the title already.
    private let enteringSavesTitle: Bool
    private let multiplexer: Multiplexer?
    /// xterm and mlterm otherwise send `â` for Alt-b. Others send the escape byte anyway, and not all of them can save a mode.
    private let setsMetaKey: Bool

    init(name: String, supportsTitle: Bool, enteringSavesTitle: Bool, environment: (String) -> String?) {
        (self.supportsTitle, self.enteringSavesTitle) = (supportsTitle, enteringSavesTitle)
        multiplexer = Multiplexer(name: name, environment: environment)
        setsMetaKey =
            multiplexer == nil && !name.hasPrefix("xterm-kitty") && !name.hasPrefix("xterm-ghostty")
            && (name == "xterm" || name.hasPrefix("xterm-") || name.hasPrefix("mlterm"))
    }

    /// Saves the title, where one can be set, and the mode for Alt. Send it once: ``leave`` restores once.
    var save: [UInt8] { Array(((savesTitle ? "\u{1B}[22;0t" : "") + (setsMetaKey ? "\u{1B}[?1036s" : "")).utf8) }

    /// Turns on bracketed paste, reports of the focus, and Alt as an escape byte.
    var enter: [UInt8] { Array(((setsMetaKey ? "\u{1B}[?1036h" : "") + "\u{1B}[?2004h\u{1B}[?1004h").utf8) }

    /// Turns off everything that can be on, including the mouse.
    var leave: [UInt8] {
        let modes = "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?1004l\u{1B}[?2004l"
        return Array((modes + (setsMetaKey ? "\u{1B}[?1036r" : "") + (savesTitle ? "\u{1B}[23;0t" : "")).utf8)
    }

    private var savesTitle: Bool { supportsTitle && !enteringSavesTitle }

    /// Turns on press, drag, release and wheel, with coordinates of any size.
    func mouse(isOn: Bool) -> [UInt8] {
        Array(
            (isOn ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l").utf8)
    }

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
