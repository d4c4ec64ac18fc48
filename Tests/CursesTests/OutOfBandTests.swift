import Basics
import Terminal
import Testing

@testable import Curses

@Suite("Escape sequences beside the cells")
struct OutOfBandTests {
    private func outOfBand(_ name: String, _ environment: [String: String] = [:], supportsTitle: Bool = true)
        -> OutOfBand
    {
        OutOfBand(name: name, supportsTitle: supportsTitle, enteringSavesTitle: false) { environment[$0] }
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("base64 follows the standard")
    func base64() {
        let samples = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foobar": "Zm9vYmFy", "ł?": "xYI/"]
        for (plain, coded) in samples { #expect(Base64.text(of: Array(plain.utf8)) == coded) }
    }

    @Test("the clipboard sequence passes through tmux and screen")
    func clipboard() {
        let plain = "\u{1B}]52;c;Zm9v\u{7}"
        #expect(text(outOfBand("xterm").clipboard("foo")) == plain)
        let tmux = plain + "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\"
        #expect(text(outOfBand("screen-256color", ["TMUX": "/x"]).clipboard("foo")) == tmux)
        #expect(text(outOfBand("screen").clipboard("foo")) == "\u{1B}P" + plain + "\u{1B}\\")
    }

    @Test("screen gets a long text in chunks that it accepts")
    func chunks() {
        let long = SafeText(String(repeating: "x", count: 2000))
        let bytes = outOfBand("screen").clipboard(long)
        let chunks = bytes.split(separator: Array("\u{1B}\\".utf8)).map { $0.dropFirst(2) }
        #expect(chunks.allSatisfy { $0.count <= 240 })
        #expect(Array(chunks.joined()) == outOfBand("xterm").clipboard(long))
    }

    @Test("a text longer than terminals accept is not copied")
    func tooLong() {
        let long = SafeText(String(repeating: "x", count: OutOfBand.maximumClipboardBytes + 1))
        #expect(outOfBand("xterm").clipboard(long).isEmpty)
    }

    @Test("a title is saved and restored only if the terminal supports titles")
    func title() {
        #expect(text(outOfBand("xterm").title("cards")) == "\u{1B}]2;cards\u{7}")
        #expect(outOfBand("linux", supportsTitle: false).title("cards").isEmpty)
        #expect(text(outOfBand("xterm").save).contains("[22;0t"))
        #expect(!text(outOfBand("xterm").enter).contains("[22;0t"))
        #expect(text(outOfBand("xterm").leave).contains("[23;0t"))
        #expect(!text(outOfBand("linux", supportsTitle: false).leave).contains("[23;0t"))
    }

    @Test(
        "a frame is shown at once where the terminal is known to do that, and a crash in the middle ends it",
        arguments: [
            ("xterm-kitty", [:], true), ("foot", [:], true), ("xterm-256color", ["TERM_PROGRAM": "WezTerm"], true),
            ("xterm-256color", [:], false), ("foot", ["TMUX": "/x"], false), ("linux", [:], false),
        ] as [(String, [String: String], Bool)])
    func updates(name: String, environment: [String: String], isKnown: Bool) {
        let sequences = outOfBand(name, environment)
        let frame = text(sequences.update(Array("frame".utf8)))
        #expect(frame == (isKnown ? "\u{1B}[?2026hframe\u{1B}[?2026l" : "frame"))
        #expect(sequences.update([]).isEmpty)
        #expect(text(sequences.leave).contains("[?2026l") == isKnown)
    }

    @Test(
        "keys are unambiguous where the terminal is known to have kitty's protocol, until it is left, also by a crash",
        arguments: [
            ("xterm-kitty", [:], true), ("foot-direct", [:], true), ("alacritty", [:], true),
            ("xterm-256color", [:], false), ("footer", [:], false), ("foot", ["TMUX": "/x"], false),
            ("linux", [:], false),
        ] as [(String, [String: String], Bool)])
    func keys(name: String, environment: [String: String], isKnown: Bool) {
        let sequences = outOfBand(name, environment)
        #expect(text(sequences.enter).contains("\u{1B}[=1u") == isKnown)
        #expect(text(sequences.leave).contains("\u{1B}[=0u") == isKnown)
    }

    @Test(
        "a terminal has links where that is known, by its name or by its own variable, and a crash in the middle ends one",
        arguments: [
            ("xterm-kitty", [:], true), ("foot", [:], true), ("alacritty", [:], true),
            ("xterm-256color", ["VTE_VERSION": "7006"], true), ("xterm-256color", ["VTE_VERSION": "5000"], false),
            ("xterm-256color", ["KONSOLE_VERSION": "220400"], true), ("xterm", ["KONSOLE_VERSION": "180400"], false),
            ("xterm-256color", ["TERM_PROGRAM": "vscode"], true), ("xterm-256color", ["WT_SESSION": "x"], true),
            ("xterm-256color", ["VTE_VERSION": "7006", "VIM_TERMINAL": "9"], false), ("xterm-256color", [:], false),
            ("st-256color", ["VTE_VERSION": "7006"], false), ("tmux-256color", [:], true),
            ("tmux-256color", ["TMUX": "/x", "STY": "1.pts-0"], false), ("screen-256color", [:], false),
        ] as [(String, [String: String], Bool)])
    func links(name: String, environment: [String: String], isKnown: Bool) {
        let sequences = outOfBand(name, environment)
        #expect(sequences.showsLinks == isKnown)
        #expect(text(sequences.leave).hasPrefix("\u{1B}]8;;\u{1B}\\") == isKnown)
    }

    @Test("without titles there are no links either, except in tmux, whatever TERM is there")
    func linksWithoutTitle() {
        #expect(!outOfBand("linux", ["VTE_VERSION": "7006"], supportsTitle: false).showsLinks)
        #expect(!outOfBand("vt100", ["TERM_PROGRAM": "WezTerm"], supportsTitle: false).showsLinks)
        #expect(outOfBand("screen-256color", ["TMUX": "/x"], supportsTitle: false).showsLinks)
    }

    @Test("leaving switches off every mode that entering may have switched on")
    func modes() {
        let entered = text(outOfBand("xterm").enter + outOfBand("xterm").mouse(isOn: true))
        let left = text(outOfBand("xterm").leave)
        for mode in entered.split(separator: "\u{1B}[?").filter({ $0.hasSuffix("h") }) {
            // The saved state is restored.
            let wasSaved = text(outOfBand("xterm").save).contains("[?\(mode.dropLast())s")
            #expect(left.contains("[?\(mode.dropLast())\(wasSaved ? "r" : "l")"), "\(mode)")
        }
    }

    @Test("focus is reported where a title can be set, and not after leaving")
    func focus() {
        #expect(text(outOfBand("xterm").enter).contains("\u{1B}[?1004h"))
        #expect(text(outOfBand("xterm").leave).contains("\u{1B}[?1004l"))
        #expect(!text(outOfBand("linux", supportsTitle: false).enter).contains("1004"))
    }

    @Test("a frame is shown at once where the terminal is known to do that, and not through tmux")
    func updates() {
        let frame = Array("frame".utf8)
        for name in ["xterm-kitty", "foot", "foot-direct", "alacritty", "wezterm"] {
            #expect(text(outOfBand(name).update(frame)) == "\u{1B}[?2026hframe\u{1B}[?2026l", "\(name)")
            #expect(outOfBand(name).update([]).isEmpty)
        }
        #expect(text(outOfBand("xterm-256color", ["TERM_PROGRAM": "WezTerm"]).update(frame)).hasPrefix("\u{1B}[?2026h"))
        for name in ["xterm", "xterm-256color", "linux", "tmux-256color", "footprint"] {
            #expect(outOfBand(name).update(frame) == frame, "\(name)")
        }
        #expect(outOfBand("xterm-kitty", ["TMUX": "/x"]).update(frame) == frame)
    }

    @Test(
        "Alt sends an escape byte in xterm and mlterm, whose former setting is restored; other terminals are not changed"
    )
    func metaKey() {
        for name in ["xterm", "xterm-256color", "mlterm-256color"] {
            #expect(text(outOfBand(name).save).contains("\u{1B}[?1036s"))
            #expect(text(outOfBand(name).enter).contains("\u{1B}[?1036h"))
            #expect(text(outOfBand(name).leave).contains("\u{1B}[?1036r"))
        }
        for name in ["xterm-kitty", "st-256color", "linux", "screen.xterm-256color", "tmux-256color"] {
            let all = text(outOfBand(name).save + outOfBand(name).enter + outOfBand(name).leave)
            #expect(!all.contains("1036"), "\(name)")
        }
    }
}
