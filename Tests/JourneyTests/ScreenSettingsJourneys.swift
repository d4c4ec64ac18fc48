import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

/// The settings of the screen, each tested by its effect on the real program. Keys, mouse, themes, pictures and the camera are tested
/// in `ConfigJourneys`, `ThemeJourneys`, `PhotoJourneys` and `NewPhotoJourneys`.
@Suite("Settings of the screen", .inTurns)
struct ScreenSettingsJourneys {
    @Test("validation: both-photos prevents saving a card without photos")
    func validation() async throws {
        for isStrict in [true, false] {
            let home = try Home()
            try home.configure("validation: \(isStrict ? "both-photos" : "standard")\n")
            let program = try home.start()
            try await program.wait(for: "No cards yet.")
            try await program.press("a")
            try await program.wait(for: "New card")
            try await program.type("Elm Gym\t1")
            try await program.press("ctrl-s")
            if isStrict {
                try await program.wait(for: "front photo")
                #expect(await !program.text.contains("Saved"))
                #expect(try await home.names().isEmpty)
            } else {
                try await program.wait(for: "Saved Elm Gym")
            }
        }
    }

    @Test("open_command gets a link as its last argument")
    func openCommand() async throws {
        let home = try Home()
        try home.configure("open_command: printf '%s\\n' >\(home.path("opened")) first\n")
        try await home.bring([Samples.card("Elm Gym", ["note": .string("Renew at https://gym.example/a?b=c now.")])])
        let program = try home.start()
        try await program.wait(for: "Elm Gym · 1 of 1")
        // The keys come before the card is shown.
        try await program.press("enter", "tab", "enter")
        try await program.wait(outside: "the command to have run") {
            (try? home.folder.text(of: "opened")) == "first\nhttps://gym.example/a?b=c\n"
        }
    }

    @Test("copy_command gets the copied text, and the terminal does not")
    func copyCommand() async throws {
        let home = try Home()
        try home.configure("copy_command: cat >\(home.path("copied"))\n")
        try await home.add("Elm Gym", number: "4006 3813")
        let program = try home.start()
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.press("y")
        try await program.wait(for: "Copied")
        #expect(try home.folder.text(of: "copied") == "4006 3813")
        #expect(await !String(decoding: program.output, as: UTF8.self).contains("\u{1B}]52;"))
    }

    @Test("count_uses decides whether copying a number counts as a use", arguments: [false, true])
    func countUses(isOn: Bool) async throws {
        let home = try Home()
        try home.configure("count_uses: \(isOn)\n")
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.press("y")
        try await program.wait(for: "clipboard")
        let counted = "SELECT count(*) FROM usage WHERE uses > 0"
        // Before the program ends.
        #expect(try Database(home.store).column(counted) == [isOn ? "1" : "0"])
        #expect(try await program.quit() == 0)
        #expect(try Database(home.store).column(counted) == [isOn ? "1" : "0"])
    }

    @Test("with motion: reduced the slider disappears at once, with full it fades", arguments: [true, false])
    func motion(isReduced: Bool) async throws {
        let home = try Home()
        try home.configure("motion: \(isReduced ? "reduced" : "full")\n")
        try await home.bring((0..<30).map { Samples.card("Club \($0)", number: "\($0)") })
        let program = try home.start()
        try await program.wait(forPosition: "1 of 30")
        try await program.press("s")
        // The letters at its ends come in a later frame, when they have been read from the store.
        try await program.wait(until: "the whole slider") { screen in
            (0..<screen.size.rows).map(screen.row).contains {
                $0.contains("C ●") && $0.contains("─ C ") && $0.contains(" Club 0 · 1")
            }
        }
        await program.forgetOutput()
        try await program.wait(forNo: "●")
        let output = String(decoding: await program.output, as: UTF8.self)
        // While it fades, a line replaces its knob.
        #expect(output.contains("─") == !isReduced, "\(output.debugDescription)")
    }

    @Test("escape_delay is the time that a lone Escape waits for the rest of a key", arguments: [800, 0])
    func escapeDelay(milliseconds: Int) async throws {
        let home = try Home()
        try home.configure("escape_delay: \(milliseconds)\n")
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.press("enter")
        try await program.wait(forNo: "by name")
        let start = ContinuousClock.now
        try await program.send([0x1B])
        try await program.wait(for: "by name")
        #expect(start.duration(to: .now) >= .milliseconds(milliseconds))
        // A key within that time is read as Alt and the key, not as Escape.
        guard milliseconds > 0 else { return }
        try await program.press("enter")
        try await program.wait(forNo: "by name")
        try await program.send([0x1B])
        try await program.send(Array("q".utf8))
        try await program.press("e")
        try await program.wait(for: "[ Save ]")
    }
}
