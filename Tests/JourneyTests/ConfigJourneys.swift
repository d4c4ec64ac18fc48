import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("The settings file", .inTurns)
struct ConfigJourneys {
    @Test(
        "the screen starts with the defaults and shows file and line; commands say the same and do their work",
        arguments: [
            ("mouse: false\nthme: nord\n", ":2:1: there is no setting \"thme\". Did you mean \"theme\"?"),
            ("backend:\n  url: \"http://\n", ":3:1: found unexpected end of stream"),
            ("escape_delay: soon\n", ":1:15:"),
            ("keys:\n  list.opne: o\n", ":2:"),
        ])
    func wrong(text: String, message: String) async throws {
        let home = try Home()
        try home.configure(text)
        let file = home.path("config/cards-tui/config.yaml")
        let program = try home.start()
        let line = try #require(message.split(separator: ":").first)
        try await program.wait(forText: "config.yaml:\(line): ")
        try await program.wait(forText: ":settings problems")
        try await program.wait(for: "No cards yet.")
        try await program.press("a")
        try await program.type("Elm Gym\t1")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elm Gym")
        #expect(try await program.quit() == 0)
        // Commands ignore the key map.
        if text.hasPrefix("keys") { return }
        let listed = try await home.run("list")
        #expect(listed.status == 0)
        #expect(listed.errors.contains(file + message))
        #expect(listed.output.contains("Elm Gym"))
        let added = try await home.run("add", "--name", "Oak Pool", "--number", "2")
        #expect(added.status == 0)
        #expect(added.errors.ranges(of: file + message).count == 1)
    }

    @Test("keys, mouse and backend follow the settings")
    func right() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.cards = [Samples.card("Elm Gym", number: "1")]
        try home.configure("backend:\n  url: \(backend.url)\nmouse: off\nkeys:\n  list.add: n\n")
        let program = try home.start()
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.wait(for: "n add")
        #expect(await program.look(\.modes).isDisjoint(with: [1000, 1002, 1006]))
        try await program.press("a", "n")
        try await program.wait(for: "New card")
    }

    @Test("a shared name sets a key on every screen that has it, and no default is complained of")
    func sharedKeys() async throws {
        let home = try Home()
        try home.configure("keys:\n  rows.down: [n]\n  list.star: d\n")
        for name in ["Elm Gym", "Oak Pool"] { try await home.add(name) }
        _ = try await home.run("remove", "Elm Gym")
        _ = try await home.run("remove", "Oak Pool")
        let program = try home.start()
        try await program.wait(for: "2 cards are in the trash")
        try await program.press("T")
        // The last deletion comes first.
        try await program.wait(forSelected: "Oak Pool")
        try await program.press("n")
        try await program.wait(forSelected: "Elm Gym")
        #expect(await !program.text.contains("settings"))
        let keys = try await home.run("keys")
        #expect(keys.status == 0 && keys.errors.isEmpty)
        #expect(keys.output.contains("trash.down\tn\t") && keys.output.contains("list.delete\t\t"))
        try await program.press("esc")
        try await program.wait(for: "2 cards are in the trash")
        #expect(try await program.quit() == 0)
    }

    @Test("of two themes the one is shown that fits the terminal's background; the next start begins with it")
    func lightAndDark() async throws {
        let dark = Color.rgb(0x2E, 0x34, 0x40)
        let light = Color.rgb(0xFB, 0xF1, 0xC7)
        let home = try Home()
        try home.configure("theme: {light: gruvbox-light, dark: nord}\n")
        let program = try home.start(environment: ["COLORTERM": "truecolor"])
        try await program.wait(for: "No cards yet.")
        #expect(await program.look { $0[0, 0].background } == dark)
        try await program.wait(forOutput: "\u{1B}]11;?\u{1B}\\")
        try await program.wait(forOutput: "\u{1B}[?2031h")
        try await program.send(Array("\u{1B}]11;rgb:ffff/ffff/ff".utf8))
        try await program.send(Array("ff\u{1B}\\\u{1B}[?62;22c".utf8))
        try await program.wait(until: "the light theme") { $0[0, 0].background == light }
        #expect(try await program.quit() == 0)

        let second = try home.start(environment: ["COLORTERM": "truecolor"])
        try await second.wait(for: "No cards yet.")
        #expect(await second.look { $0[0, 0].background } == light)
        // The user changes the terminal's colors.
        try await second.send(Array("\u{1B}[?997;1n".utf8))
        try await second.wait(until: "the dark theme") { $0[0, 0].background == dark }
        // A single theme stays, whatever the terminal says.
        try home.configure("theme: nord\n")
        try await second.wait(for: "Settings applied")
        try await second.wait(forOutput: "\u{1B}[?2031l")
        try await second.send(Array("\u{1B}[?997;2n".utf8))
        try await second.press("a")
        try await second.wait(for: "New card")
        #expect(await second.look { $0[0, 0].background } == dark)
        try await second.press("esc")
        try await second.wait(for: "No cards yet.")
        #expect(try await second.quit() == 0)
    }
}
