import CardSettings
import Cards
import Foundation
import Testing

@testable import CardCommands

struct ListTests {
    private func cards() throws -> [Card] {
        [
            try .make("A", "Tesco") {
                ($0.number, $0.groups, $0.expiry) = ("123", ["food", "shop"], CalendarDay("2026-12-02"))
            },
            try .make("B", "Łódź Library") { ($0.number, $0.expiry) = ("9", CalendarDay("2026-11-19")) },
            try .make("C", "Zoo"),
        ]
    }

    @Test("on a terminal the cards are aligned in columns")
    func columns() async throws {
        let result = try await CommandLineFixture(cards(), isTerminal: true).run("list")
        #expect(
            result.out
                == """
                Łódź Library  9                 expired yesterday
                Tesco         123  food, shop  expires in 12 days
                Zoo

                """.replacing("9                 expired", with: "9                expired"))
        #expect(result.code == 0)
    }

    @Test("every line fits the terminal, and the validity is whole or left out", arguments: 20...200)
    func fits(width: Int) async throws {
        let expiry = CalendarDay("2026-11-17")
        let cards = try [
            Card.make("A", "Amber Bakery and Coffee House at the Old Bridge") {
                ($0.number, $0.groups, $0.expiry) = ("4006 3813 3393 1", ["food", "breakfast", "town"], expiry)
            },
            Card.make("B", "Bus") { $0.number = "https://tickets.example/" + String(repeating: "7", count: 40) },
            Card.make("C", "Zoo") { $0.expiry = CalendarDay("2026-11-21") },
        ]
        let printed = Collected()
        _ = try await CommandLineFixture(cards)
            .run("list", out: TextSink(columns: { width }) { printed.add($0) })
        let lines = printed.text.split(separator: "\n")
        #expect(lines.count == 3 && lines.allSatisfy { $0.count <= width }, "\(printed.text)")
        // Beside the beginning of the name there is room for it from here on.
        #expect(lines[0].hasSuffix("  expired 3 days ago") == (width >= 28), "\(lines[0])")
        #expect(lines[0].contains("4006 3813 3393 1") == (width >= 50), "\(lines[0])")
        #expect(lines[0].hasPrefix("Amber B"))
        // Nothing is cut where everything fits.
        #expect(lines.contains { $0.contains("…") } == (width < 156))
    }

    @Test("one very long name takes neither the groups nor the long number of another card")
    func longName() async throws {
        let number = "https://tickets.example/4711-0815"
        let cards = try [
            Card.make("A", String(repeating: "n", count: 150)),
            Card.make("B", "Bus") { ($0.number, $0.groups) = (number, ["food", "breakfast", "town"]) },
        ]
        let printed = Collected()
        _ = try await CommandLineFixture(cards)
            .run("list", out: TextSink(columns: { 130 }) { printed.add($0) })
        #expect(printed.text.contains("\(number)  food, breakfast, town\n"), "\(printed.text)")
    }

    @Test("in a pipe nothing is cut")
    func uncut() async throws {
        let (name, number) = (String(repeating: "n", count: 200), String(repeating: "9", count: 200))
        let card = try Card.make("A", name) { ($0.number, $0.groups) = (number, [name, "b"]) }
        #expect(try await CommandLineFixture([card]).run("list").out == "\(name)\t\(number)\t\(name), b\t\tA\n")
    }

    @Test("in a pipe the columns are separated by tabs, with the identifier last")
    func tabs() async throws {
        let result = try await CommandLineFixture(cards()).run("list")
        #expect(
            result.out
                == "Łódź Library\t9\t\t2026-11-19\tB\nTesco\t123\tfood, shop\t2026-12-02\tA\nZoo\t\t\t\tC\n"
        )
    }

    @Test("a name with tabs, line ends and escapes breaks no column and is sanitized")
    func hostile() async throws {
        let hostile = try Card.make("A", "a\tb\nc\u{1B}[2J\u{9B}31m\u{202E}") {
            $0.number = String(repeating: "9", count: 10_000)
        }
        let tabs = try await CommandLineFixture([hostile]).run("list").out
        #expect(tabs.split(separator: "\n").count == 1)
        #expect(tabs.split(separator: "\t", omittingEmptySubsequences: false).count == 5)
        let terminal = try await CommandLineFixture([hostile], isTerminal: true).run("list").out
        #expect(terminal == "a b c?[2J?31m?  " + String(repeating: "9", count: 63) + "…\n")
        let shown = try await CommandLineFixture([hostile], isTerminal: true).run("show", "A").out
        #expect(!shown.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" || $0 == "\u{202E}" })
    }

    @Test("groups are sanitized on a terminal")
    func hostileGroups() async throws {
        let card = try Card.make("A", "Zoo") { $0.groups = ["fo\u{1B}[31mod", "to\u{9B}2J\u{202E}wn"] }
        let terminal = try await CommandLineFixture([card], isTerminal: true).run("list").out
        #expect(terminal.contains("fo?[31mod"))
        let unsafe: [Unicode.Scalar] = ["\u{1B}", "\u{9B}", "\u{202E}"]
        #expect(!terminal.unicodeScalars.contains { unsafe.contains($0) }, "\(terminal.debugDescription)")
    }

    @Test("JSON on a terminal has no control characters and is equivalent")
    func hostileJSON() async throws {
        let card = try Card.make("A", "x\u{1B}[2J\u{9B}\u{202E}\u{E0041}é")
        for arguments in [["list", "--json"], ["show", "A", "--json"], ["export", "-"]] {
            let terminal = try await CommandLineFixture([card], isTerminal: true).run(arguments).out
            let file = try await CommandLineFixture([card]).run(arguments).out
            #expect(terminal.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "é" || (0x20..<0x7F).contains($0.value) })
            #expect(try JSONParser.parse(Array(terminal.utf8)) == JSONParser.parse(Array(file.utf8)))
        }
    }

    @Test(
        "JSON has no line separator within a card, in a pipe either, and a limited number of combining marks"
    )
    func separatorsAndMarks() async throws {
        let marks = String(repeating: "\u{301}", count: 50)
        let card = try Card.make("A", "a\u{2028}b\u{2029}e" + marks)
        for arguments in [["list", "--json"], ["show", "A", "--json"], ["export", "-"]] {
            let pipe = try await CommandLineFixture([card]).run(arguments).out
            #expect(pipe.contains("a\\u2028b\\u2029e" + marks))
            let terminal = try await CommandLineFixture([card], isTerminal: true).run(arguments).out
            #expect(terminal.unicodeScalars.filter { $0 == "\u{301}" }.count == 4)
            #expect(terminal.contains("\\u0301"))
            #expect(try JSONParser.parse(Array(terminal.utf8)) == JSONParser.parse(Array(pipe.utf8)))
        }
    }

    @Test("texts of backends, files and arguments are sanitized on standard error, in a pipe too")
    func safeComplaints() async throws {
        for command in [["show"], ["list", "--json"], ["import"]] {
            let result = try await CommandLineFixture([]).run(command + ["--x\u{1B}[2J\u{9B}31m\u{7}"])
            #expect(result.code != 0)
            #expect(result.err.contains("[2J"))
            #expect(result.err.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        }
    }

    @Test("JSON has the card's fields, photos only with --photos, and nothing about its use on this machine")
    func json() async throws {
        let photo: [UInt8] = [1, 2, 3]
        let card = try Card.make("A", "Tesco") { ($0.number, $0.front) = ("1", PhotoHash(of: photo)) }
        let line = try await CommandLineFixture([card], photos: [photo])
        try await line.store.recordUse(of: card.identifier)
        #expect(
            await line.run("list", "--json").out
                == "{\"identifier\":\"A\",\"name\":\"Tesco\",\"number\":\"1\",\"created\":\"2026-11-20T00:00:00Z\","
                + "\"modified\":\"2026-11-20T00:00:00Z\"}\n"
        )
        #expect(
            await line.run("list", "--json", "--photos").out.contains(
                "\"front\":\"AQID\",\"back\":\"\",\"number\":\"1\""))
    }

    @Test("--store opens the named store, --demo the demo's")
    func stores() async throws {
        let line = try await CommandLineFixture()
        #expect(await line.run("list").opened == "file(\"\(line.folder.path)/.local/share/cards-tui/cards.sqlite\")")
        #expect(await line.run("list", "--store", "my.db").opened == "file(\"my.db\")")
        #expect(await line.run("list", "--demo", "--store", "my.db").opened == "demo")
        #expect(await line.run("--help").opened == "")
    }

    @Test("an empty list is a message on a terminal, an empty array if JSON is one, otherwise nothing")
    func empty() async throws {
        let terminal = try await CommandLineFixture(isTerminal: true).run("list")
        #expect(terminal.out == "")
        #expect(terminal.err.contains("no cards yet"))
        #expect(try await CommandLineFixture().run("list").out == "")
        #expect(try await CommandLineFixture().run("list", "--json").out == "")
        #expect(try await CommandLineFixture().run("list", "--json=array").out == "[]\n")
    }

    @Test("many cards are read in pages, each card once")
    func pages() async throws {
        let cards = try (0..<1234).map { try Card.make("id-\($0)", "Card \($0)") }
        for arguments in [["list"], ["list", "--json=array"], ["export", "-"]] {
            let line = try await CommandLineFixture(cards)
            let out = await line.run(arguments).out
            #expect(Set(out.split(separator: "\n")).count == (arguments == ["list"] ? 1234 : 1236))
        }
    }

    @Test("show prints the fields that have values, and no others")
    func show() async throws {
        let card = try Card.make("A", "Tesco") {
            ($0.number, $0.note, $0.balance, $0.currency) = ("12", "first\nsecond", "3.50", "EUR")
            ($0.isStarred, $0.expiry, $0.barcode) = (true, CalendarDay("2026-11-20"), Barcode(format: .ean13))
        }
        #expect(
            try await CommandLineFixture([card]).run("show", "tesco").out == """
                Name        Tesco
                Number      12
                Barcode     EAN_13
                Balance     3.50 EUR
                Expires     2026-11-20 (expires today)
                Marks       starred
                Note        first
                            second
                Identifier  A

                """)
    }

    @Test("show --json prints one object over several lines")
    func showJSON() async throws {
        let out = try await CommandLineFixture([.make("A", "Tesco")]).run("show", "A", "--json").out
        #expect(
            out == """
                {
                  "identifier": "A",
                  "name": "Tesco",
                  "created": "2026-11-20T00:00:00Z",
                  "modified": "2026-11-20T00:00:00Z"
                }

                """)
    }

    @Test("an unknown card and an ambiguous name exit with 1", arguments: ["show", "remove"])
    func notOne(_ command: String) async throws {
        let line = try await CommandLineFixture([.make("A", "Zoo") { $0.number = "1" }, .make("B", "zoo")])
        let missing = await line.run(command, "Tesco")
        #expect(missing.code == 1)
        #expect(missing.err == "cards-tui: there is no card \"Tesco\". See: cards-tui list\n")
        let several = await line.run(command, "ZOO")
        #expect(several.code == 1)
        #expect(
            several.err == "cards-tui: \"ZOO\" is the name of 2 cards. Use the identifier:\n  A  Zoo  1\n  B  zoo  \n")
        #expect(try await line.store.cards.count == 2)
    }

    @Test("a closed output ends a command silently")
    func closed() async throws {
        let cards = try (0..<2000).map { try Card.make("id-\($0)", "Card \($0)") }
        for arguments in [["list"], ["list", "--json"], ["export", "-"], ["--help"]] {
            let result = try await CommandLineFixture(cards)
                .run(arguments, out: TextSink(columns: nil) { _ in throw OutputClosed() })
            #expect(result.code == 141)
            #expect(result.err == "")
        }
    }

    @Test("a closed pipe and a full disk are different errors")
    func descriptors() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        #expect(throws: OutputClosed.self) { try TextSink(descriptor: ends[1], name: "out").write([1]) }
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        #expect(throws: FileError(path: "out", action: .write, kind: .diskFull)) {
            try TextSink(descriptor: full, name: "out").write([1])
        }
    }
}
