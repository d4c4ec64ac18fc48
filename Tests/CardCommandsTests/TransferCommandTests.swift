import Basics
import CardSettings
import CardStorage
import CardTransfer
import Cards
import Testing

@testable import CardCommands

@Suite("Commands with files of other programs")
struct TransferCommandTests {
    private static let table = """
        2\r\n\r\n_id\r\n\r\n_id,store,note,balance,cardid\r\n1,Cedar,,0,55\r\n2,,,0,66\r\n3,Birch,,many,77\r\n\r\ncardId,groupId\r\n
        """

    private func parse(_ arguments: String...) -> Invocation {
        CommandLineInterface.parse(arguments, validateBackend: CommandLineFixture.refusal) { .iso }
    }

    @Test("the options of import and export")
    func options() {
        var wanted = ImportArguments()
        (wanted.format, wanted.isDryRun, wanted.isJSON, wanted.duplicates) = (.catima, true, true, .skip)
        (wanted.passwordFile, wanted.columns) = ("p", [.name: "Shop", .number: "My Code"])
        #expect(
            parse(
                "import", "f", "--format", "catima", "--dry-run", "--json", "--on-duplicate=skip", "--password-file",
                "p",
                "--columns", "name=Shop,number=My Code")
                == .command(ImportCommand(files: ["f"], arguments: wanted), .init()))
        var out = ExportArguments()
        (out.format, out.asksForPassword) = (.catima, true)
        #expect(
            parse("export", "f", "--format=catima", "--password")
                == .command(ExportCommand(file: "f", photos: nil, out), .init()))
    }

    @Test(
        "wrong options are told",
        arguments: [
            (["import", "f", "--format", "xls"], "--format must be one of json, catima, csv"),
            (["import", "f", "--columns", "shop=x"], "--columns must look like name=Shop,number=Code"),
            (["export", "f", "--password"], "only --format catima supports a password"),
            (
                ["export", "f", "--format", "catima", "--password", "--password-file", "p"],
                "--password cannot be used with --password-file"
            ),
        ])
    func wrong(arguments: [String], message: String) async throws {
        let result = try await CommandLineFixture().run(arguments)
        #expect(result.code == 2)
        #expect(result.err.hasPrefix("cards-tui: " + message))
    }

    @Test("a format that is spelled wrong gets the nearest one")
    func nearestFormat() async throws {
        let result = try await CommandLineFixture().run("export", "f", "--format", "catmia")
        #expect(result.code == 2 && result.err.hasSuffix("Did you mean \"catima\"?\n"), "\(result.err)")
    }

    @Test("an import of Catima's table names what cannot be taken, and the exit code is 1")
    func importing() async throws {
        let line = try await CommandLineFixture()
        let file = try line.folder.write(Self.table, to: "catima.csv")
        let dry = await line.run("import", file, "--dry-run")
        #expect((dry.code, dry.out) == (1, "Catima: 2 added, 0 changed, 1 skipped; nothing was imported\n"))
        let result = await line.run("import", file)
        #expect((result.code, result.out) == (1, "2 added, 0 changed, 1 skipped\n"))
        #expect(
            result.err == """
                card 3, line 8: the balance "many" is not a number and was left out
                card 2, line 7: the card has no name; it was skipped

                """)
        #expect(try await Set(line.store.cards.values.map(\.name)) == ["Cedar", "Birch"])
    }

    @Test("a dry run as JSON lists every card")
    func json() async throws {
        let line = try await CommandLineFixture()
        let file = try line.folder.write(Self.table, to: "catima.csv")
        let result = await line.run("import", file, "--dry-run", "--json")
        let json = try JSONParser.parse(Array(result.out.utf8))
        #expect(json["format"] == .string("catima"))
        #expect(json["cards"]?.array?.map { $0["name"] } == [.string("Cedar"), .string("Birch")])
        #expect(json["cards"]?.array?.map { $0["outcome"] } == [.string("new"), .string("new")])
        #expect(json["skipped"]?.array?.first?["position"] == .string("card 2, line 7"))
    }

    @Test("an import as JSON counts what it did in one line, without the cards")
    func jsonOfImport() async throws {
        let line = try await CommandLineFixture()
        let file = try line.folder.write(Self.table, to: "catima.csv")
        let result = await line.run("import", file, "--json")
        #expect((result.code, result.err) == (1, ""))
        #expect(result.out.split(separator: "\n").count == 1)
        let json = try JSONParser.parse(Array(result.out.utf8))
        #expect(json["added"] == .number("2") && json["dryRun"] == .bool(false))
        #expect(json["cards"] == nil)
        #expect(json["remarks"]?.array?.count == 1)
        #expect(try await line.store.cards.count == 2)
    }

    @Test("an archive with a password: asked for twice when it is written, up to three times when it is read")
    func passwords() async throws {
        var line = try await CommandLineFixture([.make("A", "Cedar") { $0.phone = "1" }])
        let file = line.folder.path + "/cards.zip"
        line.passwords = ["one", "two"]
        #expect(await line.run("export", file, "--format", "catima", "--password").code == 1)
        line.passwords = ["one", "one"]
        let result = await line.run("export", file, "--format", "catima", "--password")
        #expect(result.code == 0)
        #expect(result.err.hasSuffix("The format cannot hold phone: left out of 1 card\n"))

        var other = try await CommandLineFixture()
        #expect(await other.run("import", file).err.contains("needs a password"))
        other.passwords = ["a", "b", "c", "one"]
        let failed = await other.run("import", file)
        #expect((failed.code, failed.err.split(separator: "[").count) == (1, 3))
        #expect(failed.err.hasSuffix("The password of the ZIP archive is wrong.\n"))
        #expect(try await other.store.cards.isEmpty)
        other.passwords = ["a", "one"]
        #expect(await other.run("import", file).out == "1 added, 0 changed\n")
        let secret = try other.folder.write("one\nsecond line\n", to: "secret")
        #expect(await other.run("import", file, "--password-file", secret).code == 0)
        #expect(await other.run("import", file, "--password-file", file).err.contains("wrong"))
    }

    // MARK: - Names

    private static let tables = ("name,number\nAldi,0791\n", "name,number\nCoop,0791\n")

    @Test("a card with a known number under another name is new; --rename makes it that card")
    func renaming() async throws {
        let fixture = try await StoreFixture([])
        let (first, second) = (
            try fixture.line.folder.write(Self.tables.0, to: "first.csv"),
            try fixture.line.folder.write(Self.tables.1, to: "second.csv")
        )
        #expect(await fixture.run("import", first).out == "1 added, 0 changed\n")
        let dry = await fixture.run("import", second, "--dry-run")
        #expect(dry.out == "a table: 1 added, 0 changed; nothing was imported\n")
        #expect(
            dry.err
                == "Coop has the number of Aldi and would be a new card; with --rename Aldi becomes Coop\n")
        let dryRename = await fixture.run("import", second, "--dry-run", "--rename")
        #expect(
            dryRename.out
                == "changed\tAldi becomes Coop\tname\na table: 0 added, 1 changed; nothing was imported\n")
        #expect(dryRename.err == "")
        let json = try JSONParser.parse(Array(await fixture.run("import", second, "--dry-run", "--json").out.utf8))
        #expect(json["renames"]?.array?.first?["from"]?.string == "Aldi")
        #expect(await fixture.run("import", second, "--rename").out == "0 added, 1 changed\n")
        #expect(try await fixture.store.cards(from: 0, limit: 9).map(\.name) == ["Coop"])
    }

    @Test("a terminal asks whether a card has a new name, once, before anything is written", arguments: [true, false])
    func askedForName(isWanted: Bool) async throws {
        var fixture = try await StoreFixture([], isTerminal: true)
        let first = try fixture.line.folder.write(Self.tables.0, to: "first.csv")
        let second = try fixture.line.folder.write(Self.tables.1, to: "second.csv")
        _ = await fixture.run("import", first)
        fixture.line.consent = isWanted
        let result = await fixture.run("import", second)
        #expect(result.err.hasPrefix("[Aldi becomes Coop?]"), "\(result.err)")
        #expect(result.out == (isWanted ? "0 added, 1 changed\n" : "1 added, 0 changed\n"))
        #expect(
            try await fixture.store.cards(from: 0, limit: 9).map(\.name) == (isWanted ? ["Coop"] : ["Aldi", "Coop"]))
    }

    // MARK: - Several files, pictures

    @Test("several files are one import, whose messages name the file")
    func several() async throws {
        let line = try await CommandLineFixture()
        let first = try line.folder.write(Self.table, to: "catima.csv")
        let second = try line.folder.write("name,number\nAlder,5\n,6\n", to: "table.csv")
        #expect(parse("import", "a", "b") == .command(ImportCommand(files: ["a", "b"]), .init()))
        let dry = try await CommandLineFixture().run("import", first, second, "--dry-run")
        #expect((dry.code, dry.out) == (1, "Catima, a table: 3 added, 0 changed, 2 skipped; nothing was imported\n"))
        let list = try await CommandLineFixture().run("import", first, second, "--dry-run", "--json").out
        #expect(try JSONParser.parse(Array(list.utf8))["formats"] == .array([.string("catima"), .string("csv")]))
        let result = await line.run("import", first, second)
        #expect((result.code, result.out) == (1, "3 added, 0 changed, 2 skipped\n"))
        #expect(result.err.contains("catima.csv: card 2, line 7: the card has no name; it was skipped\n"))
        #expect(result.err.contains("table.csv: card 2, line 3: the card has no name; it was skipped\n"))
        #expect(try await Set(line.store.cards.values.map(\.name)) == ["Cedar", "Birch", "Alder"])
        #expect(try await line.store.transactions == 1)
    }

    @Test("one of several files that cannot be read ends the import, and nothing is imported")
    func oneBadFile() async throws {
        let line = try await CommandLineFixture()
        let good = try line.folder.write(Self.table, to: "catima.csv")
        let bad = try line.folder.write("hello", to: "bad.txt")
        let result = await line.run("import", good, bad)
        #expect(result.code == 1)
        #expect(result.err.hasPrefix("cards-tui: \(bad): The format was not recognized"))
        #expect(await line.run("import", good, line.folder.path + "/missing").code == 1)
        #expect(try await line.store.cards.isEmpty)
    }

    @Test("an archive with a password among several files is asked for")
    func severalPasswords() async throws {
        var line = try await CommandLineFixture([.make("A", "Cedar")])
        let (archive, table) = (line.folder.path + "/cards.zip", try line.folder.write(Self.table, to: "catima.csv"))
        line.passwords = ["one", "one"]
        #expect(await line.run("export", archive, "--format", "catima", "--password").code == 0)
        var other = try await CommandLineFixture()
        other.passwords = ["wrong", "one"]
        let result = await other.run("import", table, archive)
        #expect(result.out == "3 added, 0 changed, 1 skipped\n")
        #expect(result.err.contains("cards.zip: The password of the ZIP archive is wrong.\n"))
    }

    @Test("pictures of a folder become cards in the order of their names, with the codes and the photos in them")
    func pictures() async throws {
        let line = try await CommandLineFixture()
        for (name, text) in [
            ("Birch.png", "xPNG55"), ("Alder.png", "xPNG"), ("Zoo.png", "xPNGdamaged"), ("code.pdf", "%PDF77"),
            ("empty.pdf", "%PDF"), ("readme.txt", "hello"), (".hidden.png", "xPNG1"),
        ] {
            _ = try line.folder.write(text, to: name)
        }
        let result = await line.run("import", line.folder.path)
        #expect((result.code, result.out) == (1, "3 added, 0 changed, 2 skipped\n"))
        let lines = result.err.split(separator: "\n").map { $0.split(separator: "/").last.map(String.init) }
        #expect(
            lines == [
                "Alder.png: no barcode was found",
                "code.pdf: the PDF itself was left out: The PDF is incomplete: its end is missing. Copy or download it again",
                "Zoo.png: The picture file is incomplete; it was skipped",
                "empty.pdf: no barcode was found; it was skipped",
            ])
        let cards = try await line.store.cards.values.sorted { $0.name < $1.name }
        #expect(cards.map(\.name) == ["Alder", "Birch", "code"])
        #expect(cards.map(\.number) == ["", "55", "77"])
        #expect(cards.map(\.barcode?.format) == [nil, .code128, .code128])
        #expect(cards.map { $0.front == nil } == [false, false, true])
        // In the order of their names: the first is the first card that was made.
        #expect(cards.map(\.identifier.text) == ["new-1", "new-2", "new-4"])
    }

    @Test("a picture of a folder whose name is not UTF-8 is imported, as by the screen")
    func nameInLatin1() async throws {
        let line = try await CommandLineFixture()
        let name = PathText.text(of: Array("f".utf8) + [0xFC] + Array("r.png".utf8))
        let folder = line.folder.path + "/old-" + PathText.text(of: [0xE4])
        try Folder.make(folder)
        try AtomicFile.write(Array("xPNG55".utf8), to: folder + "/" + name)
        let result = await line.run("import", folder)
        #expect((result.code, result.out) == (0, "1 added, 0 changed\n"), "\(result.err)")
        #expect(try await line.store.cards.values.map(\.number) == ["55"])
    }

    @Test("a folder without pictures, and a picture in another format than the wanted, are refused")
    func noPictures() async throws {
        let line = try await CommandLineFixture()
        let table = try line.folder.write(Self.table, to: "catima.csv")
        #expect(await line.run("import", line.folder.path).err.contains("the folder has no pictures"))
        let result = await line.run("import", table, "--format", "picture")
        #expect(result.code == 1)
        #expect(result.err.contains("The file is not in the format picture."))
    }

    @Test("--card exports the cards that are named, in that order; an unknown one is an error")
    func someCards() async throws {
        let line = try await CommandLineFixture([.make("A", "Alder"), .make("B", "Birch"), .make("C", "Cedar")])
        let result = await line.run("export", "-", "--format", "csv", "--card", "Cedar", "--card", "A")
        #expect(result.code == 0)
        let rows = result.out.split(separator: "\r\n").dropFirst()
        #expect(rows.map { $0.prefix(5) } == ["Cedar", "Alder"])
        #expect(await line.run("export", "-", "--card", "Elm").code == 1)
    }

    @Test("the name of the file says the format, and --format overrules it")
    func named() async throws {
        let line = try await CommandLineFixture([.make("A", "Cedar")])
        for (name, beginning) in [
            ("cards.html", "<!DOCTYPE html>"), ("x.y/CARDS.HTM", "<!DOCTYPE html>"),
            ("cards.csv", "\u{FEFF}name,number"),
            ("cards.ics", "BEGIN:VCALENDAR"), ("cards.zip", "PK"), ("cards.json", "[\n"), ("cards", "[\n"),
            ("html", "[\n"), ("cards.html.old", "[\n"),
        ] {
            try Folder.make(line.folder.path + "/x.y")
            let file = line.folder.path + "/" + name
            #expect(await line.run("export", file).code == 0)
            #expect(try line.folder.bytes(of: name).starts(with: beginning.utf8), "\(name)")
        }
        let file = line.folder.path + "/cards.html"
        #expect(await line.run("export", file, "--format", "json").code == 0)
        #expect(try line.folder.text(of: "cards.html").hasPrefix("["))
        let pass = await line.run("export", line.folder.path + "/cards.pkpass")
        #expect(pass.code == 1 && pass.err.contains("None of these cards came from a pass."))
    }

    @Test("every format is written", arguments: ExportFormat.allCases)
    func formats(format: ExportFormat) async throws {
        let line = try await CommandLineFixture([.make("A", "Cedar") { $0.expiry = CalendarDay("2027-01-01") }])
        let result = await line.run("export", "-", "--format", format.rawValue)
        if format == .pass {
            #expect(result.code == 1)
            #expect(result.err.contains("None of these cards came from a pass."))
            return
        }
        #expect(result.code == 0)
        let beginning =
            switch format {
            case .json: "[\n"
            case .catima: "PK"
            case .catimaTable: "2\r\n\r\n_id\r\n"
            case .csv: "\u{FEFF}name,number"
            case .calendar: "BEGIN:VCALENDAR\r\n"
            case .page: "<!DOCTYPE html>"
            case .pass: ""
            }
        #expect(Array(result.out.utf8).starts(with: beginning.utf8))
    }
}
