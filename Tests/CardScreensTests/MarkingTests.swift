import Cards
import Terminal
import Testing

@MainActor
@Suite("Marking cards")
struct MarkingTests {
    @Test("Space marks a card and moves on, or removes its mark")
    func space() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key(" "), Key(" "))
        #expect(journey.markedNames == ["Alpine Airways", "Amber Bakery"])
        #expect(journey.lines[0].contains("2 marked · by name"))
        await journey.see("Cedar Library · 3 of 7")
        journey.press(Key("k"), Key(" "))
        #expect(journey.markedNames == ["Alpine Airways"])
    }

    @Test("V marks a range, shown while it changes; Esc removes the range, then the marks")
    func range() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key(" "), Key("G"), Key("V"), Key("k"), Key("k"))
        #expect(journey.markedNames == ["Alpine Airways", "Delta Deli", "漢字 Tea House", "Old Club"])
        #expect(journey.lines[0].contains("4 marked"))
        journey.press(.escape)
        #expect(journey.markedNames == ["Alpine Airways"])
        journey.press(Key("V"), Key("g"), Key("V"))
        await journey.wait("the marks") {
            !journey.model.list.isMarkingRange && journey.markedNames.count == 5
        }
        journey.press(Key("j"))
        #expect(journey.markedNames.count == 5)
        #expect(journey.lines[0].contains("5 marked"))
        journey.press(.escape)
        #expect(journey.markedNames.isEmpty)
    }

    @Test("A marks all results, and then none of them; marks stay without the filter")
    func all() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key(" "), Key("/"))
        journey.type("group:food")
        await journey.see("1 marked · 2 of 7")
        journey.press(.enter, Key("A"))
        await journey.see("3 marked · 2 of 7")
        journey.press(.escape)
        await journey.wait("the marks") {
            journey.markedNames == ["Alpine Airways", "Amber Bakery", "Delta Deli"]
        }
        journey.press(Key("A"))
        await journey.see("7 marked")
        journey.press(Key("A"))
        await journey.seeNo("marked")
        #expect(journey.markedNames.isEmpty)
    }

    /// A command for marked cards: its keys, its message, and the message of its undo.
    struct Deed: Sendable, CustomTestStringConvertible {
        let keys: [Key]
        let done: String
        let undone: String
        var testDescription: String { done }
    }

    @Test(
        "a command on marked cards is one step, which u undoes and Ctrl-R redoes",
        arguments: [
            Deed(keys: [Key("t")], done: "Starred 3 cards · u undoes", undone: "Undid: starred 3 cards"),
            Deed(keys: [Key("z")], done: "Archived 3 cards · u undoes", undone: "Undid: archived 3 cards"),
            Deed(keys: [Key("d"), Key("y")], done: "Deleted 3 cards · u undoes", undone: "Undid: deleted 3 cards"),
            Deed(
                keys: [Key("#"), Key("v"), Key("i"), Key("p"), .enter], done: "Added 3 cards to vip · u undoes",
                undone: "Undid: "),
        ])
    func oneStep(deed: Deed) async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("j"), Key(" "), Key("V"), Key("j"))
        #expect(journey.lines[0].contains("3 marked"))
        for key in deed.keys {
            journey.press(key)
            if key == Key("#") { await journey.see("Add 3 cards to a group") }
            if key == Key("d") { await journey.see("Delete 3 cards?") }
        }
        await journey.see(deed.done)
        await journey.seeNo("3 marked")
        let done = try await journey.cards()
        #expect(done != Card.samples)
        journey.press(Key("u"))
        await journey.see(deed.undone)
        #expect(try await journey.cards() == Card.samples)
        journey.press(.control("r"))
        await journey.see("Redid: ")
        #expect(try await journey.cards() == done)
    }

    @Test("marks of deleted cards are removed, and do not return with the cards")
    func deleted() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("j"), Key(" "), Key(" "), Key("d"))
        await journey.see("Delete 2 cards?")
        journey.press(Key("y"))
        await journey.see("Deleted 2 cards")
        await journey.wait("the marks to go") { journey.model.list.marks.isEmpty }
        journey.press(Key("u"))
        await journey.see("Undid: deleted 2 cards")
        await journey.wait("the cards") { journey.names.count == 7 }
        #expect(journey.markedNames.isEmpty)
        #expect(journey.model.list.marks.isEmpty)
    }

    @Test("if all marked cards have a star, archive or group, the command removes it")
    func removal() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key(" "), Key("t"))
        await journey.see("Unstarred Alpine Airways")
        journey.press(Key("A"), Key("z"))
        await journey.see("Archived 6 cards")
        journey.press(Key("A"), Key("z"))
        await journey.see("Unarchived 7 cards")
        journey.press(Key("/"))
        journey.type("group:food")
        await journey.see(names: ["Amber Bakery", "Delta Deli"])
        journey.press(.enter, Key("A"))
        await journey.see("2 marked")
        journey.press(Key("#"))
        await journey.see("Groups of 2 cards")
        journey.type("food")
        journey.press(.enter)
        await journey.see("Removed 2 cards from food")
        await journey.see("No matches.")
    }

    @Test(
        "X exports the marked cards, hidden ones too, or all results",
        arguments: [true, false])
    func exporting(hasMarks: Bool) async throws {
        let files = FakeFiles()
        let journey = try await Journey(Card.samples, files: files)
        if hasMarks { journey.press(Key(" "), Key(" "), Key(" ")) }
        journey.press(Key("/"))
        // Enter would open a single result.
        journey.type("group:food")
        await journey.see(names: ["Amber Bakery", "Delta Deli"])
        journey.press(.enter, Key("X"), .enter, .enter)
        await journey.see(hasMarks ? "Export 3 cards, the marked ones" : "Export 2 cards")
        journey.type("out.json")
        journey.press(.enter)
        await journey.see(hasMarks ? "Exported 3 cards to out.json" : "Exported 2 cards to out.json")
        let bytes = try #require(files.written["out.json"])
        let cards = try #require(try JSONParser.parse(bytes).array)
        #expect(
            cards.compactMap { $0["name"]?.string }.sorted()
                == (hasMarks ? ["Alpine Airways", "Amber Bakery", "Cedar Library"] : ["Amber Bakery", "Delta Deli"]))
        // Nothing was changed: the same cards may be used for another command.
        #expect(journey.model.list.markCount == (hasMarks ? 3 : 0))
    }

    @Test("a file that cannot be written gives a message, and the marks stay")
    func exportFails() async throws {
        let journey = try await Journey(Card.samples, files: FakeFiles(isFull: true))
        journey.press(Key(" "), Key("X"), .enter, .enter)
        journey.type("out.json")
        journey.press(.enter)
        await journey.see("there is no room")
        journey.press(.escape)
        await journey.see("1 marked")
    }
}
