import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("The first start", .inTurns)
struct FirstStartJourneys {
    @Test("an empty list lists the first steps; D opens a demo that saves nothing")
    func demo() async throws {
        let home = try Home()
        let program = try home.start()
        try await program.wait(for: "No cards yet.")
        await program.look { screen in
            #expect(screen.text.contains("a   add your first card"))
            #expect(screen.text.contains("i   import cards from a file"))
            #expect(screen.text.contains("D   try sample cards"))
            #expect(screen.text.contains("Only on this machine. B shares with other devices."))
        }
        // There is no card to open, edit or delete, so none of these keys may do anything.
        try await program.press("enter", "e", "d", "y", "t", "1", "j", "G")
        try await program.press("D")
        try await program.wait(for: "Alpine Airways")
        try await program.wait(for: "demo: nothing is saved")
        try await program.press("d", "y")
        try await program.wait(for: "Deleted Alpine Airways")
        try await program.press("e")
        try await program.type(" changed")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elm Street Gym changed")
        #expect(try await program.quit() == 0)
        #expect(try await home.names() == [])
        #expect(home.drafts == [])
    }

    @Test("i imports a file, whose path Tab completes")
    func importing() async throws {
        let home = try Home()
        let cards = Samples.list([Samples.card("Elm Gym", number: "1"), Samples.photoCard, .object(["name": .null])])
        try Files.write(cards, to: home.path("my-cards.json"))
        try Files.write([], to: home.path("my-notes.txt"))
        let program = try home.start()
        try await program.wait(for: "No cards yet.")
        try await program.press("i")
        try await program.wait(for: "Import cards")
        try await program.type("~/my\t")
        try await program.wait(for: "my-cards.json  my-notes.txt")
        try await program.type("n\t")
        try await program.wait(for: "~/my-notes.txt")
        try await program.press("enter")
        try await program.wait(for: "Nothing was imported.")
        try await program.press("ctrl-u")
        try await program.type("~/my-c\t")
        try await program.wait(for: "~/my-cards.json")
        try await program.press("enter")
        try await program.wait(for: "2 new")
        try await program.press("i")
        try await program.wait(for: "2 added, 1 skipped")
        try await program.press("j")
        try await program.wait(for: "swifting.io · 2 of 2")
        #expect(try await program.quit() == 0)
        #expect(try await home.names() == ["Elm Gym", "swifting.io"])
    }

    @Test("a adds a card with all fields and both photos; the form names what is missing until it can be saved")
    func adding() async throws {
        let home = try Home()
        for side in Card.Side.faces {
            try Files.write(Samples.photoBytes("Elm", side), to: home.path("\(side.rawValue).png"))
        }
        let program = try home.start()
        try await program.wait(for: "No cards yet.")
        try await program.press("a")
        try await program.wait(for: "Needs a name and a number or a photo")
        try await program.press("ctrl-s")
        // The focus stays on the missing field.
        try await program.type("Elm Gym")
        try await program.wait(for: "Needs a number or a photo")
        // Number, barcode with a value of its own, note (two lines), groups, phone, website, days, reminders, balance, currency, color.
        try await program.type("\t42\tCode 128\tCLUB42\tBring shoes\rand a towel\tsport, town")
        try await program.type("\t2026-01-02\t2099-12-32")
        try await program.press("tab")
        try await program.wait(for: "✗ December 2099 has 31 days")
        try await program.press("shift-tab", "backspace")
        try await program.type("1\t7d\t12.50\tEUR\t+48 22 1\telm.example\t#2d3142\t ")
        try await program.wait(for: "★ starred")
        try await program.type("\t~/fr\t")
        try await program.wait(for: "~/front.png")
        try await program.press("enter")
        try await program.picture("front")
        // Saving reads the photo whose path is still in the field.
        try await program.type("~/back.png")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elm Gym")
        try await program.press("enter")
        try await program.wait(for: "valid  from 2026-01-02")
        try await program.wait(for: "2099-12-31")
        try await program.picture("front")
        try await program.picture("back")
        try await program.press("q")
        try await program.wait(for: "by name")
        #expect(try await program.quit() == 0)

        let shown = try await home.run("show", "Elm Gym", "--json", "--photos")
        let card = try JSONParser.parse(Array(shown.output.utf8))
        let expected: [String: JSON] = [
            "name": .string("Elm Gym"), "number": .string("42"),
            "barcode": .object(["format": .string("CODE_128"), "value": .string("CLUB42")]),
            "note": .string("Bring shoes\nand a towel"),
            "groups": .array([.string("sport"), .string("town")]), "validFrom": .string("2026-01-02"),
            "phone": .string("+48 22 1"), "website": .string("elm.example"),
            "expiry": .string("2099-12-31"), "remindBefore": .string("7d"), "balance": .string("12.50"),
            "currency": .string("EUR"),
            "color": .string("#2d3142"), "starred": .bool(true), "front": .string(Samples.photo("Elm", .front)),
            "back": .string(Samples.photo("Elm", .back)),
        ]
        for (key, value) in expected { #expect(card[key] == value, "\(key)") }
        #expect(home.drafts == [])
    }
}
