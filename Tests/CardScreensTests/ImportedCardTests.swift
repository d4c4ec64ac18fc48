import CardTransfer
import Cards
import Terminal
import Testing

/// What the screens show of cards that came from files of other programs.
@MainActor
@Suite("Imported cards")
struct ImportedCardTests {
    private func journey(_ size: Size = Size(columns: 80, rows: 24)) async throws -> Journey {
        try await Journey([.made("Alder", "1")], size: size)
    }

    private func take(_ text: String, _ journey: Journey) async throws {
        _ = try await journey.store.importFile(MemoryFile(Array(text.utf8)))
    }

    // MARK: - Passes

    private static let pass = #"""
        {"formatVersion": 1, "passTypeIdentifier": "pass.x", "serialNumber": "1", "organizationName": "Cedar",
         "description": "A card", "storeCard": {
           "primaryFields": [{"key": "balance", "label": "Left", "value": 12.5, "currencyCode": "EUR"}],
           "backFields": [{"key": "w", "label": "Web", "value": "https://c.example"},
                          {"key": "x", "label": "Bad", "value": "a\u001b[31mb"}]}}
        """#

    @Test(
        "a card's page shows the lines of its pass beneath the note, which does not say them again",
        arguments: [40, 80, 120])
    func lines(columns: Int) async throws {
        let journey = try await journey(Size(columns: columns, rows: 30))
        try await take(Self.pass, journey)
        await journey.see("Cedar")
        journey.press(Key("j"), .enter)
        await journey.see("pass  Left: 12.5 EUR")
        await journey.see("note  A card")
        #expect(journey.text.ranges(of: "Left: 12.5").count == 1)
        // A link is opened from the note.
        #expect(journey.text.contains("Web: https://c.example"))
        #expect(!journey.text.contains("\u{1B}"))
        #expect(journey.place(of: "A card").row < journey.place(of: "pass  Left").row)
        // Another card has none.
        journey.press(Key("["))
        await journey.seeNo("Left: 12")
    }

    @Test("the lines scroll with the page, at any size", arguments: [(20, 5), (40, 12), (200, 50)])
    func scrolling(columns: Int, rows: Int) async throws {
        let journey = try await journey(Size(columns: columns, rows: rows))
        let fields = (0..<60).map { #"{"key": "k\#($0)", "label": "L\#($0)", "value": "v\#($0)"}"# }
        let ending = Self.pass.replacing(#"a\u001b[31mb"#, with: "zyx")
        let pass = ending.replacing(
            #""primaryFields": ["#, with: #""primaryFields": ["# + fields.joined(separator: ",") + ",")
        try await take(pass, journey)
        await journey.wait("the card in the list") { journey.model.list.count == 2 }
        journey.press(Key("j"), .enter, Key("G"))
        await journey.see("zyx")
        journey.press(Key("g"))
        await journey.see("number")
    }

    // MARK: - Conflicts

    private func table(_ note: String) -> String {
        "2\r\n\r\n_id\r\n\r\n_id,store,note,cardid\r\n1,Cedar,\(note),55\r\n\r\ncardId,groupId\r\n"
    }

    @Test("a conflict with a file is resolved as one with a backend, and the screen names the file")
    func conflict() async throws {
        let journey = try await Journey([.made("Alder", "1")], hasLoader: false)
        try await take(table("old"), journey)
        let card = try #require(try await journey.store.cards(named: "Cedar").first)
        var mine = card
        mine.note = "mine"
        try await journey.store.apply([.set(CardPatch(from: card, to: mine))])
        try await take(table("theirs"), journey)
        // Without a backend, and from another card.
        await journey.wait("the store's word") { journey.model.conflicts.hasConflicts }
        await journey.see("conflict")
        journey.press(Key("c"))
        await journey.see("0 of 1 decided")
        await journey.see("a file (Catima)")
        journey.press(Key("t"), .enter)
        await journey.see("Kept theirs in 1 field")
        #expect(try await journey.store.card(card.identifier)?.note == "theirs")
        await journey.wait("the end of the conflict") { !journey.model.conflicts.hasConflicts }
        journey.press(Key("u"))
        await journey.see("Undid: ")
        #expect(try await journey.store.card(card.identifier)?.note == "mine")
    }
}
