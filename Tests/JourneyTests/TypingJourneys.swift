import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("Text typed faster than frames", .inTurns, .timeLimit(.minutes(5)))
struct TypingJourneys {
    @Test("100 kB of keys without paste markers are inserted into a note and saved")
    func keys() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(for: "1 of 1")
        try await program.press("e")
        try await program.wait(for: "Edit Elm Gym")
        // Back from the name, past the buttons, to the note.
        let text = (0..<5000).map { "word \(10_000 + $0) and " }.joined() + "END"
        try await program.wait(for: "note")
        try await program.click("note")
        try await program.type(text)
        try await program.wait(for: "END")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elm Gym")
        #expect(try await program.quit() == 0)
        #expect(try await home.cards().first?["note"] == .string(text))
    }
}
