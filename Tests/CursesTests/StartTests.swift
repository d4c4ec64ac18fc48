import PtySupport
import Terminal
import TestSupport
import Testing

@testable import Curses

@Suite("Starting in any terminal")
struct StartTests {
    @Test(
        "the number of colours follows terminal and settings",
        arguments: [
            (["TERM": "xterm-256color"], "256"),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], "24bit"),
            (["TERM": "tmux-256color", "COLORTERM": "24bit"], "24bit"),
            // With their own description (ncurses-term) or without.
            (["TERM": "xterm-direct"], "24bit"),
            (["TERM": "xterm-kitty"], "24bit"),
            (["TERM": "xterm"], "16"),
            // Described with eight colors, but recognized by their variables.
            (["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"], "256"),
            (["TERM": "xterm", "MLTERM": "3.9.2"], "256"), (["TERM": "mlterm", "MLTERM": "3.9.2"], "256"),
            (["TERM": "linux", "XTERM_VERSION": "XTerm(379)"], "16"),
            (["TERM": "linux"], "16"),
            (["TERM": "vt100"], "mono"),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"], "mono"),
            (["TERM": "xterm-256color", "NO_COLOR": ""], "256"),
            (["TERM": "xterm-256color", "CLICOLOR": "0"], "mono"),
            (["TERM": "xterm-256color", "CLICOLOR": "1"], "256"),
            (["TERM": "xterm-256color", "CLICOLOR": "0", "CLICOLOR_FORCE": "1"], "256"),
            (["TERM": "vt100", "CLICOLOR_FORCE": "1"], "16"), (["TERM": "vt100", "CLICOLOR_FORCE": "0"], "mono"),
            (["TERM": "xterm-256color", "FORCE_COLOR": "0"], "mono"), (["TERM": "xterm", "FORCE_COLOR": "2"], "256"),
            (["TERM": "xterm-256color", "FORCE_COLOR": "1"], "256"), (["TERM": "xterm", "FORCE_COLOR": "3"], "24bit"),
            (["TERM": "xterm", "FORCE_COLOR": "3", "NO_COLOR": "1"], "mono"),
            // GNU screen misreads 38;2, whatever it has inherited; tmux does not.
            (["TERM": "screen-256color", "COLORTERM": "truecolor"], "256"),
            (["TERM": "screen.xterm-256color", "COLORTERM": "truecolor", "STY": "1.pts-0"], "256"),
            (["TERM": "xterm-256color", "COLORTERM": "24bit", "STY": "1.pts-0"], "256"),
            (["TERM": "screen-256color", "COLORTERM": "truecolor", "TMUX": "/tmp/tmux-0/default,1,0"], "24bit"),
        ] as [([String: String], String)])
    func colors(environment: [String: String], depth: String) async throws {
        let program = try probe(environment: environment.mapValues { $0 })
        try await program.wait(for: "Ready 80x24 \(depth)")
    }

    @Test(
        "in GNU screen the mouse is off, because it would delay Esc; `M` and the setting switch it on",
        arguments: [["TERM": "screen-256color"], ["TERM": "xterm-256color", "STY": "1.pts-0"]])
    func mouseInScreen(environment: [String: String]) async throws {
        let program = try probe(environment: environment.mapValues { $0 })
        try await program.wait(for: "Ready")
        await program.look { #expect($0.modes.isDisjoint(with: [1000, 1002, 1006])) }
        try await program.press("m")
        try await program.wait(until: "the mouse on") { $0.modes.isSuperset(of: [1000, 1002, 1006]) }
        let told = try probe(["--mouse"], environment: environment.mapValues { $0 })
        try await told.wait(for: "Ready")
        await told.look { #expect($0.modes.isSuperset(of: [1000, 1002, 1006])) }
        let tmux = try probe(environment: ["TERM": "screen-256color", "TMUX": "/tmp/tmux-0/default,1,0"])
        try await tmux.wait(for: "Ready")
        await tmux.look { #expect($0.modes.isSuperset(of: [1000, 1002, 1006])) }
    }

    @Test("key sequences follow the terminfo entry, and modes switched on for them are switched off again")
    func applicationKeys() async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        #expect(await program.output.contains(Array("\u{1B}[?1h\u{1B}=".utf8)))
        try await program.press("q")
        #expect(try await program.exitStatus() == 7)
        try await program.wait(forOutput: "\u{1B}[?1l\u{1B}>")
    }

    @Test(
        "in mlterm erasing sequences are avoided, since it counts wide characters wrong",
        arguments: [
            (["TERM": "mlterm"], false), (["TERM": "xterm", "MLTERM": "3.9.2"], false), (["TERM": "xterm"], true),
        ])
    @MainActor
    func erasing(environment: [String: String], isErasing: Bool) throws {
        let choice = try TerminalChoice { environment[$0] }
        // `\\E[1K` and `\\E[%p1%dX`.
        for sequence in ["\u{1B}[1K", "\u{1B}[%p1%dX"] {
            #expect(choice.description.compiled.contains(Array(sequence.utf8)) == isErasing)
        }
    }

    @Test(
        "direction marks have a column in mlterm, and nowhere else: not where its variable is inherited, nor inside of tmux",
        arguments: [
            (["TERM": "mlterm"], true), (["TERM": "mlterm-256color"], true),
            (["TERM": "xterm", "MLTERM": "3.9.2"], true), (["TERM": "xterm-256color", "MLTERM": "3.9.2"], true),
            (["TERM": "xterm-256color"], false), (["TERM": "xterm-kitty", "MLTERM": "3.9.2"], false),
            (["TERM": "xterm", "MLTERM": "3.9.2", "XTERM_VERSION": "XTerm(379)"], false),
            (["TERM": "tmux-256color", "MLTERM": "3.9.2", "TMUX": "/tmp/tmux-0/default,1,0"], false),
            (["TERM": "xterm-256color", "MLTERM": "3.9.2", "NVIM": "/tmp/nvim"], false),
        ])
    @MainActor
    func directionMarks(environment: [String: String], countsMarks: Bool) throws {
        let choice = try TerminalChoice { environment[$0] }
        #expect((choice.measuring == .countingMarks) == countsMarks)
    }

    @Test("foot draws an emoji over the columns of all its code points, so that it gets the first, as through tmux")
    @MainActor
    func wideClusters() throws {
        for (name, isShort) in [("foot", true), ("foot-extra", true), ("tmux-256color", true), ("xterm-kitty", false)] {
            #expect(try (TerminalChoice { $0 == "TERM" ? name : nil }.measuring == .byTwo) == isShort)
        }
    }

    @Test("an unknown terminal is treated as an xterm, with one line in the log")
    func unknown() async throws {
        let log = TemporaryFile()
        let program = try probe(["--log", log.path], environment: ["TERM": "xterm-nobody-knows"])
        try await program.wait(for: "Ready 80x24 256")
        #expect(
            log.text == "The terminal xterm-nobody-knows has no terminfo entry here; using xterm-256color.\n")
    }

    @Test("a terminal that cannot place its cursor is rejected with a message", arguments: ["dumb", nil, "unknown"])
    func dumb(name: String?) async throws {
        let program = try probe(environment: ["TERM": name])
        #expect(try await program.exitStatus() == 2)
        #expect(await program.text.filter { !$0.isNewline }.contains("cards-tui list"))
        #expect(await !program.output.contains(0x1B))
    }

    @Test("a locale without UTF-8 does not garble characters", arguments: ["C", "POSIX", "xx_YY", nil])
    func locale(name: String?) async throws {
        let program = try probe(environment: ["LANG": name])
        try await program.wait(for: "┘")
        try await program.type("ł")
        try await program.wait(for: "key ł")
    }

    @Test("24-bit colours and the user's sixteen are sent as such, and the palette is not changed")
    func trueColor() async throws {
        let program = try probe(environment: ["COLORTERM": "truecolor"])
        try await program.wait(for: "Ready")
        try await program.press("s")
        try await program.wait(for: "colour")
        await program.look { screen in
            #expect(screen[0, 2].foreground == .palette(1))
            #expect(screen[0, 3].foreground == .palette(9))
            #expect(screen[0, 4].foreground == .rgb(255, 135, 0))
            #expect(screen[0, 5].foreground == .rgb(255, 100, 0))
            #expect(screen[0, 5].background == .terminalDefault)
            #expect(screen[0, 6].background == .rgb(0, 0, 95))
            #expect(screen[0, 7].foreground == .rgb(1, 2, 3))
            #expect(screen[0, 7].background == .rgb(250, 251, 252))
            #expect(screen[0, 8].attributes == .bold)
            #expect(screen[0, 9].attributes == [.italic, .underline])
            #expect(screen[10, 9] == screen[10, 3])
        }
        #expect(!(await program.output.contains(Array("\u{1B}]4;".utf8))))
    }

    @Test("in 256 colours the nearest is used, never one of the user's sixteen")
    func indexed() async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        try await program.press("s")
        try await program.wait(for: "colour")
        await program.look { screen in
            #expect(screen[0, 2].foreground == .palette(1))
            #expect(screen[0, 3].foreground == .palette(9))
            #expect(screen[0, 4].foreground == .palette(208))
            #expect(screen[0, 5].foreground == .palette(202))
            #expect(screen[0, 6].background == .palette(17))
            #expect(screen[0, 7].foreground == .palette(16))
            #expect(screen[0, 7].background == .palette(231))
        }
    }

    @Test("an xterm described with eight colours gets its 256")
    func describedWithEight() async throws {
        let program = try probe(environment: ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"])
        try await program.wait(for: "Ready")
        try await program.press("s")
        try await program.wait(for: "colour")
        await program.look { screen in
            #expect(screen[0, 2].foreground == .palette(1))
            #expect(screen[0, 3].foreground == .palette(9))
            #expect(screen[0, 4].foreground == .palette(208))
            #expect(screen[0, 6].background == .palette(17))
        }
    }

    @Test("with NO_COLOR attributes are sent, but no colours")
    func noColor() async throws {
        let program = try probe(environment: ["NO_COLOR": "1"])
        try await program.wait(for: "Ready")
        try await program.press("s")
        try await program.wait(for: "colour")
        await program.look { screen in
            for row in 2..<10 {
                #expect(screen[0, row].foreground == .terminalDefault)
                #expect(screen[0, row].background == .terminalDefault)
            }
            #expect(screen[0, 8].attributes == .bold)
        }
    }

    @Test("children get the unchanged environment", arguments: [nil, "/usr/share/terminfo"])
    func environment(terminfo: String?) async throws {
        let program = try probe(environment: ["TERMINFO": terminfo, "COLORTERM": "truecolor"])
        try await program.wait(for: "Ready")
        try await program.press("t")
        try await program.wait(for: "terminfo \(terminfo ?? "none")")
    }

    @Test("a title is set and sanitized, but not where it would be printed")
    func title() async throws {
        let program = try probe()
        try await program.wait(until: "the title") { $0.title == "cards ␛]0;owned" }
        let console = try probe(environment: ["TERM": "linux"])
        try await console.wait(for: "Ready")
        try await console.press("j")
        try await console.wait(for: "key j")
        #expect(!(await console.output.contains(Array("\u{1B}]".utf8))))
    }

    @Test("input that is not a terminal is rejected with a message")
    func noTerminal() async throws {
        let program = try TerminalProgram(
            "/bin/sh", arguments: ["-c", "\(Products.folder)/curses-probe </dev/null"])
        #expect(try await program.exitStatus() == 2)
        #expect(await program.text.contains("This is not a terminal"))
    }
}
