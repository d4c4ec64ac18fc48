import Cards
import PtySupport
import TestSupport
import Testing

@Suite("The history of cards", .inTurns)
struct HistoryJourneys {
    @Test("what a card was is seen and brought back on the screen, and u takes that back")
    func screen() async throws {
        let home = try Home()
        let identifier = try await home.add("Elm Gym", number: "1", "--note", "the old note")
        #expect(try await home.run("edit", identifier, "--note", "the new note").status == 0)
        let program = try home.start()
        try await program.wait(for: "Elm Gym")
        try await program.press("H")
        try await program.wait(for: "note: the old note → the new note")
        try await program.press("G")
        try await program.press("enter")
        try await program.wait(for: "as it was today at")
        try await program.wait(for: "Different now: note")
        try await program.press("r")
        try await program.wait(for: "note: the new note → the old note")
        try await program.press("y")
        try await program.wait(for: "Restored the note of Elm Gym · u undoes")
        try await program.press("u")
        try await program.wait(for: "Undid: restored the note of Elm Gym")
        try await program.press("esc")
        try await program.wait(for: "History")
        #expect(try await home.cards().first?["note"]?.string == "the new note")
        // Another program changes the card while its history is open.
        #expect(try await home.run("edit", identifier, "--number", "4711").status == 0)
        try await program.wait(for: "number: 1 → 4711")
        try await program.press("/")
        try await program.type("4711")
        try await program.wait(forNo: "the old note")
        try await program.press("esc")
        try await program.wait(for: "the old note")
        try await program.press("esc")
        try await program.wait(forPosition: "1 of 1")
        #expect(try await program.quit() == 0)
    }

    @Test("the command lists changes with their numbers, restores by them, and forgets what is deleted forever")
    func command() async throws {
        let home = try Home()
        let identifier = try await home.add("Elm Gym", number: "1", "--note", "first")
        #expect(try await home.run("edit", identifier, "--note", "second", "--number", "2").status == 0)
        let listed = try await home.run("history", identifier, "--json")
        let changes = try listed.output.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
        #expect(changes.count == 2 && changes.allSatisfy { $0["where"]?.string == "here" })
        guard case .number(let first)? = changes.last?["number"] else {
            Issue.record("the oldest change has no number: \(listed.output)")
            return
        }
        #expect(try await home.run("history", "--find", "second").output.contains("note: first → second"))
        #expect(
            try await home.run("history", identifier, "--restore", first, "--field", "note").output
                == "Restored Elm Gym: note\n")
        #expect(try await home.cards().first?["note"]?.string == "first")
        #expect(try await home.cards().first?["number"]?.string == "2")
        #expect(try await home.run("undo").output == "Undid: restored the note of Elm Gym\n")
        #expect(try await home.run("history", identifier, "--show", first).output.contains("first"))

        #expect(try await home.run("remove", identifier).status == 0)
        #expect(try await home.run("trash", "empty", "--yes").status == 0)
        let gone = try await home.run("history", identifier, "--restore", first)
        #expect(gone.status == 1 && gone.output == "")
        #expect(try await home.run("history", "--find", "second").output == "")
    }
}
