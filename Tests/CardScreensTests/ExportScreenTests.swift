import Cards
import Terminal
import Testing

@testable import CardTransfer
@testable import CardViewModels

/// Exports from the screen: format, cards, file, password.
@MainActor
@Suite("Exporting on the screen")
struct ExportScreenTests {
    @Test(
        "each format has its file name and its bytes",
        arguments: [
            (Key("1"), "json", "["), (Key("2"), "zip", "PK"), (Key("3"), "csv", "2\r\n"),
            (Key("5"), "ics", "BEGIN:VCALENDAR"),
            (Key("6"), "html", "<!"),
        ])
    func formats(key: Key, fileExtension: String, beginning: String) async throws {
        let files = FakeFiles()
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos, files: files)
        journey.press(Key("X"))
        await journey.see("Export as")
        journey.press(key)
        await journey.see("all cards (7)")
        journey.press(Key("1"))
        let path = "cards-2026-11-20.\(fileExtension)"
        await journey.see(path)
        journey.press(.enter)
        // A calendar has no cards without a last day, and says so.
        await journey.see("Exported \(fileExtension == "ics" ? 3 : 7) cards to \(path)")
        let bytes = try #require(files.written[path])
        #expect(bytes.starts(with: beginning.utf8))
    }

    @Test("passes go out as they came; cards without one are left out and counted, and nothing is written without any")
    func passes() async throws {
        let files = FakeFiles()
        let journey = try await Journey(Card.samples, size: Size(columns: 120, rows: 30), files: files)
        journey.press(Key("X"), Key("7"), Key("1"))
        let path = "cards-2026-11-20.pkpasses"
        await journey.see(path)
        journey.press(.enter)
        await journey.see("None of these cards came from a pass.")
        #expect(files.written[path] == nil)
        let pass =
            #"{"formatVersion":1,"passTypeIdentifier":"p","serialNumber":"1","organizationName":"Zoo","storeCard":{}}"#
        var archive = ZipWriter()
        try archive.add("pass.json", Array(pass.utf8), isPacked: false)
        archive.finish()
        let bytes = archive.drain()
        _ = try await journey.store.importFile(MemoryFile(bytes))
        await journey.wait("the card of the pass") { journey.model.list.count == 8 }
        journey.press(.enter)
        await journey.see("Exported 1 card to \(path). Left out: cards without a pass (7)")
        #expect(files.written[path] == bytes)
    }

    @Test("one card's pass is named as a pass")
    func onePass() async throws {
        let journey = try await Journey([.made("Fern Florist", "F-1")], files: FakeFiles())
        journey.press(Key("X"), Key("7"), Key("1"))
        await journey.see("cards-2026-11-20.pkpass")
        #expect(!journey.text.contains("pkpasses"))
    }

    @Test("what a format has no field for is counted in the message")
    func omissions() async throws {
        var card = Card.made("Fern Florist", "F-1")
        card.phone = "+48 22 1"
        let journey = try await Journey([card], files: FakeFiles())
        journey.press(Key("X"), Key("3"), Key("1"), .enter)
        await journey.see("Left out, since")
    }

    @Test("while searching, the cards of the search are offered first, then all, then the selected one")
    func choices() async throws {
        let files = FakeFiles()
        let journey = try await Journey(Card.samples, files: files)
        await journey.find("group:food")
        journey.press(.enter, Key("X"), Key("1"))
        await journey.see("the cards that the list shows (2)")
        #expect(journey.text.contains("all cards, including hidden ones"))
        let (shown, all) = (
            journey.place(of: "the cards that").row, journey.place(of: "all cards, including hidden").row
        )
        #expect(all == shown + 1)
        journey.press(Key("3"))
        await journey.see("Export Amber Bakery")
        journey.press(.enter)
        await journey.see("Exported 1 card to cards-2026-11-20.json")
        journey.press(Key("X"), Key("1"), Key("2"))
        await journey.see("Export all cards")
        journey.type("all.json")
        journey.press(.enter)
        await journey.see("Exported 7 cards to all.json")
    }

    @Test("a file that is named as another format is not written; our table and Catima's have the same ending")
    func otherName() async throws {
        let files = FakeFiles()
        let journey = try await Journey(Card.samples, size: Size(columns: 120, rows: 30), files: files)
        journey.press(Key("X"), Key("1"), Key("1"))
        await journey.see("Export 7 cards")
        journey.type("cards.html")
        journey.press(.enter)
        await journey.see("This file name is for another format: printable page (HTML). End it with .json, or")
        #expect(files.written["cards.html"] == nil)
        journey.press(.escape, Key("X"), Key("3"), Key("1"))
        await journey.see("Export 7 cards")
        journey.type("cards.csv")
        journey.press(.enter)
        await journey.see("Exported 7 cards to cards.csv")
    }

    @Test("on the card's screen the palette exports that card")
    func openCard() async throws {
        let files = FakeFiles()
        let journey = try await Journey(Card.samples, files: files)
        journey.press(.enter)
        await journey.see("4006 3813 3393 1")
        journey.press(Key(":"))
        journey.type("export")
        journey.press(.enter)
        await journey.see("Export as")
        journey.press(.enter)
        await journey.see("Which cards?")
        journey.press(.enter)
        await journey.see("Export Alpine Airways")
        journey.press(.enter)
        await journey.see("Exported 1 card to ")
        let bytes = try #require(files.written["cards-2026-11-20.json"])
        #expect(try JSONParser.parse(bytes).array?.compactMap { $0["name"]?.string } == ["Alpine Airways"])
    }

    @Test("an archive of Catima can be encrypted; the password is not shown")
    func encrypted() async throws {
        let files = FakeFiles()
        let journey = try await Journey(Card.samples, files: files)
        journey.press(Key("X"), Key("2"), Key("1"), .control("p"))
        await journey.see("Password for cards-2026-11-20.zip")
        journey.type("s3cret")
        await journey.see("••••••")
        #expect(journey.lines[23].contains("↵ repeat"))
        journey.press(.enter)
        journey.type("s3cre")
        journey.press(.enter)
        await journey.see("The two passwords are not the same.")
        journey.type("t")
        await journey.seeNo("not the same")
        journey.press(.enter)
        await journey.see("The archive is encrypted.")
        #expect(!journey.text.contains("s3cret"))
        journey.press(.enter)
        await journey.see("Exported 7 cards")
        let bytes = try #require(files.written["cards-2026-11-20.zip"])
        await #expect(throws: ZipError.needsPassword) { try await journey.store.importFile(MemoryFile(bytes)) }
        var request = ImportRequest()
        request.password = Array("s3cret".utf8)
        request.options = .preview
        let report = try await journey.store.importFile(MemoryFile(bytes), request).report
        #expect(report.entries.count == 7)
    }

    @Test("other formats have no password")
    func noPassword() async throws {
        let journey = try await Journey(Card.samples, files: FakeFiles())
        journey.press(Key("X"), Key("1"), Key("1"), .control("p"))
        await journey.see("Export 7 cards")
        #expect(!journey.lines[23].contains("password") && !journey.text.contains("Password for"))
    }
}
