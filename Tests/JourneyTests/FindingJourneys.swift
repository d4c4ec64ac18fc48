import PtySupport
import TestSupport
import Testing

/// The program started with words to find cards with.
@Suite("Started with words", .inTurns)
struct FindingJourneys {
    private func home() async throws -> Home {
        let home = try Home()
        for name in ["Elm Gym", "Elm Books", "Oak Pool"] { try await home.add(name) }
        return home
    }

    @Test("the only match shows its barcode, several are listed, none is said; Esc leads back to all cards")
    func matches() async throws {
        let home = try await home()
        let one = try home.start(["oak"])
        try await one.wait(for: "No barcode")
        try await one.press("esc")
        try await one.wait(for: "1 of 3")
        try await one.press("esc")
        try await one.wait(for: "Elm Gym")
        #expect(try await one.quit() == 0)
        let several = try home.start(["elm"])
        try await several.wait(for: "2 of 3")
        try await several.wait(for: "Elm Books")
        try await several.press("esc")
        try await several.wait(for: "Oak Pool")
        #expect(try await several.quit() == 0)
        let none = try home.start(["--", "list"])
        try await none.wait(for: "No card matches list")
        try await none.press("esc")
        try await none.wait(for: "Oak Pool")
        #expect(try await none.quit() == 0)
    }

    @Test("a misspelled command is an error, and without a terminal every word that is none")
    func errors() async throws {
        let home = try await home()
        let misspelled = try await home.run("lsit")
        #expect(misspelled.status == 2 && misspelled.errors.contains("Did you mean \"list\"?"))
        let piped = try await home.run("oak")
        #expect(piped.status == 2 && piped.errors.contains("there is no command \"oak\""))
    }
}
