internal import Basics
internal import Terminal

/// What the terminal is told beside the cells: modes, title, clipboard. Values only; the terminal's output sends them in
/// order with the frames.
struct OutOfBand: Hashable {
    /// Text longer than this is not copied at all: terminals drop long ones, and half a number is worse than none.
    static let maximumClipboardBytes = 74_994

    private let takesTitle: Bool
    /// The sequence that takes the whole screen saves and restores the title already.
    private let enteringSavesTitle: Bool
    private let multiplexer: Multiplexer?
    /// xterm and mlterm type `â` for Alt-b otherwise. Others send the escape byte anyway, and not each of them knows how to save a mode.
    private let setsMetaKey: Bool

    init(name: String, takesTitle: Bool, enteringSavesTitle: Bool, environment: (String) -> String?) {
        (self.takesTitle, self.enteringSavesTitle) = (takesTitle, enteringSavesTitle)
        multiplexer = Multiplexer(name: name, environment: environment)
        setsMetaKey =
            multiplexer == nil && !name.hasPrefix("xterm-kitty") && !name.hasPrefix("xterm-ghostty")
            && (name == "xterm" || name.hasPrefix("xterm-") || name.hasPrefix("mlterm"))
    }

    /// The terminal is to remember its title, where one can be set, and what it sends for Alt. Once: ``leave`` takes back one.
    var save: [UInt8] { Array(((savesTitle ? "\u{1B}[22;0t" : "") + (setsMetaKey ? "\u{1B}[?1036s" : "")).utf8) }

    /// Bracketed paste on, and Alt as an escape byte.
    var enter: [UInt8] { Array(((setsMetaKey ? "\u{1B}[?1036h" : "") + "\u{1B}[?2004h").utf8) }

    /// Everything off that can be on: the mouse too, whether or not it was.
    var leave: [UInt8] {
        let modes = "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l"
        return Array((modes + (setsMetaKey ? "\u{1B}[?1036r" : "") + (savesTitle ? "\u{1B}[23;0t" : "")).utf8)
    }

    private var savesTitle: Bool { takesTitle && !enteringSavesTitle }

    /// Press, drag, release and wheel, with coordinates of any size.
    func mouse(isOn: Bool) -> [UInt8] {
        Array(
            (isOn ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l").utf8)
    }

    /// Nothing where a title would be printed instead.
    func title(_ text: SafeText) -> [UInt8] {
        takesTitle ? Array("\u{1B}]2;\(text.truncated(to: 200).string)\u{07}".utf8) : []
    }

    /// OSC 52. Multiplexers get it twice: as their own clipboard (tmux: `set-clipboard on`), and wrapped for the terminal
    /// around them (tmux: `allow-passthrough on`); each ignores the form that it is not set to take.
    func clipboard(_ text: SafeText) -> [UInt8] {
        let bytes = Array(text.string.utf8)
        guard bytes.count <= Self.maximumClipboardBytes else { return [] }
        let plain = "\u{1B}]52;c;\(Base64.text(of: bytes))\u{07}"
        switch multiplexer {
        case nil: return Array(plain.utf8)
        case .tmux: return Array((plain + "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\").utf8)
        case .screen:
            // Its strings are short: it passes the pieces on one after another.
            var pieces: [UInt8] = []
            var rest = Array(plain.utf8)[...]
            while !rest.isEmpty {
                pieces += Array("\u{1B}P".utf8) + rest.prefix(240) + Array("\u{1B}\\".utf8)
                rest = rest.dropFirst(240)
            }
            return pieces
        }
    }
}
