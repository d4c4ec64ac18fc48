import Cards
import Foundation
import PtySupport
import Terminal
import TestSupport
import Testing

/// A terminal that does not read for a while, as over ssh or while it draws its window for the first time.
@Suite("A terminal that reads slowly", .inTurns)
struct SlowTerminalJourneys {
    /// How often each is tried; CARDS_STARTS sets another number.
    private static let rounds = ProcessInfo.processInfo.environment["CARDS_STARTS"].flatMap(Int.init) ?? 3
    private static let large = Size(columns: 240, rows: 90)

    @Test(
        "keys are read after a start that the terminal did not read at once",
        arguments: ["solarized-light", "nord", "gruvbox-dark"])
    func start(theme: String) async throws {
        for _ in 0..<Self.rounds {
            let program = try Home().start(
                ["--demo", "--theme", theme], environment: ["COLORTERM": "truecolor"], size: Self.large)
            await program.waitForOutputWithoutReading()
            // The first frame may just fit.
            try await program.stall(pressing: .control("l"))
            try await program.wait(for: "1 of")
            try await program.press("j")
            try await program.wait(for: "2 of")
            #expect(try await program.quit() == 0)
        }
    }

    @Test("keys are read after every pause: in the list, on a card's photos, on its barcode")
    func middle() async throws {
        let home = try Home()
        var card = try #require(Samples.photoCard.object)
        card["number"] = .string("5901234123457")
        card["barcode"] = .object(["format": .string("EAN_13")])
        try await home.bring([.object(card), Samples.card("Zebra Zoo", number: "1")])
        let program = try home.start(
            ["--theme", "nord"], environment: ["COLORTERM": "truecolor"], size: Self.large)
        // Each wait is for what the page shows that comes, not for what the old one hides: a frame that is drawn in part hides that, too,
        // and the next key would arrive with Esc, which makes it one with Alt.
        try await program.wait(forSelected: "swifting.io")
        for _ in 0..<Self.rounds {
            try await stalled(program, "j")
            try await program.wait(forSelected: "Zebra Zoo")
            try await stalled(program, "k")
            try await program.wait(forSelected: "swifting.io")
            try await program.press("enter")
            try await program.picture("front")
            // Typed while the frame waits.
            try await stalled(program, "b")
            try await program.wait(for: "raise the screen's brightness")
            try await stalled(program, "esc")
            try await program.picture("front")
            try await stalled(program, "esc")
            try await program.wait(forSelected: "swifting.io")
        }
        #expect(try await program.quit() == 0)
    }

    @Test("over a link of 300 ms that delivers one byte in twenty apart, no key is lost and none is invented")
    func slowLink() async throws {
        let home = try Home()
        try await home.bring((10..<50).map { Samples.card("Club \($0)", number: "No \($0)") })
        let seed = SeededGenerator.seed()
        let program = try home.start()
        await program.connect(
            over: SlowLink(delay: .milliseconds(300), longestGap: .milliseconds(60), bytesPerGap: 20, seed: seed))
        try await program.wait(forOutput: "\u{1B}[c")
        try await program.type("\u{1B}[4;480;960t\u{1B}P>|VTE(7600)\u{1B}\\\u{1B}[?62;22c")
        for _ in 0..<20 { try await program.press("down", "down", "down", "up", "j", "k", "pagedown", "pageup") }
        try await program.press("home")
        for _ in 0..<20 { try await program.press("down") }
        try await program.wait(forPosition: "21 of 40")

        // The slider: moved, and left alone until it is a label again.
        try await program.press("s", "right", "end")
        try await program.wait(forSelected: "Club 49")
        // Until the slider is a label again.
        try await program.wait(forPosition: "40 of 40")

        try await program.press("/")
        try await program.type("Club 33")
        try await program.press("enter")
        try await program.wait(for: "Esc back")
        try await program.press("e")
        try await program.wait(for: "Edit Club 33")
        try await program.type(" – Łódź 漢字")
        try await program.press("left", "left", "right", "right", "backspace", "ctrl-s")
        try await program.wait(for: "Saved Club 33 – Łódź 漢")
        try await program.press("esc")
        // A key at once would arrive with Esc, which makes it one with Alt.
        try await program.wait(forSelected: "Club 33")
        try await program.press("q")
        #expect(try await program.exitStatus() == 0)
        #expect(try await home.names().count == 40)
        #expect(try await home.names().contains("Club 33 – Łódź 漢"))
    }

    /// Presses a key while the program waits for the terminal.
    private func stalled(_ program: TerminalProgram, _ name: String) async throws {
        try await program.stall(pressing: .control("l"))
        await program.sendWithoutReading(try #require(Key(name: name)).bytes)
    }
}
