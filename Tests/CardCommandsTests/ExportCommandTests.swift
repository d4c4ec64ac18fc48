import Cards
import Testing

@testable import CardCommands

/// Which cards `export` writes, and what it and `forget-uses` say as JSON. Formats are tested by ``TransferCommandTests``.
@Suite("Exports of chosen cards, and results as JSON")
struct ExportCommandTests {
    private static let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1]

    private func fixture() async throws -> StoreFixture { try await StoreFixture(StoreFixture.cards()) }

    /// The names in a table for spreadsheets, in their order.
    private func names(_ table: String) -> [String] {
        table.split(separator: "\r\n").dropFirst().map { String($0.prefix { $0 != "," }) }
    }

    private func export(_ fixture: StoreFixture, _ arguments: String...) async -> CommandLineFixture.Result {
        await fixture.run(["export", "-", "--format", "csv"] + arguments)
    }

    @Test("--all exports what the words find, archived cards too, and nothing else")
    func words() async throws {
        let fixture = try await fixture()
        let result = await export(fixture, "--all", "group:shop")
        #expect((result.code, result.err) == (0, ""))
        #expect(names(result.out) == ["Tesco", "Old Gym"])
        #expect(names(await export(fixture, "--all", "group:shop -is:archived").out) == ["Tesco"])
        #expect(names(await export(fixture).out) == ["Zoo", "Łódź Library", "Tesco", "Old Gym"])
    }

    @Test("--card takes words that find one card; with --all each card is written once, the named ones first")
    func both() async throws {
        let fixture = try await fixture()
        let result = await export(fixture, "--card", "gym", "--card", "zoo", "--all", "group:shop")
        #expect(names(result.out) == ["Old Gym", "Zoo", "Tesco"])
        #expect(names(await export(fixture, "--card", "lib", "--card", "B").out) == ["Łódź Library"])
    }

    @Test("words that find nothing, and those that are none, write no file")
    func nothing() async throws {
        let fixture = try await fixture()
        let file = try fixture.line.folder.write("before", to: "cards.json")
        let none = await fixture.run("export", file, "--all", "qqqqqq")
        #expect((none.code, none.out, none.err) == (1, "", "cards-tui: no card was found\n"))
        let empty = await fixture.run("export", file, "--all", " ")
        #expect((empty.code, empty.out) == (2, ""))
        #expect(empty.err.hasPrefix("cards-tui: --all needs words to search for"))
        #expect(await fixture.run("export", file, "--all", "is:stared").code == 2)
        #expect(await fixture.run("export", file, "--card", "group:shop").code == 1)
        #expect(try fixture.line.folder.text(of: "cards.json") == "before")
    }

    @Test("photos are written of the chosen cards only")
    func photos() async throws {
        let cards = try ["Amber", "Birch"].map { name in
            try Card.make(name, name) { $0.front = PhotoHash(of: Self.photo) }
        }
        let line = try await CommandLineFixture(cards, photos: [Self.photo])
        let folder = line.folder.path + "/photos"
        let result = await line.run("export", "--photos", folder, "--card", "Birch")
        #expect((result.code, result.out, result.err) == (0, "", "1 photo written to \(folder)\n"))
        #expect(try line.folder.text(of: "photos/birch-front.jpg").isEmpty == false)
        #expect(throws: (any Error).self) { try line.folder.text(of: "photos/amber-front.jpg") }
    }

    // MARK: - JSON

    @Test("--json says in one line what was written and what was left out")
    func json() async throws {
        let card = try Card.make("a", "Amber") {
            ($0.phone, $0.front, $0.back) = ("1", PhotoHash(of: Self.photo), PhotoHash(of: [1]))
        }
        let line = try await CommandLineFixture([card], photos: [Self.photo])
        let (file, folder) = (line.folder.path + "/cards.zip", line.folder.path + "/photos")
        let result = await line.run("export", file, "--format", "catima", "--photos", folder, "--json")
        #expect(result.code == 0)
        #expect(
            result.out
                == "{\"file\":\"\(file)\",\"format\":\"catima\",\"cards\":1,\"leftOut\":{\"phone\":1},\"secretsLeftOut\":0,"
                + "\"folder\":\"\(folder)\",\"photos\":1,\"missingPhotos\":1}\n")
        #expect(result.err.contains(#"{"warning":"Photos missing from the store were left out: 1"}"#))
        let photos = await line.run("export", "--photos", folder, "--json")
        #expect(photos.out == "{\"folder\":\"\(folder)\",\"photos\":1,\"missingPhotos\":1}\n")
    }

    @Test("--json is refused where the cards go to standard output")
    func jsonBesideCards() async throws {
        let line = try await CommandLineFixture([.make("a", "Amber")])
        let result = await line.run("export", "-", "--json")
        #expect((result.code, result.out) == (2, ""))
        #expect(result.err.hasPrefix(#"{"error":"--json cannot be used with -"#))
    }

    @Test("forget-uses asks, and needs --yes where there is no terminal; it says how many cards had been used")
    func forgetUses() async throws {
        let fixture = try await fixture()
        for identifier in ["A", "A", "C"] {
            try await fixture.store.recordUse(of: try #require(CardID(identifier)))
        }
        let piped = await fixture.run("forget-uses")
        #expect(
            (piped.code, piped.out) == (2, "") && piped.err.contains("Nothing was changed. To confirm, use --yes."),
            "\(piped)")
        var asked = fixture
        asked.line.consent = false
        let declined = await asked.run("forget-uses")
        #expect((declined.code, declined.out) == (1, "") && declined.err.hasSuffix("Nothing was changed.\n"))
        #expect(await fixture.run("forget-uses", "--yes", "--json").out == "{\"cards\":2}\n")
        #expect(await fixture.run("forget-uses", "--json", "--yes").out == "{\"cards\":0}\n")
        asked.line.consent = true
        #expect(await asked.run("forget-uses").out == "When and how often cards were opened is forgotten.\n")
    }
}
