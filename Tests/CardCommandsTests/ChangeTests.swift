import CardSettings
import Cards
import Foundation
import Testing

@testable import CardCommands

struct ChangeTests {
    @Test("an export over the card store, the settings, the log or a draft is refused")
    func exportOverOwnFiles() async throws {
        let line = try await CommandLineFixture([.make("a", "Elm Gym")])
        for path in [
            ".local/share/cards-tui/cards.sqlite", ".local/share/cards-tui/cards.sqlite-wal",
            ".config/cards-tui/config.yaml", ".local/state/cards-tui/log", ".local/state/cards-tui/drafts/x",
        ] {
            let whole = line.folder.path + "/" + path
            let folder = String(whole[..<(whole.lastIndex(of: "/") ?? whole.endIndex)])
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let result = await line.run("export", whole)
            #expect(result.code == 1)
            #expect(result.err.contains("cannot be written: it is"))
            #expect(!FileManager.default.fileExists(atPath: whole))
        }
        #expect(await line.run("export", line.folder.path + "/cards.json").code == 0)
    }

    @Test("a pipe or a folder instead of a photo is rejected without waiting")
    func pipeForAPhoto() async throws {
        let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 1]
        let line = try await CommandLineFixture(
            [.make("a", "Elm") { $0.front = PhotoHash(of: photo) }], photos: [photo])
        let folder = line.folder.path + "/photos"
        #expect(await line.run("export", "--photos", folder).code == 0)
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        try FileManager.default.removeItem(atPath: folder + "/" + name)
        #expect(mkfifo(folder + "/" + name, 0o600) == 0)
        let piped = await line.run("export", "--photos", folder)
        #expect(piped.code == 1)
        #expect(piped.err.contains("\(name) cannot be written: it is not a regular file."))
        try FileManager.default.removeItem(atPath: folder + "/" + name)
        try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
        #expect(await line.run("export", "--photos", folder).err.contains("it is a folder."))
    }

    @Test("add rejects a name longer than the network accepts")
    func addTooLong() async throws {
        let line = try await CommandLineFixture()
        let name = String(repeating: "n", count: CardBounds.lineBytes + 1)
        let result = await line.run("add", "--name", name, "--number", "1")
        #expect(result.code == 1)
        #expect(result.err.contains("\"name\" is longer than 64 kB. Nothing was added."))
        #expect(try await line.store.cards.isEmpty)
    }

    @Test("add stores the card with its photos and prints its identifier")
    func add() async throws {
        let line = try await CommandLineFixture()
        let front = try line.folder.write("picture", to: "front.jpg")
        let result = await line.run(
            "add", "--name", "Tesco", "--front", front, "--group", "food", "--number", "96385074",
            "--barcode", "EAN_8", "--balance", "5")
        #expect((result.code, result.out, result.err) == (0, "new-1\n", ""))
        let hash = PhotoHash(of: Array("picture".utf8))
        let expected = try Card.make("new-1", "Tesco") {
            ($0.front, $0.groups, $0.number, $0.balance) = (hash, ["food"], "96385074", "5")
            $0.barcode = Barcode(format: .ean8)
            ($0.created, $0.modified) = (CommandLineFixture.clock.now(), CommandLineFixture.clock.now())
        }
        #expect(try await line.store.cards.values.map { $0 } == [expected])
        #expect(try await line.store.photos[hash] == Array("picture".utf8))
    }

    @Test("a card that does not meet the validation of the settings is rejected")
    func invalid() async throws {
        let line = try await CommandLineFixture()
        let result = await line.run("add", "--name", "Tesco")
        #expect(result.code == 1)
        #expect(result.err == "cards-tui: the card needs a number or a photo. Nothing was added.\n")
        let config = try line.folder.write("validation: both-photos\n", to: "c.yaml")
        let strict = await line.run("add", "--name", "Tesco", "--number", "1", "--config", config)
        #expect(strict.err == "cards-tui: the card needs a front photo and a back photo. Nothing was added.\n")
        #expect(try await line.store.cards.isEmpty)
    }

    @Test("a card without a colour gets the main one of its front photo, by every command that sets it")
    func mainColor() async throws {
        let line = try await CommandLineFixture()
        let red = try line.folder.write("red card", to: "red.jpg")
        let grey = try line.folder.write("grey card", to: "grey.jpg")
        func color(_ name: String) async throws -> String? {
            try await line.store.cards(named: name).first?.color?.text
        }
        #expect(await line.run("add", "--name", "Added", "--front", red).code == 0)
        #expect(await line.run("add", "--name", "Own", "--front", red, "--color", "teal").code == 0)
        #expect(await line.run("add", "--name", "Plain", "--front", grey, "--back", red).code == 0)
        #expect(try await color("Added") == "#c81e28")
        #expect(try await color("Own") == "#00897b")
        #expect(try await color("Plain") == nil)
        #expect(await line.run("edit", "Plain", "--front", red, "--color", "").code == 0)
        #expect(try await color("Plain") == nil, "asked for none")
        #expect(await line.run("edit", "Plain", "--front", grey).code == 0)
        #expect(await line.run("edit", "Plain", "--front", red).code == 0)
        #expect(try await color("Plain") == "#c81e28")
        #expect(await line.run("add", "--name", "Later", "--number", "1").code == 0)
        let set = await line.run("photo", "Later", "front", "--set", red)
        #expect(set.code == 0, "\(set.err)")
        #expect(try await color("Later") == "#c81e28")
    }

    @Test("with an unreadable photo nothing is added")
    func noPhoto() async throws {
        let line = try await CommandLineFixture()
        let missing = await line.run("add", "--name", "x", "--front", line.folder.path + "/none.jpg")
        #expect(missing.code == 1)
        #expect(missing.err == "cards-tui: \(line.folder.path)/none.jpg cannot be read: there is no such file.\n")
        let empty = try line.folder.write("", to: "empty.jpg")
        #expect(await line.run("add", "--name", "x", "--front", empty).code == 1)
        let text = try line.folder.write("no picture", to: "text.jpg")
        let refused = await line.run("add", "--name", "x", "--front", text)
        #expect(refused.code == 1)
        #expect(refused.err == "cards-tui: \(text): This is not a picture. Nothing was added.\n")
        #expect(try await line.store.cards.isEmpty)
    }

    @Test("remove deletes the card with that identifier or name")
    func remove() async throws {
        let line = try await CommandLineFixture([.make("A", "Zoo"), .make("B", "zoo"), .make("C", "Łódź")])
        #expect(await line.run("remove", "A").code == 0)
        #expect(await line.run("remove", "lodz").code == 0)
        #expect(try await line.store.cards.keys.map(\.text) == ["B"])
    }

    @Test("import adds the cards in one transaction and prints a summary")
    func importing() async throws {
        let line = try await CommandLineFixture([.make("A", "Old") { $0.note = "mine" }])
        let file = try line.folder.write(
            "[{\"identifier\": \"A\", \"name\": \"New\"}, {\"name\": \"Other\"}, {\"number\": \"1\"}]", to: "in.json")
        let result = await line.run("import", file)
        #expect((result.code, result.out) == (1, "1 added, 1 changed, 1 skipped\n"))
        #expect(result.err == "card 3, line 1: the card has no name; it was skipped\n")
        #expect(try await line.store.transactions == 1)
        let cards = try await line.store.cards
        #expect(Set(cards.values.map(\.name)) == ["New", "Other"])
        #expect(cards[try #require(CardID("A"))]?.note == "mine")
        #expect(await line.run("import", file).out == "0 added, 0 changed, 2 unchanged, 1 skipped\n")
    }

    @Test(
        "a file that is not JSON changes nothing and is reported with its line",
        arguments: [
            ("[{\"name\": \"a\"},\n", "line 2: the JSON text ends too early (at byte 16). Nothing was imported."),
            (
                "[{\"name\": \"a\"},\n{\"name\": oops}]",
                "line 2, card 2: this is not JSON (at byte 9). Nothing was imported."
            ),
        ])
    func malformed(_ text: String, message: String) async throws {
        let line = try await CommandLineFixture()
        let file = try line.folder.write(text, to: "in.json")
        let result = await line.run("import", file)
        #expect((result.code, result.out) == (1, ""))
        #expect(result.err == "cards-tui: \(file): \(message)\n")
        #expect(try await line.store.transactions == 0)
    }

    @Test("an export imports unchanged, with photos; a second import changes nothing")
    func roundTrip() async throws {
        let photo: [UInt8] = [1, 2, 3]
        let cards = [
            try Card.make("A", "Tesco \u{1B}\"\\é") {
                ($0.front, $0.groups, $0.expiry) = (PhotoHash(of: photo), ["a", "b"], CalendarDay("2026-01-01"))
                $0.unknownFields = ["other": .number("1.50")]
            },
            try Card.make("B", "Zoo") { ($0.isArchived, $0.balance) = (true, "12.50") },
        ]
        let line = try await CommandLineFixture(cards, photos: [photo])
        let file = line.folder.path + "/out.json"
        #expect(await line.run("export", file).code == 0)
        let lines = try line.folder.text(of: "out.json").split(separator: "\n")
        #expect((lines.first, lines.last, lines.count) == ("[", "]", 4))
        #expect(try line.folder.mode(of: "out.json") == 0o600)

        let other = try await CommandLineFixture()
        #expect(await other.run("import", file).out == "2 added, 0 changed\n")
        #expect(try await other.store.cards == line.store.cards)
        #expect(try await other.store.photos == line.store.photos)
        #expect(await other.run("import", file).out == "0 added, 0 changed, 2 unchanged\n")
    }

    @Test("a photo that is not stored is left out with a warning")
    func lostPhoto() async throws {
        let line = try await CommandLineFixture([.make("A", "x") { $0.front = PhotoHash(of: [1]) }])
        let result = await line.run("export", "-")
        #expect(result.out.contains("{\"identifier\":\"A\",\"name\":\"x\",\"back\":\"\","))
        #expect(!result.out.contains("front"))
        #expect(result.err == "Photos missing from the store were left out: 1\n")
    }

    @Test("a failed export leaves the file unchanged and no temporary file")
    func failedExport() async throws {
        var line = try await CommandLineFixture([.make("A", "x"), .make("B", "y")])
        let file = try line.folder.write("old", to: "out.json")
        line.store.readingFailure = .damaged(path: "/x", reason: "torn")
        let result = await line.run("export", file)
        #expect(result.code == 3)
        #expect(result.err == "cards-tui: \(StoreError.damaged(path: "/x", reason: "torn").userMessage)\n")
        #expect(try line.folder.text(of: "out.json") == "old")
        #expect(line.folder.names == ["out.json"])
        line.store.readingFailure = nil
        #expect(
            await line.run("export", "/dev/full").err == "cards-tui: /dev/full cannot be written: the disk is full.\n")
        #expect(await line.run("export", line.folder.path + "/none/x").code == 1)
    }

    @Test("an error of the store exits with 3 and its message")
    func storeFailure() async throws {
        let error = StoreError.busy(path: "/x")
        let line = try await CommandLineFixture([.make("A", "x")], failure: error)
        let result = await line.run("remove", "A")
        #expect((result.code, result.err) == (3, "cards-tui: \(error.userMessage)\n"))
        let opening = await line.run(["list"], opening: StoreError.notAStore(path: "/x"))
        #expect(opening.code == 3)
    }

    @Test(
        "a wrong line of the settings is noted once and disables its setting only; a named file that is missing exits with 2"
    )
    func badConfig() async throws {
        let line = try await CommandLineFixture([.make("A", "x")])
        let config = try line.folder.write("thme: nord\nmouse: 7\n", to: "c.yaml")
        for command in [
            ["list"], ["show", "A"], ["export", "-"], ["add", "--name", "x", "--number", "1"],
        ] {
            let result = await line.run(command + ["--config", config])
            #expect(result.code == 0, "\(command)")
            let note = "\(config):1:1: there is no setting \"thme\". Did you mean \"theme\"?"
            #expect(result.err.ranges(of: note).count == 1, "\(command)")
            #expect(result.err.ranges(of: "\(config):2:8: ").count == 1)
        }
        for command in [["paths"], ["--help"], ["--version"], ["completions", "bash"]] {
            #expect(await line.run(command + ["--config", config]).code == 0)
        }
        #expect(await line.run("list", "--config", line.folder.path + "/none.yaml").code == 2)
        #expect(try await line.store.cards.count == 2)
    }

    @Test("an invalid command line exits with 2")
    func usage() async throws {
        let result = try await CommandLineFixture().run("lsit")
        #expect((result.code, result.out) == (2, ""))
        #expect(result.err == "cards-tui: there is no command \"lsit\". Did you mean \"list\"?\n")
    }

    @Test("messages on a terminal are sanitized, too")
    func sanitizedMessages() async throws {
        let result = try await CommandLineFixture(isTerminal: true).run("show", "\u{1B}[2J")
        #expect(!result.err.contains("\u{1B}"))
    }

    @Test("paths prints all locations and opens nothing")
    func paths() async throws {
        let line = try await CommandLineFixture()
        let home = line.folder.path
        let result = await line.run(["paths", "--store", "my.db"], opening: StoreError.notAStore(path: ""))
        #expect(
            result.out == """
                store\tmy.db
                config\t\(home)/.config/cards-tui/config.yaml
                log\t\(home)/.local/state/cards-tui/log
                drafts\t\(home)/.local/state/cards-tui/drafts
                cache\t\(home)/.cache/cards-tui

                """)
        let json = try JSONParser.parse(Array(await line.run("paths", "--json").out.utf8))
        #expect(json["log"]?.string == "\(home)/.local/state/cards-tui/log")
        #expect(line.folder.names == [])
    }

    @Test("if the identifier of an added card cannot be printed, the error names it")
    func unprintedIdentifier() async throws {
        let fixture = try await CommandLineFixture([])
        let full = FileError(path: "standard output", action: .write, errno: ENOSPC)
        let cases: [(any Error, String)] = [(full, full.userMessage), (OutputClosed(), "The output is closed")]
        for (error, reason) in cases {
            let result = await fixture.run(
                "add", "--name", "Tesco", "--number", "1", out: TextSink(columns: nil) { _ in throw error })
            #expect(result.code == 1)
            #expect(result.err.contains("the card was added as new-"))
            #expect(result.err.contains(reason))
        }
    }
}
