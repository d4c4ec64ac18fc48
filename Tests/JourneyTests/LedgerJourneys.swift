import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("The ledger of a card", .inTurns)
struct LedgerJourneys {
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
