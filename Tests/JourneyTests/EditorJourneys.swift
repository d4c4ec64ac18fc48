import Foundation
import PtySupport
import Terminal
import TestSupport
import Testing

/// The user's own editor, started on the terminal by the real program. The editors are scripts, which note that they ran.
@Suite("The user's editor", .inTurns)
struct EditorJourneys {
    /// A script that is started with the file as its last argument.
    private func editor(_ body: String, in home: Home) throws -> String {
        try home.folder.write("#!/bin/sh\nfor file; do :; done\n\(body)\n", to: "editor", mode: 0o700)
    }

    private func choose(_ words: String, in program: TerminalProgram) async throws {
        try await program.type(":" + words)
        try await program.press("enter")
    }

    @Test("the settings are edited from the palette, and applied: theme, keys and problems; the rest at the next start")
    func settings() async throws {
        let home = try Home()
        let script = try editor(
            """
            echo "$file" >>"\(home.path("edited"))"
            printf 'theme: nord\\nescape_delay: 30\\nkeys:\\n  list.add: n\\n' >"$file"
            """, in: home)
        let program = try home.start(environment: ["VISUAL": script, "COLORTERM": "truecolor"])
        try await program.wait(for: "No cards yet.")
        try await choose("settings", in: program)
        try await program.wait(forText: "escape_delay takes effect at the next start.")
        try await program.wait(until: "the theme to be shown") { $0[0, 0].background == .rgb(0x2E, 0x34, 0x40) }
        #expect(try home.folder.text(of: "edited") == home.path("config/cards-tui/config.yaml") + "\n")
        try await program.press("n")
        try await program.wait(for: "New card")
        try await program.press("esc")
        try await program.wait(for: "No cards yet.")
        #expect(try await program.quit() == 0)
    }

    @Test("settings that another program writes are applied at once, also through a link")
    func settingsOfOthers() async throws {
        let dark = Color.rgb(0x2E, 0x34, 0x40)
        let home = try Home()
        let program = try home.start(environment: ["COLORTERM": "truecolor"])
        try await program.wait(for: "No cards yet.")
        try home.configure("theme: nord\n")
        try await program.wait(for: "Settings applied")
        try await program.wait(until: "the theme to be shown") { $0[0, 0].background == dark }
        #expect(try await program.quit() == 0)

        _ = try home.folder.write("theme: gruvbox-light\n", to: "mine.yaml")
        let path = home.path("config/cards-tui/config.yaml")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: home.path("mine.yaml"))
        let second = try home.start(environment: ["COLORTERM": "truecolor"])
        try await second.wait(for: "No cards yet.")
        _ = try home.folder.write("theme: nord\n", to: "mine.yaml")
        try await second.wait(until: "the theme to be shown") { $0[0, 0].background == dark }
        _ = try home.folder.write("thme: nord\n", to: "mine.yaml")
        try await second.wait(forText: "there is no setting \"thme\"")
        #expect(try await second.quit() == 0)
    }

    @Test("without a settings file the editor gets one with every setting as a comment, which sets nothing")
    func newSettings() async throws {
        let home = try Home()
        let script = try editor("cp \"$file\" \"\(home.path("seen"))\"; echo 'mouse: true' >>\"$file\"", in: home)
        let program = try home.start(environment: ["VISUAL": script])
        try await program.wait(for: "No cards yet.")
        try await choose("settings", in: program)
        try await program.wait(for: "Settings applied")
        let seen = try home.folder.text(of: "seen")
        #expect(seen.contains("\n#theme: terminal\n") && seen.split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
        #expect(try await program.quit() == 0)
    }

    @Test("the camera and the backups follow settings that are edited while the program runs")
    func settingsOfServices() async throws {
        let home = try Home()
        func camera(_ name: String) -> String { "camera:\n  command: echo \(name) >>\(home.path("cameras"))\n" }
        try home.configure(camera("former"))
        try await home.add("Elm Gym")
        _ = try home.folder.write(camera("edited") + "backup:\n  folder: \(home.path("kept"))\n", to: "config.new")
        let script = try editor("cp '\(home.path("config.new"))' \"$file\"", in: home)
        let program = try home.start(environment: ["VISUAL": script])
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await choose("settings", in: program)
        try await program.wait(for: "Settings applied")
        try await program.press("U")
        try await program.wait(for: "Backups")
        try await program.press("m")
        try await program.wait(until: "an answer") {
            // The folder got its backup when the settings were read, which may still be made.
            ["Made cards-", "No card has changed since", "backups are turned off"].contains(where: $0.text.contains)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path("kept")).count == 1)

        try await program.press("esc")
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.press("a")
        try await program.wait(for: "New card")
        for _ in 0..<Samples.fieldsBeforeFront { try await program.press("down") }
        try await program.wait(for: "Ctrl-O choose")
        try await program.press("ctrl-t")
        try await program.wait(for: "The camera stopped")
        #expect(try home.folder.text(of: "cameras") == "edited\n")
    }

    @Test("problems stay in the status line until they are fixed, and each opens the editor at its line")
    func problems() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        try home.configure("mouse: maybe\nthme: nord\n")
        let path = try editor("echo \"$1\" >>\"\(home.path("lines"))\"; echo 'mouse: true' >\"$file\"", in: home)
        // An editor that is known to go to a line.
        let script = home.path("nano")
        try FileManager.default.moveItem(atPath: path, toPath: script)
        let program = try home.start(environment: ["VISUAL": script])
        try await program.wait(for: "Elm Gym")
        try await program.press("j")
        try await program.wait(for: "⚠ 2 settings problems")
        try await choose("settings problems", in: program)
        try await program.wait(for: "config.yaml:1: mouse must be true or false")
        try await program.press("down")
        try await program.press("enter")
        try await program.wait(for: "Settings applied")
        try await program.press("j")
        try await program.wait(until: "the problems to go") { screen in
            !screen.text.contains("⚠")
        }
        #expect(try home.folder.text(of: "lines") == "+2\n")
        #expect(try await program.quit() == 0)
    }

    @Test("a card is edited as text: unchanged nothing is done, an error is offered again with a comment on its line")
    func card() async throws {
        let home = try Home()
        try await home.add("Elm Gym", number: "0 0042")
        let script = try editor(
            """
            stat -c %a "$file" "$(dirname "$file")" >"\(home.path("modes"))"
            cp "$file" "$file~"
            cp "$file" "\(home.path("text"))$(ls "\(home.path(""))" | grep -c '^text')"
            [ -e "\(home.path("edit.sed"))" ] && sed -i -f "\(home.path("edit.sed"))" "$file"
            exit 0
            """, in: home)
        let program = try home.start(environment: ["VISUAL": nil, "EDITOR": script])
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.press("E")
        try await program.wait(for: "No changes.")
        #expect(try home.folder.text(of: "modes") == "600\n700\n")
        #expect(try home.folder.text(of: "text0").contains("\nname: Elm Gym\nnumber: 0 0042\n"))

        _ = try home.folder.write("s/^expiry:.*/expiry: never/\ns/^name:.*/name: Oak Pool/\n", to: "edit.sed")
        try await program.press("E")
        try await program.wait(for: "Edit again?")
        _ = try home.folder.write("/^#!/d\ns/^expiry:.*/expiry: 2027-01-31/\n", to: "edit.sed")
        try await program.press("y")
        try await program.wait(for: "Saved Oak Pool")
        let again = try home.folder.text(of: "text2")
        #expect(again.ranges(of: "#! ").count == 1)
        let lines = again.split(separator: "\n")
        let comment = try #require(lines.firstIndex { $0.hasPrefix("#! ") })
        #expect(lines[comment + 1].hasPrefix("expiry:"))
        #expect(try await home.cards().first?["number"]?.string == "0 0042")

        // One step: undo brings back all of it.
        try await program.press("u")
        try await program.wait(for: "Elm Gym")
        #expect(try await home.names() == ["Elm Gym"])
        // Nothing of the card stays behind.
        let left = try FileManager.default.contentsOfDirectory(atPath: home.path("state/cards-tui/edit"))
        #expect(left.isEmpty)
        #expect(try await program.quit() == 0)
    }

    @Test("an editor has the whole terminal meanwhile, and its failure is said")
    func terminal() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let script = try editor(
            "printf 'editor:%s\\n' \"$(stty -a | grep -o -w -- '-*icanon')\"; read answer; exit 3", in: home)
        let program = try home.start(environment: ["VISUAL": script])
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.press("E")
        // Line by line, as a shell leaves it.
        try await program.wait(for: "editor:icanon")
        try await program.type("x\r")
        try await program.wait(forText: "failed: exit code 3")
        try await program.press("j")
        try await program.wait(for: "Elm Gym · 1 of 1")
        #expect(try await program.quit() == 0)
    }

    @Test("a problem of a theme opens the theme; that of its name the settings, at their line")
    func theme() async throws {
        let home = try Home()
        let script = home.path("nano")
        try FileManager.default.moveItem(
            atPath: try editor(
                "echo \"$@\" >>\"\(home.path("opened"))\"\ncp '\(home.path("config.new"))' \"$file\"", in: home),
            toPath: script)
        let themes = "config/cards-tui/themes"
        try FileManager.default.createDirectory(atPath: home.path(themes), withIntermediateDirectories: true)
        _ = try home.folder.write("name: Mine\nvariant: dim\npalette:\n  base00: x\n", to: themes + "/mine.yaml")
        _ = try home.folder.write("mouse: on\ntheme: mine\n", to: "config.new")
        try home.configure("mouse: on\ntheme: mien\n")
        let program = try home.start(environment: ["VISUAL": script])
        try await program.wait(forText: "there is no theme \"mien\"")
        try await choose("settings problems", in: program)
        try await program.wait(for: "config.yaml:2: there is no theme")
        try await program.press("enter")
        try await program.wait(for: "mine.yaml:2")
        try await choose("settings problems", in: program)
        try await program.wait(for: "Settings problems")
        try await program.press("enter")
        try await program.wait(outside: "the theme to be opened") {
            (try? home.folder.text(of: "opened").split(separator: "\n").count) == 2
        }
        let config = home.path("config/cards-tui")
        #expect(
            try home.folder.text(of: "opened") == "+2 \(config)/config.yaml\n+2 \(config)/themes/mine.yaml\n")
        await program.kill(SIGTERM)
        _ = try await program.exitStatus()
    }
}
