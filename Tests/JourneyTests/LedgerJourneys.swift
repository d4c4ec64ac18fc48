import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("The ledger of a card", .inTurns)
struct LedgerJourneys {
    @Test("stamps and vouchers by commands, from an empty home: typed, found, booked, used, exported and read again")
    func vouchers() async throws {
        let home = try Home()
        try await home.add("Coffee", number: "1", "--balance", "9/10 stamps")
        try await home.add("Off", number: "2", "--balance", "20 %")
        try await home.add("Double", number: "3", "--balance", "2x")
        for (text, reason) in [
            ("11/10", "a card with 10 stamps cannot have 11"), ("0/0", "a full card has from 1 to 1000 stamps"),
            ("120 %", "at most 100 %"), ("two percent", "use an amount"),
        ] {
            let refused = try await home.run("edit", "Coffee", "--balance", text)
            #expect(refused.status != 0 && refused.errors.contains(reason), "\(refused.errors)")
        }
        #expect(try await home.run("receive", "Coffee", "1 stamp").output.contains("Coffee: 10/10 stamps, before 9/10"))
        let full = try await home.run("receive", "Coffee", "1")
        #expect(full.status == 1 && full.errors.contains("this card is full"))
        #expect(try await home.run("list", "has:stamps").output.contains("Coffee"))
        let used = try await home.run("use", "Off", "Double")
        #expect(used.output.contains("Used 2 cards"))
        #expect(try await home.run("use", "Off").output.contains("No changes: Off"))
        let found = try await home.run("list", "is:used", "--columns", "name,balance").output
        #expect(found.contains("Off") && found.contains("Double") && !found.contains("Coffee"))
        #expect(try await home.run("show", "Off").output.contains("used on "))
        #expect(try await home.run("stats").output.contains("10 stamps"))

        for file in ["cards.csv", "cards.json", "catima.zip"] {
            let other = try Home()
            #expect(try await home.run("export", "\(home.folder.path)/\(file)").status == 0)
            let read = try await other.run("import", "\(home.folder.path)/\(file)")
            #expect(read.status == 0, "\(file): \(read.errors)")
            let cards = try await other.cards()
            let texts = cards.map { card in
                [card["name"], card["balance"], card["currency"]].map { $0?.string ?? "" }.joined(separator: " ")
                    + (card["used"]?.string == nil ? "" : " used")
            }
            #expect(texts.sorted() == ["Coffee 10 of 10 stamps", "Double 2 x used", "Off 20 % used"], "\(file)")
        }
    }

    @Test("what is spent is seen in the ledger, taken back, counted again, exported, and named by the commands")
    func ledger() async throws {
        let home = try Home()
        try await home.add("Elm Gym", number: "1", "--balance", "50 EUR")
        let spent = try await home.run("spend", "Elm Gym", "7.40", "--note", "lunch", "--day", "yesterday")
        try #require(spent.status == 0, "\(spent.errors)")
        let program = try home.start()
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.press("$")
        try await program.wait(for: "Spend or receive: Elm Gym")
        try await program.type("2.60\r")
        try await program.wait(for: "Elm Gym: 40.00 EUR")
        try await program.press("L")
        try await program.wait(for: "Ledger: Elm Gym")
        // The total; the two days may be in two months.
        try await program.wait(for: "spent 10.00")
        try await program.press("x")
        try await program.wait(for: "Cancelled -2.60 EUR. Elm Gym: 42.60 EUR")
        try await program.wait(for: "cancelled")
        try await program.press("u")
        try await program.wait(for: "Undid")
        try await program.wait(forNo: "cancelled")
        try await program.wait(for: "spent 10.00")
        try await program.press("e")
        try await program.wait(for: "Export the ledger of Elm Gym")
        try await program.type("~/ledger.csv\r")
        try await program.wait(forText: "Exported 2 entries to")
        try await program.press("esc")
        try await program.wait(for: "by name")
        #expect(try await program.quit() == 0)

        let lines = try home.folder.text(of: "ledger.csv").split(whereSeparator: \.isNewline)
        #expect(lines.first == "day,kind,amount,currency,balance,note,counts")
        #expect(lines.dropFirst().first?.hasSuffix(",spend,-2.60,EUR,40.00,,yes") == true)
        #expect(lines.last?.hasSuffix(",spend,-7.40,EUR,42.60,lunch,yes") == true)
        let shown = try await home.run("show", "Elm Gym").output
        #expect(shown.contains("-2.60 EUR") && shown.contains("-7.40 EUR  lunch"))
        #expect(try await home.cards().first?["balance"]?.string == "40.00")
    }
}
