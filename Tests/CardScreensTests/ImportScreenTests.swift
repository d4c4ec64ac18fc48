import CardStorage
import CardTransfer
import Cards
import Terminal
import Testing

@testable import CardScreens
@testable import CardViewModels

/// A look at a file before it is imported, and the import.
@MainActor
@Suite("Importing on the screen")
struct ImportScreenTests {
    /// The first card is here already, the number of the second differs, the third is new, and the fourth is none.
    nonisolated static let json = """
        [{"identifier":"id-AlpineAirways","name":"Alpine Airways"},
        {"identifier":"id-CedarLibrary","name":"Cedar Library","number":"77"},
        {"identifier":"x-1","name":"Fern Florist","number":"F-1"},
        {"identifier":"x-2"}]
        """

    /// The preview of a file over the samples.
    static func preview(
        of text: String = json, size: Size = Size(columns: 80, rows: 24), theme: Theme = .terminal,
        isPlain: Bool = false
    ) async throws -> Journey {
        let journey = try await Journey(
            Card.samples, size: size, files: FakeFiles(files: ["cards": Array(text.utf8)]), isPlain: isPlain,
            theme: theme)
        await journey.open("cards")
        await journey.wait("the preview") { journey.importModel != nil }
        return journey
    }

    private func names(in store: SQLiteCardStore) async throws -> [String] {
        try await store.cards(from: 0, limit: 100).map(\.name).sorted()
    }

    // MARK: - The list

    @Test("the program, the counts, and each card with a sign and a word are shown, and nothing is written")
    func summary() async throws {
        let journey = try await Self.preview()
        await journey.see("Import from Cards TUI")
        #expect(journey.lines[0].contains("3 cards"))
        #expect(journey.text.contains("1 new, 1 changed, 1 already here"))
        #expect(journey.text.contains("1 skipped: card 4, line 4: "))
        for (sign, name, word) in [
            ("=", "Alpine Airways", "already here"), ("~", "Cedar Library", "changed"), ("+", "Fern Florist", "new"),
        ] {
            let line = try #require(journey.lines.first { $0.contains(" \(name)") && !$0.contains(" of 3") })
            #expect(line.dropFirst().hasPrefix(sign) && line.contains(word), "\(line)")
        }
        #expect(journey.text.contains("Alpine Airways · already here · 1 of 3"))
        #expect(try await journey.cards() == Card.samples)
        #expect(try await journey.store.count() == 7)
    }

    @Test("what is left out stays out; the rest is imported by one key, as one step that u takes back")
    func leavingOut() async throws {
        let journey = try await Self.preview()
        journey.press(Key("j"), Key(" "))
        #expect(journey.text.contains("Fern Florist · new · 3 of 3"))
        #expect(journey.text.contains("1 left out"))
        #expect(journey.lines[23].contains("i import 1"))
        journey.press(Key("i"))
        await journey.see("cards: 1 added, 1 unchanged, 1 left out, 1 skipped (card 4, line 4: ")
        await journey.see("Fern Florist")
        #expect(try await journey.store.card(Card.samples[2].identifier)?.number == "0 0042 7719")
        #expect(try await journey.store.count() == 8)
        journey.press(Key("u"))
        await journey.see("Undid: ")
        #expect(try await journey.store.count() == 7)
    }

    @Test("a card with a known number under another name asks for its name", arguments: ["y", "n", "c"])
    func renaming(answer: String) async throws {
        let files = FakeFiles(files: [
            "first": Array("name,number\nAldi,0791\n".utf8), "second": Array("name,number\nCoop,0791\n".utf8),
        ])
        let journey = try await Journey(files: files)
        await journey.open("first")
        await journey.wait("the preview") { journey.importModel != nil }
        journey.press(Key("i"))
        await journey.see("first: 1 added")
        await journey.open("second")
        await journey.wait("the preview") { journey.importModel != nil }
        journey.press(Key("i"))
        await journey.see("Aldi becomes Coop?")
        journey.type(answer)
        if answer == "c" {
            await journey.seeNo("Aldi becomes Coop?")
            #expect(journey.importModel != nil)
        } else {
            await journey.see(answer == "y" ? "second: 1 changed" : "second: 1 added")
        }
        let wanted = ["y": ["Coop"], "n": ["Aldi", "Coop"], "c": ["Aldi"]]
        #expect(try await names(in: journey.store) == wanted[answer])
    }

    @Test("Enter shows what would change in a card, field by field, or that nothing would")
    func detail() async throws {
        let journey = try await Self.preview()
        journey.press(Key("j"), .enter)
        await journey.see("changes 1 field")
        let old = journey.place(of: "0 0042 7719")
        let new = journey.place(of: "→ 77")
        #expect(new.row == old.row + 1 && new.column + 2 == old.column)
        journey.press(.escape, Key("k"), .enter)
        await journey.see("Nothing would change.")
        journey.press(.escape, Key("G"), .enter)
        await journey.wait("the new card") {
            if let detail = journey.model.navigator.path.last as? ImportDetailModel {
                detail.before == nil
            } else {
                false
            }
        }
        #expect(journey.text.contains("F-1") && !journey.text.contains("→"))
        #expect(try await journey.store.count() == 7)
    }

    @Test("that nothing would change is said in full, down to the smallest screen", arguments: [(40, 12), (20, 5)])
    func unchangedDetail(columns: Int, rows: Int) async throws {
        let journey = try await Self.preview(size: Size(columns: columns, rows: rows))
        journey.press(.enter)
        await journey.wait("the card") {
            journey.model.navigator.path.last is ImportDetailModel
        }
        let words = journey.text.split { " \n".contains($0) }.joined(separator: " ")
        #expect(words.contains("Nothing would change."), "\(journey.text)")
    }

    @Test(
        "f lists only new cards, then changed ones, those that are here, problems; N and A leave out and take what is listed"
    )
    func filter() async throws {
        let journey = try await Self.preview()
        journey.press(Key("f"))
        #expect(journey.text.contains("Import: only new cards") && !journey.text.contains("Cedar Library"))
        journey.press(Key("N"))
        #expect(journey.importModel?.leavingOut == [2])
        journey.press(Key("f"))
        #expect(journey.text.contains("only changed") && journey.text.contains("Cedar Library"))
        #expect(!journey.text.contains("Fern Florist"))
        journey.press(Key("f"))
        #expect(journey.text.contains("only cards you already have") && journey.text.contains("Alpine Airways"))
        journey.press(Key("f"))
        #expect(journey.text.contains("Import: problems"))
        journey.press(Key("f"), Key("A"))
        #expect(journey.importModel?.leavingOut == [])
        journey.press(Key("p"))
        #expect(journey.text.contains("Import: problems"))
        // In full in the status line.
        #expect(journey.lines[22].contains("card 4, line 4: "))
        // Esc goes back to the cards, not away from them.
        journey.press(.escape)
        #expect(journey.text.contains("Import from Cards TUI"))
    }

    @Test("the keys of the list move the selection, and a click on a sign leaves a card out")
    func moving() async throws {
        let cards = (0..<100).map { #"{"identifier":"n-\#($0)","name":"Card \#($0 + 100)"}"# }
        let journey = try await Self.preview(of: "[" + cards.joined(separator: ",") + "]")
        let model = try #require(journey.importModel)
        journey.press(Key("G"))
        #expect(model.selectedRank == 99 && journey.text.contains("Card 199"))
        journey.press(Key("g"), Key(.pageDown))
        let page = model.selectedRank
        #expect(page > 5)
        journey.press(Key(.pageUp), Key(.end), Key(.home), Key(.down), Key("j"), Key("k"))
        #expect(model.selectedRank == 1)
        journey.mouse(.wheelDown, column: 5, row: 5)
        #expect(model.selectedRank == 2)
        let place = journey.place(of: "Card 105")
        journey.click(column: 1, row: place.row)
        #expect(model.leavingOut == [5])
        journey.click(column: place.column, row: place.row)
        #expect(model.leavingOut == [5] && model.selectedRank == 5)
    }

    @Test("Esc leaves without a change, and the path can be changed")
    func leaving() async throws {
        let journey = try await Self.preview()
        journey.press(.escape)
        await journey.see("Import cards")
        #expect(journey.text.contains("file  cards"))
        journey.press(.escape)
        await journey.see("by name")
        #expect(try await journey.store.count() == 7)
    }

    @Test("a field that was changed both here and in the file is a conflict, which is said before and after the import")
    func conflict() async throws {
        func table(_ note: String) -> [UInt8] { Array("Name,Number,Note\nFern Florist,F-1,\(note)\n".utf8) }
        let journey = try await Journey(files: FakeFiles(files: ["cards": table("theirs")]))
        _ = try await journey.store.importFile(MemoryFile(table("first")))
        var card = try #require(try await journey.store.cards(named: "Fern Florist").first)
        card.note = "mine"
        try await journey.store.apply([.set(CardPatch(values: card, fields: [.note]))])
        await journey.open("cards")
        await journey.see("1 changed; 1 card changed both here and in the file: your values stay")
        #expect(journey.text.contains("Fern Florist · conflict · 1 of 1"))
        journey.press(.enter)
        await journey.see("changed both here and in the file; your values stay: note")
        journey.press(.escape, Key("i"))
        await journey.see("1 in conflict")
        #expect(journey.text.ranges(of: "in conflict").count == 1)
        #expect(try await journey.store.card(card.identifier)?.note == "mine")
    }

    @Test("a file that was changed since it was read is not imported, nor read again, also one of the same size")
    func changedFile() async throws {
        let files = FakeFiles(files: ["cards": Array(Self.json.utf8)])
        let journey = try await Journey(Card.samples, files: files)
        await journey.open("cards")
        await journey.see("1 new")
        files.written.withLock { $0["cards"] = Array(Self.json.replacing("Fern", with: "Moss").utf8) }
        journey.press(Key("i"))
        await journey.see("The file has changed in the meantime.")
        #expect(try await journey.store.count() == 7)
        journey.press(Key("j"), Key("m"), Key("2"))
        await journey.see("The file has changed in the meantime.")
        #expect(journey.importModel?.duplicates == .merge)
        #expect(journey.importModel != nil)
    }

    @Test("reading can be stopped")
    func stopped() async throws {
        let journey = try await Journey(Card.samples, files: FakeFiles(files: ["cards": Array(Self.json.utf8)]))
        await journey.gate.hold(.apply)
        await journey.open("cards")
        await journey.wait("the store") { await journey.gate.isWaiting(.apply) }
        await journey.time.waitForSleeper { $0 == .milliseconds(300) }
        journey.time.advance(by: .milliseconds(300))
        await journey.see("Reading the file… Esc stops")
        journey.press(.escape)
        await journey.gate.release(.apply)
        await journey.see("Stopped. Nothing was changed.")
        #expect(journey.importModel == nil)
    }

    @Test("what is done with cards that are here can be changed")
    func duplicates() async throws {
        let journey = try await Self.preview()
        journey.press(Key("m"))
        await journey.see("Cards you already have")
        journey.press(Key("3"))
        await journey.see("3 new; cards you already have are added again")
        journey.press(Key("m"), Key("2"))
        await journey.see("1 new, 2 already here; cards you already have stay unchanged")
        journey.press(Key("i"))
        await journey.see("1 added, ")
        #expect(try await journey.store.card(Card.samples[2].identifier)?.number == "0 0042 7719")
        #expect(try await names(in: journey.store).count { $0 == "Fern Florist" } == 1)
    }

    @Test("a card is partly read once, whatever its problems are, and marked; the footer leads to them, and back")
    func partlyRead() async throws {
        let journey = try await Self.preview(
            of: "name,number,expiry,balance,currency\nFern,1234,soon,x,y\nGrove,5678,,,\n")
        await journey.see("1 partly read: card 1, line 2: ")
        #expect(
            journey.lines.contains { $0.hasPrefix("▌! Fern ") } && journey.lines.contains { $0.hasPrefix(" + Grove ") })
        #expect(journey.lines[23].hasPrefix(" p problems  i import 2  c columns  Space leave out  ↵ show  Esc back "))
        journey.press(Key("p"))
        await journey.see("Import: problems")
        #expect(journey.lines[0].hasSuffix(" 3 problems "))
        #expect(journey.lines[23].hasPrefix(" p cards  i import 2  c columns "))
        journey.press(.enter)
        #expect(journey.text.contains("↵ shows a card, but problems are listed"))
        journey.press(Key("c"))
        await journey.see("Import: columns")
        #expect(journey.lines[23].contains(" c cards "))
    }

    @Test("a row that adds nothing to a card here, or to an earlier row, is here already")
    func repeatedRows() async throws {
        let journey = try await Self.preview(
            of: "name,number,note\nAlpine Airways,\(Card.samples[0].number),\nFern,1234,a\nFern,1234,a\nFern,1234,b\n")
        #expect(journey.text.contains("2 new, 2 already here"), "\(journey.text)")
    }

    // MARK: - Tables

    @Test("the columns of a table are shown, and what each is can be changed")
    func columns() async throws {
        // No card has a number, so that the columns are listed at once.
        let journey = try await Self.preview(of: "Shop;Ref;Extra\nFern Florist;F-1;x\nGrove;G-2;y\n")
        await journey.see("Import: columns of the table")
        #expect(journey.text.contains("No column contains card numbers."))
        let row = try #require(journey.lines.first { $0.contains("F-1 · G-2") })
        #expect(row.contains("Ref ") && row.contains("note ▾"))
        #expect(journey.lines.last?.hasPrefix(" i import 2  c cards  ") == true)
        journey.press(Key("j"), .enter)
        await journey.see("What does the column Ref contain?")
        journey.press(Key("2"))
        await journey.see("number ▾")
        #expect(journey.importModel?.selectedRank == 1)
        journey.press(.escape)
        await journey.see("Columns: Shop → name, Ref → number, Extra → note")
        journey.press(Key("c"), Key("g"), .enter)
        await journey.see("What does the column Shop contain?")
        journey.press(Key("/"))
        journey.type("none")
        journey.press(.enter)
        await journey.see("Choose the column with the card names first")
        journey.press(Key("i"))
        await journey.see("2 added")
        let card = try #require(try await journey.store.cards(named: "Fern Florist").first)
        #expect((card.number, card.note) == ("F-1", "Extra: x"))
    }

    @Test("the encoding and the decimal mark of a table are shown and can be changed; leaving asks after a change")
    func table() async throws {
        let journey = try await Self.preview(of: "Shop;Nr;Balance\nFern Florist;1;1,250\n")
        await journey.see("\"1,250\" was read as 1250, but may mean 1.250.")
        journey.press(Key("c"), Key("G"))
        await journey.see("decimal mark of amounts")
        #expect(journey.text.contains("point ▾") && journey.text.contains("UTF-8 ▾"))
        journey.press(.enter)
        await journey.see("Decimal mark of the amounts")
        journey.press(Key("2"))
        await journey.see("comma ▾")
        #expect(!journey.text.contains("may mean"))
        journey.press(Key("k"), .enter)
        await journey.see("Encoding of the table")
        journey.press(.escape, .escape)
        await journey.see("Fern Florist")
        journey.press(.escape)
        await journey.see("Leave, and discard what you chose for cards?")
        journey.press(Key("n"), .escape, Key("y"))
        await journey.see("Import cards")
        #expect(try await journey.store.count() == 7)
    }

    @Test("a column that is changed may take cards away; the selection stays within the list")
    func fewerCards() async throws {
        let journey = try await Self.preview(of: "Shop;Nr\nFern Florist;1\nGrove Grocer;\n")
        journey.press(Key("G"), Key("c"), Key("j"), .enter, Key("1"))
        await journey.see("1 skipped")
        journey.press(.escape)
        await journey.see("Columns: Shop → note, Nr → name")
        #expect(journey.importModel?.count == 1 && journey.importModel?.selectedRank == 0)
    }

    @Test("a column that takes all cards away leaves the problems to be listed")
    func noCards() async throws {
        let journey = try await Self.preview(of: "Shop;Nr\nFern Florist;\n")
        await journey.see("Import: columns")
        journey.press(Key("j"), .enter, Key("1"))
        await journey.see("1 skipped")
        journey.press(.escape)
        await journey.see("Import: problems")
        #expect(journey.importModel?.count == 1 && journey.importModel?.selectedProblem != nil)
    }

    @Test("where no column is called name, one is assumed, and that is said")
    func assumedName() async throws {
        let journey = try await Self.preview(of: "Wo,Code\nFern Florist,F-1\n")
        await journey.see("one was assumed")
        journey.press(.escape)
        #expect(journey.text.contains("Columns: Wo → name, Code → number"))
    }

    // MARK: - Passwords

    private func encrypted() async throws -> Journey {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: Journey.clock)
        try await store.apply([.set(CardPatch(from: nil, to: .made("Fern Florist", "F-1")))])
        let export = try await CardExport.catima(.all, of: store, password: Array("s3cret".utf8))
        var bytes: [UInt8] = []
        while let chunk = try await export.nextChunk() { bytes += chunk }
        let journey = try await Journey(Card.samples, files: FakeFiles(files: ["backup.zip": bytes]))
        await journey.open("backup.zip")
        await journey.see("Password for backup.zip")
        return journey
    }

    @Test("an encrypted archive asks for its password, which is never shown, and tells a wrong one")
    func password() async throws {
        let journey = try await encrypted()
        journey.press(.enter)
        await journey.see("Enter a password.")
        journey.type("wrong")
        await journey.see("•••••")
        #expect(!journey.text.contains("wrong"))
        journey.press(.enter)
        await journey.see("The password is wrong. 2 tries are left.")
        #expect(!journey.text.contains("•"))
        journey.type("s3cret")
        #expect(!journey.text.contains("s3cret"))
        journey.press(.enter)
        await journey.see("Import from Catima")
        #expect(journey.text.contains("1 new"))
        journey.press(Key("i"))
        await journey.see("1 added")
        #expect(try await journey.store.count() == 8)
    }

    @Test("after three wrong passwords the file is given up, in words")
    func threeTries() async throws {
        let journey = try await encrypted()
        for left in ["2 tries are left", "One try is left", "The password was wrong. Nothing was imported."] {
            journey.type("wrong")
            journey.press(.enter)
            await journey.see(left)
        }
        #expect(journey.text.contains("Import cards"))
        #expect(journey.text.contains("backup.zip"))
    }
}

extension Journey {
    /// Types the path of a file to import.
    func open(_ path: String) async {
        press(Key("i"))
        await see("Import cards")
        type(path)
        press(.enter)
    }

    /// The preview on top; nil for none.
    var importModel: ImportModel? {
        model.navigator.path.last as? ImportModel
    }
}
