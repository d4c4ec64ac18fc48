import Cards
import TestSupport
import Testing

@testable import CardCommands

@Suite("Finding cards from the command line")
struct FindingCommandTests {
    private func fixture(isTerminal: Bool = false) async throws -> StoreFixture {
        try await StoreFixture(StoreFixture.cards(), isTerminal: isTerminal)
    }

    @Test(
        "list takes the words, filters and orders of the screen",
        arguments: [
            (["lib"], "B"), (["FOOD", "tes"], "A"), (["group:shop"], "AD"), (["is:starred"], "C"),
            (["-is:starred"], "BAD"), (["has:number", "-is:expired"], "A"), (["expires:<30d"], "AD"),
            (["nothing"], ""), ([], "CBAD"), (["--sort", "expiry"], "CBAD"),
            (["--sort", "expiry", "--reverse"], "CABD"),
            (["--sort", "balance"], "CABD"), (["--sort=start"], "CBAD"), (["--reverse"], "CABD"),
            (["--archived", "no"], "CBA"), (["--archived", "only"], "D"), (["--archived=only", "tesco"], ""),
            (["--archived", "yes", "--limit", "3"], "CBA"), (["is:archived", "--archived", "no"], "D"),
            (["group:shop", "--limit=1"], "A"), (["--limit", "1000"], "CBAD"),
        ])
    func words(_ arguments: [String], _ identifiers: String) async throws {
        let result = try await fixture().run(["list", "--columns", "id"] + arguments)
        #expect(result.out.filter { $0 != "\n" } == identifiers)
        #expect((result.code, result.err) == (0, ""))
    }

    @Test("an invalid filter is a usage error with its reason")
    func invalid() async throws {
        let result = try await fixture().run("list", "is:stared")
        #expect(result.code == 2)
        #expect(result.err.hasPrefix("cards-tui: \"is:stared\": use is:expired, starred, archived"))
    }

    @Test("columns have names, ISO dates and plain amounts in a pipe")
    func columns() async throws {
        let fixture = try await fixture()
        #expect(
            await fixture.run("list", "tesco", "--header", "--columns", "name, number,expiry,due,balance,starred").out
                == "name\tnumber\texpiry\tdue\tbalance\tstarred\n"
                + "Tesco\t123\t2026-12-02\texpires in 12 days\t12.50 EUR\tno\n")
        #expect(
            await fixture.run("list", "--header", "--limit", "2").out
                == "name\tnumber\tgroups\texpiry\tid\nZoo\t\t\t\tC\nŁódź Library\t9\t\t2026-11-19\tB\n")
        #expect(await fixture.run("list", "-0", "--columns", "name", "--limit", "2").out == "Zoo\0Łódź Library\0")
        #expect(
            await fixture.run("list", "is:starred", "--columns", "start,archived,uses").out == "2026-01-02\tno\t0\n")
        #expect(await fixture.run("list", "lib", "--columns", "phone,note,website").out == "+48 42\t\t\n")
        let wrong = await fixture.run("list", "--columns", "name,nubmer")
        #expect(wrong.code == 2)
        #expect(wrong.err.hasSuffix("Did you mean \"number\"?\n"))
    }

    @Test("every column can be listed", arguments: ListColumn.allCases.filter { $0 != .next })
    func column(_ column: ListColumn) async throws {
        let card = try Card.make("A", "Tesco") { card in for field in FieldDefinition.all { field.fill(&card) } }
        let result = try await StoreFixture([card]).run("list", "--columns", "id,\(column.rawValue)")
        #expect(result.code == 0 && result.err == "")
        // No use of the card was recorded.
        #expect(result.out.hasPrefix("A\t") && (result.out.count > 3) == (column != .used), "\(result.out)")
    }

    @Test("on a terminal columns are aligned and cut to its width")
    func aligned() async throws {
        let fixture = try await fixture(isTerminal: true)
        #expect(
            await fixture.run("list", "--columns", "id,name,number", "--header").out == """
                ID  NAME          NUMBER
                C   Zoo
                B   Łódź Library  9
                A   Tesco         123
                D   Old Gym

                """)
        let printed = Collected()
        _ = await fixture.line.run(
            "list", "--columns", "id,name,number", out: TextSink(columns: { 14 }) { printed.add($0) })
        #expect(printed.text == "C  Zoo\nB  Łódź …  9\nA  Tesco   123\nD  Old G…\n")
        let nothing = await fixture.run("list", "nothing")
        #expect((nothing.code, nothing.out, nothing.err) == (0, "", "No cards found.\n"))
    }

    @Test("control characters of cards are neutralized in a pipe, in columns and in JSON")
    func neutralized() async throws {
        let card = try Card.make("A", "a\u{1B}[2Jb\u{7F}c\u{9B}d")
        let fixture = try await StoreFixture([card])
        #expect(await fixture.run("list", "--columns", "name").out == "a\u{241B}[2Jb\u{2421}c\u{FFFD}d\n")
        let json = await fixture.run("list", "--json").out
        #expect(json.hasPrefix(#"{"identifier":"A","name":"a\u001b[2Jb\u007fc\u009bd","#))
        #expect(json.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        #expect(try JSONParser.parse(Array(json.utf8))["name"]?.string == card.name)
    }

    @Test("JSON is an object a line, or one array")
    func json() async throws {
        let fixture = try await fixture()
        let lines = await fixture.run("list", "--json", "group:shop").out.split(separator: "\n")
        let names = try lines.map { try JSONParser.parse(Array($0.utf8))["name"]?.string }
        #expect(names == ["Tesco", "Old Gym"])
        let array = try JSONParser.parse(Array(await fixture.run("list", "--json=array", "--limit", "3").out.utf8))
        #expect(array.array?.compactMap { $0["name"]?.string } == ["Zoo", "Łódź Library", "Tesco"])
    }

    @Test("a report reads well, and the exit code tells whether there is something")
    func report() async throws {
        let fixture = try await fixture()
        let soon = await fixture.run("list", "expires:<30d", "--report", "--exit-code")
        #expect(
            soon.out == """
                Tesco expires in 12 days, on Wednesday, 2 December 2026 (balance: 12.50 EUR)
                Old Gym expires in 5 days, on Wednesday, 25 November 2026

                """)
        #expect(soon.code == 1)
        let past = await fixture.run("list", "is:expired", "--report")
        #expect(past.out == "Łódź Library expired yesterday, on Thursday, 19 November 2026\n")
        #expect(past.code == 0)
        let none = await fixture.run("list", "expires:<2d", "--report", "--exit-code")
        #expect((none.code, none.out, none.err) == (0, "", ""))
    }

    @Test("show takes an identifier, a name, or words that find one card")
    func selection() async throws {
        let fixture = try await fixture()
        for text in ["B", "lodz library", "lib", "is:expired", "lodz 9"] {
            #expect(await fixture.run("show", text).out.hasPrefix("Name        Łódź Library\n"), "\(text)")
        }
        let several = await fixture.run("show", "group:shop")
        #expect(several.code == 1)
        #expect(
            several.err
                == "cards-tui: \"group:shop\" finds 2 cards. Use the identifier:\n  A  Tesco  123\n  D  Old Gym  \n")
        let missing = await fixture.run("show", "qqqqqq")
        #expect((missing.code, missing.out) == (1, ""))
        #expect(missing.err == "cards-tui: there is no card \"qqqqqq\". See: cards-tui list\n")
        let similar = try await StoreFixture([.make("A", "Amber Bakery")]).run("show", "amebr")
        #expect(similar.err == "cards-tui: there is no card \"amebr\". Did you mean \"Amber Bakery\"?\n")
    }

    @Test("more matches than fit a message are counted")
    func many() async throws {
        let cards = try (10..<50).map { try Card.make("id-\($0)", "Card \($0)") }
        let result = try await StoreFixture(cards).run("remove", "card")
        #expect(result.code == 1)
        #expect(result.err.contains("finds 40 cards") && result.err.hasSuffix("  and 20 more\n"))
        #expect(result.err.split(separator: "\n").count == 22)
    }

    @Test("show tells when a card matters, and list finds and orders by it")
    func moments() async throws {
        var cards = try StoreFixture.cards()
        cards[0].moments = [CardMoment(.event, from: try #require(Moment("2026-11-21T20:00")))]
        cards[1].moments = [CardMoment(.departure, from: try #require(Moment("2026-11-20T15:05+01:00")))]
        let fixture = try await StoreFixture(cards)
        #expect(await fixture.run("show", "B").out.contains("Departs     today 14:05, 15:05 +01:00\n"))
        #expect(await fixture.run("show", "A", "--json").out.contains("\"2026-11-21T20:00:00\""))
        #expect(await fixture.run("list", "next:today", "--columns", "id").out == "B\n")
        #expect(
            await fixture.run("list", "--sort", "next", "--columns", "id,next").out
                == "C\t\nB\t2026-11-20 14:05\nA\t2026-11-21 20:00\nD\t\n")
        let unordered = await fixture.run("list", "--columns", "id,next")
        #expect(unordered.code == 2 && unordered.err.contains("the column next needs --sort next"))
        let terminal = try await StoreFixture(cards, isTerminal: true).run("list", "--sort", "next").out
        #expect(terminal.contains("today 14:05\n") && terminal.contains("tomorrow 20:00\n"), "\(terminal)")
    }
}
