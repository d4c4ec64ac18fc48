import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("Text typed faster than frames", .inTurns)
struct TypingJourneys {
    @Test("75 kB of keys without paste markers are inserted into a note, many in each frame, and saved")
    func keys() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        // For a terminal that shows each frame at once, a mark begins the frame.
        let program = try home.start(environment: ["TERM_PROGRAM": "WezTerm"])
        try await program.wait(forPosition: "1 of 1")
        try await program.press("e")
        try await program.wait(for: "Edit Elm Gym")
        // Back from the name, past the buttons, to the note.
        let text = (0..<5000).map { "word \(10_000 + $0) and " }.joined() + "END"
        try await program.wait(for: "note")
        try await program.click("note")
        await program.forgetOutput()
        try await program.type(text)
        try await program.wait(for: "END")
        let frames = String(decoding: await program.output, as: UTF8.self).ranges(of: "\u{1B}[?2026h").count
        #expect(frames > 0)
        // The keys that are there at a time depend on the system; a frame for each key would be 75,000.
        #expect(frames < text.utf8.count / 20, "\(frames) frames")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elm Gym")
        #expect(try await program.quit() == 0)
        #expect(try await home.cards().first?["note"] == .string(text))
    }
}
