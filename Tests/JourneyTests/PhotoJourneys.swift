import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("Photos in the real program", .inTurns, .timeLimit(.minutes(3)))
struct PhotoJourneys {
    private typealias Look = VirtualTerminal.Look

    /// The picture's rows, with their looks.
    private func picture(_ screen: VirtualTerminal) -> [[Look]] {
        (1..<screen.size.rows - 2).map { row in (0..<screen.size.columns).map { screen[$0, row] } }
    }

    /// The picture when its frame has come whole: a message that is asked for then stands behind it in what the program writes.
    private func settled(_ program: TerminalProgram, isMouseOn: Bool) async throws -> [[Look]] {
        try await program.press("M")
        try await program.wait(for: isMouseOn ? "The mouse is on" : "The mouse is off")
        return await program.look { picture($0) }
    }

    @Test("a photo is enlarged, moved, turned and inverted, and comes back as it was; w writes it as it is stored")
    func viewer() async throws {
        let home = try Home()
        try await home.bring([Samples.photoCard])
        let program = try home.start(environment: ["COLORTERM": "truecolor"])
        try await program.wait(for: "1 of 1")
        try await program.press("1")
        try await program.wait(until: "the photo") { $0.coloredCells.count > 500 }
        let whole = try await settled(program, isMouseOn: false)
        var (last, isMouseOn) = (whole, false)
        for (key, words) in [("+", "125 %"), ("+", "150 %"), ("right", "150 %"), ("x", "150 %"), ("r", "150 %")] {
            try await program.press(key)
            let before = last
            try await program.wait(until: "another picture after \(key)") { screen in
                screen.text.contains(words) && picture(screen) != before
            }
            isMouseOn.toggle()
            last = try await settled(program, isMouseOn: isMouseOn)
        }
        try await program.press("0", "x", "r", "r", "r")
        try await program.wait(until: "the first picture") { screen in
            screen.text.contains("whole picture") && picture(screen) == whole
        }
        try await program.press("w")
        try await program.wait(for: "Write the front of swifting.io to a file")
        try await program.press("ctrl-u")
        try await program.type(home.path("front.png"))
        try await program.press("enter")
        try await program.wait(forWords: "Wrote the front of swifting.io to")
        #expect(try await home.run("export", "--photos", home.path("out")).status == 0)
        let stored = try Files.bytes(of: home.path("out/swifting-io-front.png"))
        #expect(try Files.bytes(of: home.path("front.png")) == stored)
        #expect(stored.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        try await program.press("q")
        #expect(try await program.quit() == 0)
    }

    @Test("show --photo draws on a terminal")
    func shown() async throws {
        let home = try Home()
        try await home.bring([Samples.photoCard])
        let program = try home.start(["show", "swifting.io", "--photo", "back"])
        #expect(try await program.exitStatus() == 0)
        #expect(await program.look { $0.coloredCells.count } > 500)
    }
}
