import Cards
import Foundation
import PtySupport
import TestSupport
import Testing

@Suite("Cards that expire", .inTurns)
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

    @Test("eight programs at once tell each reminder once; one that fails leaves it to the next")
    func remindAtOnce() async throws {
        let home = try Home()
        try await home.add("Elm Gym", number: "1", "--expiry", "in 3 days")
        try home.configure("remind_command: cat >> '\(home.path("told"))'; echo >> '\(home.path("told"))'\n")
        let programs = try (0..<8).map { _ in try home.start(["remind"]) }
        for program in programs { #expect(try await program.exitStatus() == 0) }
        #expect(try home.folder.text(of: "told").split(separator: "\n").count == 1)
        try await home.add("Oak Pool", number: "2", "--expiry", "in 3 days")
        // The first one to run fails.
        try home.configure(
            "remind_command: mkdir '\(home.path("first"))' && exit 3; cat >> '\(home.path("told"))'; echo >> '\(home.path("told"))'\n"
        )
        let others = try (0..<3).map { _ in try home.start(["remind"]) }
        var statuses: [Int32] = []
        for program in others { statuses.append(try await program.exitStatus()) }
        #expect(statuses.sorted() == [0, 0, 1])
        #expect(try home.folder.text(of: "told").split(separator: "\n").count == 2)
    }

    @Test("the line for cron has the link that the program was started by, and the places of this moment")
    func install() async throws {
        let home = try Home()
        let folder = home.path("brew")
        for name in ["Cellar/1.0", "bin"] {
            try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/Cellar/1.0/cards-tui", withDestinationPath: Home.program)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/bin/cards-tui", withDestinationPath: "../Cellar/1.0/cards-tui")
        let line = home.path("line")
        for start in [
            "cd '\(folder)'; PATH=bin:/usr/bin:/bin; cards-tui", "cards-tui", folder + "/bin/cards-tui",
            "cd '\(folder)/bin'; ./cards-tui",
        ] {
            let shell = try home.start(
                program: "/bin/sh", ["-c", "\(start) remind --install >\(line) 2>/dev/null </dev/null"],
                environment: ["PATH": folder + "/bin:/usr/bin:/bin"])
            #expect(try await shell.exitStatus() == 0)
            let text = try home.folder.text(of: "line")
            #expect(
                text.contains(" \(folder)/bin/cards-tui remind ") || text.contains("/bin/./cards-tui remind "),
                "\(text)")
            #expect(text.contains(" XDG_CONFIG_HOME=\(home.path("config")) "), "\(text)")
            #expect(text.split(separator: "\n").count == 1)
        }
        // The line runs as cron runs it, without the variables of this shell.
        try await home.add("Elm Gym", number: "1", "--expiry", "in 3 days")
        try home.configure("remind_before: never\n")
        let words = try home.folder.text(of: "line").split(separator: " ", maxSplits: 5)
        let cron = try home.start(
            program: "/usr/bin/env", ["-i", "/bin/sh", "-c", "\(words[5]) >'\(home.path("out"))' 2>&1"])
        #expect(try await cron.exitStatus() == 0)
        #expect(try home.folder.text(of: "out") == "")
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

    @Test("the start tells what expires this week; W lists it, r renews it")
    func thisWeek() async throws {
        let home = try Home()
        try await home.add("Elm Gym", number: "1", "--expiry", "in 3 days")
        try await home.add("Oak Pool")
        let program = try home.start()
        try await program.wait(for: "1 card expires this week · W shows it")
        try await program.press("W")
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
