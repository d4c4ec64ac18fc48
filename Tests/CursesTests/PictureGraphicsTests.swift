import Terminal
import Testing

@testable import Curses

@Suite("The medium of pictures")
struct PictureGraphicsTests {
    private typealias Variables = [String: String]

    private func graphics(_ variables: [String: String]) -> PictureGraphics {
        PictureGraphics(device: "/dev/pts/7") { variables[$0] }
    }

    @Test(
        "terminals with pixels are recognized by name",
        arguments: [
            (["TERM": "xterm-kitty"], .kitty), (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .kitty),
            (["TERM": "xterm-ghostty"], .kitty), (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], .kitty),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .iterm), (["TERM": "wezterm"], .iterm),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iterm),
            (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2", "SSH_TTY": "/dev/pts/7"], .iterm),
            (["TERM": "foot"], .sixel), (["TERM": "foot-extra"], .sixel), (["TERM": "mlterm-256color"], .sixel),
            (["TERM": "contour"], .sixel), (["TERM": "yaft-256color"], .sixel),
        ] as [([String: String], PictureGraphics)])
    func known(variables: [String: String], expected: PictureGraphics) {
        #expect(graphics(variables) == expected)
    }

    @Test(
        "other terminals get symbols",
        arguments: [
            ["TERM": "xterm-256color"], ["TERM": "linux"], [:], ["TERM": "footloose"], ["TERM": "xterm-kittyish"],
            ["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"],
            ["TERM": "xterm-256color", "TERM_PROGRAM": "vscode"],
            ["TERM": "xterm-256color", "KONSOLE_VERSION": "230401"],
            ["TERM": "xterm-256color", "KITTY_WINDOW_ID": ""],
            // Started from kitty, whose variable it has inherited.
            ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "VTE_VERSION": "7006"],
            ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "TERM_PROGRAM": "vscode"],
            ["TERM": "alacritty", "KITTY_WINDOW_ID": "1", "ALACRITTY_WINDOW_ID": "9"],
            // Other terminals started from there, by their names and by their variables.
            ["TERM": "st-256color", "KITTY_WINDOW_ID": "1"], ["TERM": "rxvt-unicode-256color", "KITTY_WINDOW_ID": "1"],
            ["TERM": "alacritty", "KITTY_WINDOW_ID": "1"], ["TERM": "linux", "KITTY_WINDOW_ID": "1"],
            ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "XTERM_VERSION": "XTerm(379)"],
            ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "KONSOLE_VERSION": "221203"],
            ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1", "ALACRITTY_LOG": "/tmp/a.log"],
            ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm", "XTERM_VERSION": "XTerm(379)"],
            // Mosh: the device differs from that of ssh.
            ["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2", "SSH_TTY": "/dev/pts/6"],
        ])
    func unsure(variables: [String: String]) { #expect(graphics(variables) == .symbols) }

    @Test(
        "within a multiplexer symbols are used, whatever the outer terminal",
        arguments: [
            ["TMUX": "/tmp/tmux-0/default,1,0"], ["STY": "1.pts-0"], ["TERM": "tmux-256color"],
            ["TERM": "screen.xterm-kitty"], ["ZELLIJ": "0"], ["NVIM": "/run/nvim"], ["TERM_PROGRAM": "tmux"],
        ])
    func within(variables: [String: String]) {
        let around = ["TERM": "xterm-kitty", "KITTY_WINDOW_ID": "1", "LC_TERMINAL": "iTerm2", "SSH_TTY": "/dev/pts/7"]
        #expect(graphics(around) == .kitty)
        #expect(graphics(around.merging(variables) { $1 }) == .symbols)
    }

    @Test("in tmux and screen the setting has no effect: they would drop or misread pixels")
    @MainActor
    func insideMultiplexer() throws {
        for wished in PictureGraphics.allCases {
            for within in [["TMUX": "/tmp/tmux-0/default,1,0"], ["STY": "1.pts-0"], ["TERM": "screen.xterm-256color"]] {
                let variables = ["TERM": "xterm-256color"].merging(within) { $1 }
                #expect(try TerminalChoice(graphics: wished) { variables[$0] }.graphics == .symbols)
            }
        }
    }

    @Test("the setting has precedence over the environment, but not over NO_COLOR")
    @MainActor
    func overridden() throws {
        func choice(_ requested: PictureGraphics?, _ variables: [String: String]) throws -> PictureGraphics {
            try TerminalChoice(graphics: requested) { variables[$0] }.graphics
        }
        #expect(try choice(.sixel, ["TERM": "xterm-256color"]) == .sixel)
        #expect(try choice(.symbols, ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"]) == .symbols)
        #expect(try choice(nil, ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"]) == .kitty)
        #expect(try choice(nil, ["TERM": "vt100", "KITTY_WINDOW_ID": "1"]) == .symbols)
        #expect(try choice(.kitty, ["TERM": "xterm-256color", "NO_COLOR": "1"]) == .symbols)
    }
}
