import Foundation
import PtySupport
import Terminal
import Testing

@Suite("Themes of the real program", .inTurns)
struct ThemeJourneys {
    private func home(kept theme: String? = nil) throws -> Home {
        let home = try Home()
        for folder in ["config/cards-tui/themes", "state/cards-tui"] {
            try FileManager.default.createDirectory(atPath: home.path(folder), withIntermediateDirectories: true)
        }
        if let theme { _ = try home.folder.write("{\"theme\":\"\(theme)\"}", to: "state/cards-tui/screen.json") }
        return home
    }

    /// Starts the program with 24 bits of color, and waits until the whole screen has this background.
    private func start(_ home: Home, _ arguments: [String] = [], expecting ground: Color) async throws {
        let program = try home.start(arguments, environment: ["COLORTERM": "truecolor"])
        try await program.wait(for: "No cards yet.")
        try await program.wait(until: "the ground to be \(ground)") { screen in
            (0..<screen.size.rows).allSatisfy { row in
                (0..<screen.size.columns).allSatisfy { screen[$0, row].background == ground }
            }
        }
        #expect(try await program.quit() == 0)
    }

    @Test("--theme has precedence over the settings, and these over the theme chosen on the screen")
    func precedence() async throws {
        let home = try home(kept: "nord")
        try await start(home, expecting: .rgb(0x2E, 0x34, 0x40))
        try home.configure("theme: one-light\n")
        try await start(home, expecting: .rgb(0xFA, 0xFA, 0xFA))
        try await start(home, ["--theme", "dracula"], expecting: .rgb(0x28, 0x2A, 0x36))
        try await start(home, ["--theme", "terminal"], expecting: .terminalDefault)
    }

    @Test("a chosen theme that differs from the settings ends with the program, and a message says so")
    func untilTheEnd() async throws {
        let home = try home()
        try home.configure("theme: one-light\n")
        let program = try home.start()
        try await program.wait(for: "No cards yet.")
        try await program.type(":theme")
        try await program.wait(for: "choose a color theme")
        try await program.press("enter")
        try await program.wait(for: "Choose a theme")
        try await program.type("dracula")
        try await program.press("enter")
        try await program.wait(forText: "dracula until you quit; the settings file sets theme: one-light.")
        #expect(try await program.quit() == 0)
    }

    @Test("a demo, and a saved theme that is missing, use the terminal's own colours")
    func gone() async throws {
        let home = try home(kept: "gone")
        try await start(home, expecting: .terminalDefault)
        #expect(home.log.contains("there is no theme \"gone\""))
        let program = try self.home(kept: "nord").start(["--demo"], environment: ["COLORTERM": "truecolor"])
        try await program.wait(for: "demo: nothing is saved")
        #expect(await program.look { $0[0, 0].background } == .terminalDefault)
    }

    @Test("a missing or invalid theme exits with 2 and a message")
    func unknown() async throws {
        let home = try home()
        let near = try home.start(["--theme", "nrod"])
        try await near.wait(for: "there is no theme \"nrod\". Did you mean \"nord\"?")
        #expect(try await near.exitStatus() == 2)
        let far = try home.start(["--theme", "zzzzzzzzzzzz"])
        try await far.wait(forText: "There are: terminal, catppuccin-latte,")
        #expect(try await far.exitStatus() == 2)
        for command in [["list"], ["add", "--name", "Boots", "--number", "1"]] {
            let ending = try await home.run(["--theme", "nrod"] + command)
            #expect(ending.status == 2 && ending.errors.contains("Did you mean \"nord\"?"), "\(ending)")
        }
        let file = try home.folder.write(
            "name: Mine\npalette:\n  base00: \"nothing\"\n", to: "config/cards-tui/themes/mine.yaml")
        let broken = try home.start(["--theme", "mine"])
        try await broken.wait(forText: file + ":3:11: base00 must be a color")
        #expect(try await broken.exitStatus() == 2)
    }

    @Test(
        "an invalid theme in the settings is reported with its line, and the screen starts without it; the log lists all problems"
    )
    func broken() async throws {
        let home = try home()
        _ = try home.folder.write(
            "name: Mine\npalette:\n  base00: \"nothing\"\n", to: "config/cards-tui/themes/mine.yaml")
        try home.configure("theme: mine\nkeys:\n  list.star: d\n  list.edit: d\n")
        let program = try home.start()
        try await program.wait(for: "No cards yet.")
        try await program.wait(forText: "lists all 3")
        try await program.type(":settings problems")
        try await program.press("enter")
        try await program.wait(forText: "mine.yaml:3: base00 must be a color")
        try await program.press("esc")
        try await program.wait(forNo: "mine.yaml")
        #expect(await program.look { $0[0, 0].background } == .terminalDefault)
        #expect(try await program.quit() == 0)
        #expect(home.log.contains("there is no base01, base02"))
        #expect(home.log.contains("d is bound twice, to list.edit and list.star"))
    }

    @Test("without colours a theme has attributes only, and the selection is still visible")
    func noColor() async throws {
        let home = try home()
        let program = try home.start(["--demo", "--theme", "rose-pine"], environment: ["NO_COLOR": "1"])
        try await program.wait(for: "Alpine Airways")
        try await program.wait(until: "the selection") { $0[3, 1].attributes.contains(.reverse) }
        let isColored = await program.look { screen in
            (0..<24).contains { row in
                (0..<80).contains { column in
                    screen[column, row].background != .terminalDefault
                        || screen[column, row].foreground != .terminalDefault
                }
            }
        }
        #expect(!isColored)
    }
}
