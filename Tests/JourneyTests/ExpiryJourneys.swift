import Cards
import PtySupport
import TestSupport
import Testing

@Suite("Cards that expire", .inTurns, .timeLimit(.minutes(10)))
struct ExpiryJourneys {
    @Test("remind_before says when a card is told of, once; a card's own periods count instead")
    func remindBefore() async throws {
        let home = try Home()
        try home.configure("remind_before: [5d, 1d]\n")
        try await home.add("Elm Gym", number: "1", "--expiry", "in 3 days")
        try await home.add("Oak Pool", number: "2", "--expiry", "in 20 days")
        try await home.add("Ash Club", number: "3", "--expiry", "in 20 days", "--remind-before", "1m")
        let first = try await home.run("remind")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.contains("Elm Gym expires in 3 days"))
        #expect(first.output.contains("Ash Club expires in 20 days"))
        #expect(!first.output.contains("Oak Pool"))
        let second = try await home.run("remind")
        #expect(second.status == 0 && second.output == "", "\(second.errors)")
        try home.configure("remind_before: [soon]\n")
        #expect(try await home.run("remind").errors.contains("use periods such as 30d, 7d, 1d, or never"))
    }

    @Test("remind_command gets the reminders on its input; one that fails gets them again")
    func remindCommand() async throws {
        let home = try Home()
        try await home.add("Elm Gym", number: "1", "--expiry", "in 3 days")
        try home.configure("remind_command: exit 5\n")
        let failed = try await home.run("remind")
        #expect(failed.status == 1 && failed.errors.contains("exit code 5"))
        try home.configure("remind_command: cat > \(home.path("told"))\n")
        #expect(try await home.run("remind").status == 0)
        let told = try JSONParser.parse(Array(try home.folder.text(of: "told").utf8))
        #expect(told.array?.compactMap { $0["name"]?.string } == ["Elm Gym"])
        #expect(told.array?.first?["days"] == JSON.number("3"))
    }

    @Test(
        "archive_expired_after archives at the start of the screen, and u takes it back until the card has another last day"
    )
    func archiveExpiredAfter() async throws {
        let home = try Home()
        try home.configure("archive_expired_after: 2d\n")
        try await home.add("Elm Gym", number: "1", "--expiry", "5 days ago")
        try await home.add("Oak Pool", number: "2", "--expiry", "yesterday")
        let program = try home.start()
        try await program.wait(for: "Archived Elm Gym")
        try await program.press("u")
        try await program.wait(for: "Undid: archived Elm Gym")
        #expect(try await program.quit() == 0)
        #expect(try await home.run("remind").status == 0)
        #expect(try await home.cards().allSatisfy { $0["archived"]?.bool != true })
    }

    @Test("the start tells what expires this week; w lists it, r renews it")
    func thisWeek() async throws {
        let home = try Home()
        try await home.add("Elm Gym", number: "1", "--expiry", "in 3 days")
        try await home.add("Oak Pool")
        let program = try home.start()
        try await program.wait(for: "1 card expires this week · w shows it")
        try await program.press("w")
        try await program.wait(forNo: "Oak Pool")
        try await program.press("r")
        try await program.wait(for: "2 years")
        try await program.press("enter")
        try await program.wait(for: "Elm Gym is valid until")
        #expect(try await program.quit() == 0)
        #expect(try await home.run("remind").output == "")
        let renewed = try await home.run("renew", "elm gym", "2099-12-31", "--json")
        #expect(try JSONParser.parse(Array(renewed.output.utf8))["expiry"]?.string == "2099-12-31")
    }
}
