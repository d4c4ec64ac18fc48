internal import Terminal

/// What the terminal is told beside the cells: modes, title, clipboard. Values only; the terminal's output sends them in
/// order with the frames.
struct OutOfBand: Hashable {
    /// Text longer than this is not copied at all: terminals drop long ones, and half a number is worse than none.
    static let maximumClipboardBytes = 74_994

    private enum Multiplexer { case tmux, screen }

    private let takesTitle: Bool
    /// The sequence that takes the whole screen saves and restores the title already.
    private let enteringSavesTitle: Bool
    private let multiplexer: Multiplexer?

    init(name: String, takesTitle: Bool, enteringSavesTitle: Bool, environment: (String) -> String?) {
        (self.takesTitle, self.enteringSavesTitle) = (takesTitle, enteringSavesTitle)
        // Over ssh from inside of one only TERM tells.
        multiplexer =
            if environment("TMUX") != nil || name.hasPrefix("tmux") {
                .tmux
            } else if environment("STY") != nil || name.hasPrefix("screen") {
                .screen
            } else {
                nil
            }
    }

    /// Bracketed paste on. The title is saved only where one can be set.
    var enter: [UInt8] { Array(((savesTitle ? "\u{1B}[22;0t" : "") + "\u{1B}[?2004h").utf8) }

    /// Everything off that can be on: the mouse too, whether or not it was.
    var leave: [UInt8] {
        Array(
            ("\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l" + (savesTitle ? "\u{1B}[23;0t" : ""))
                .utf8)
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
        let plain = "\u{1B}]52;c;\(Base64.encode(bytes))\u{07}"
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
