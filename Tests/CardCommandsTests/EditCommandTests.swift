import Cards
import Foundation
import TestSupport
import Testing

@testable import CardCommands

@Suite("Editing a card from the command line", .timeLimit(.minutes(5)))
struct EditCommandTests {
    private func fixture(isTerminal: Bool = false) async throws -> StoreFixture {
        try await StoreFixture(StoreFixture.cards(), isTerminal: isTerminal)
    }

    // MARK: - Fields

    @Test("options set fields, and --clear removes them, as one step")
    func fields() async throws {
        let fixture = try await fixture()
        let result = await fixture.run(
            "edit", "tes", "--number", "4006381333931", "--barcode", "EAN_13", "--balance", "7 USD", "--star",
            "--group", "a, b", "--group", "c", "--clear", "expiry", "--note", "two\nlines")
        #expect((result.code, result.out, result.err) == (0, "Changed Tesco\n", ""))
        let card = try #require(try await fixture.card("A"))
        #expect((card.number, card.barcode?.format, card.note) == ("4006381333931", .ean13, "two\nlines"))
        #expect((card.balance, card.currency, card.expiry) == ("7", "USD", nil))
        #expect(card.isStarred && card.groups == ["a, b", "c"])
        #expect(await fixture.run("edit", "A", "--clear", "balance", "--clear=star", "--clear", "group").code == 0)
        let cleared = try #require(try await fixture.card("A"))
        #expect((cleared.balance, cleared.currency, cleared.groups) == ("", nil, []))
        #expect(!cleared.isStarred)
        #expect(await fixture.run("undo", "2").code == 0)
        #expect(try await fixture.card("A")?.balance == "12.50")
    }

    @Test("--clear empties a value that could not be read, of each field")
    func clearUnread() async throws {
        let fields = DraftField.allCases.filter { $0 != .name && ![.barcodeValue, .encoding].contains($0) }
        let card = try Card.make("A", "Tesco") { card in
            for key in fields.compactMap(\.cardField.definition?.key) {
                card.unknownFields[key] = .array([.number("7")])
            }
        }
        for field in fields {
            let fixture = try await StoreFixture([card])
            let key = try #require(field.cardField.definition?.key)
            let result = await fixture.run("edit", "A", "--clear", field.option)
            #expect((result.code, result.out) == (0, "Changed Tesco\n"), "\(field): \(result.err)")
            let left = try #require(try await fixture.card("A")).unknownFields
            #expect(left[key] == nil, "\(field)")
            // An amount goes with its currency.
            #expect(left.keys.count == card.unknownFields.keys.count - (field == .balance ? 2 : 1), "\(field)")
        }
    }

    @Test("every field of the form is an option of edit, and can be cleared")
    func options() throws {
        let options = try #require(CommandLineTable.command("edit")).options
        let names = Set(options.map(\.name))
        let clearable = try #require(options.first { $0.name == "clear" }?.value).choices
        for field in DraftField.allCases {
            #expect(names.contains(field.option), "\(field)")
            #expect(clearable.contains(field.option) == (field != .name), "\(field)")
        }
    }

    @Test("edit sets every text field of the table", arguments: FieldDefinition.all.map(\.key))
    func texts(key: String) async throws {
        let definition = try #require(FieldDefinition.all.first { $0.key == key })
        guard case .text(let access, _) = definition.kind else { return }
        let fixture = try await fixture()
        let result = await fixture.run("edit", "A", "--\(definition.option)=\(definition.sampleText)")
        #expect(result.code == 0 && result.err == "")
        #expect(access.get(try #require(try await fixture.card("A"))) == definition.sampleText)
    }

    @Test("photos are set from files and cleared")
    func photos() async throws {
        let fixture = try await fixture()
        let file = try fixture.line.folder.write("picture", to: "front.jpg")
        #expect(await fixture.run("edit", "A", "--front", file).code == 0)
        let hash = PhotoHash(of: Array("picture".utf8))
        #expect(try await fixture.card("A")?.front == hash)
        #expect(try await fixture.store.photo(hash) == Array("picture".utf8))
        #expect(await fixture.run("edit", "A", "--clear", "front").code == 0)
        #expect(try await fixture.card("A")?.front == nil)
        let text = try fixture.line.folder.write("no picture", to: "text.jpg")
        #expect(await fixture.run("edit", "A", "--front", text).err.contains("Nothing was changed."))
    }

    @Test("where nothing changes, nothing is saved")
    func unchanged() async throws {
        let fixture = try await fixture()
        let result = await fixture.run("edit", "A", "--number", "123", "--balance", "12.50", "--clear", "note")
        #expect((result.code, result.out) == (0, "No changes: Tesco\n"))
        #expect(await fixture.run("undo").code == 1)
    }

    @Test(
        "a value that cannot be used changes nothing, and the message names its option",
        arguments: [
            (["--expiry", "never"], "--expiry \"never\": "), (["--name", " "], "a card needs a name. "),
            (["--valid-from", "2027-01-01"], "--expiry \"2026-12-02\": this is before the start date. "),
            (["--balance", "5 EUR", "--currency", "USD"], "--currency \"USD\": the balance is in EUR. "),
            (["--barcode-value", "x"], "--barcode-value needs --barcode"),
            (["--barcode", "nonsense"], "--barcode \"nonsense\": this is not a known kind of barcode. "),
            (["--barcode", "EAN_13"], "--barcode EAN_13: "), (["--color", "reddish"], "--color \"reddish\": "),
            (["--barcode", "EAN_8", "--barcode-value", "96385074", "--barcode-encoding", "UTF-8"], "has no encoding"),
        ])
    func wrong(_ options: [String], _ message: String) async throws {
        let fixture = try await fixture()
        let result = await fixture.run(["edit", "tesco", "--note", "new"] + options)
        #expect((result.code, result.out) == (2, ""))
        #expect(result.err.hasPrefix("cards-tui: ") && result.err.contains(message), "\(result.err)")
        #expect(try await fixture.card("A")?.note == "")
    }

    @Test("a number that no longer fits the barcode is saved with a warning")
    func warning() async throws {
        let fixture = try await fixture()
        _ = await fixture.run("edit", "A", "--number", "4006381333931", "--barcode", "EAN_13")
        let result = await fixture.run("edit", "A", "--number", "4006381333932")
        #expect(result.code == 0)
        #expect(result.err.hasPrefix("The barcode does not fit the number: "))
    }

    @Test("--json prints the card as it is now")
    func json() async throws {
        let out = try await fixture().run("edit", "zoo", "--number", "5", "--json").out
        let card = try JSONParser.parse(Array(out.utf8))
        #expect((card["identifier"]?.string, card["number"]?.string) == ("C", "5"))
    }

    // MARK: - The editor

    /// A fixture whose editor is this shell script; `$1` is the file.
    private func fixture(editor script: String, isTerminal: Bool = false) async throws -> StoreFixture {
        var fixture = try await fixture(isTerminal: isTerminal)
        // Run by a shell: a script that was just written may be busy while another test starts a program.
        let path = try fixture.line.folder.write(script, to: "editor.sh")
        fixture.line.variables = ["VISUAL": "/bin/sh \(path)"]
        return fixture
    }

    /// What is left of edited texts, apart from locks.
    private func texts(_ fixture: StoreFixture) -> [String] {
        let folder = fixture.line.folder.path + "/.local/state/cards-tui/edit"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasSuffix(".lock") }.map { "\(folder)/\($0)/card.yaml" }
    }

    @Test("without a field the card opens in the editor, and what was changed is saved as one step")
    func editor() async throws {
        let fixture = try await fixture(editor: "sed -i 's/^number:.*/number: 77/' \"$1\"")
        let result = await fixture.run("edit", "tesco")
        #expect((result.code, result.out, result.err) == (0, "Changed Tesco\n", ""))
        #expect(try await fixture.card("A")?.number == "77")
        #expect(texts(fixture).isEmpty)
        #expect(await fixture.run("undo").out == "Undid: changed the number of Tesco\n")
    }

    @Test("an editor that changes nothing, or only comments, saves nothing")
    func editorUnchanged() async throws {
        for script in ["exit 0", "echo '# a comment' >> \"$1\""] {
            let fixture = try await fixture(editor: script)
            let result = await fixture.run("edit", "tesco")
            #expect((result.code, result.out) == (0, "No changes: Tesco\n"))
            #expect(texts(fixture).isEmpty)
            #expect(await fixture.run("undo").code == 1)
        }
    }

    @Test("in a script a mistake ends the command; the text is kept with the reason above its line")
    func editorMistake() async throws {
        let fixture = try await fixture(editor: "sed -i 's/^expiry:.*/expiry: never/' \"$1\"")
        let result = await fixture.run("edit", "tesco")
        #expect((result.code, result.out) == (1, ""))
        let text = try #require(texts(fixture).first)
        #expect(result.err.contains("Nothing was changed. The text is kept in \(text)"))
        let lines = try String(contentsOfFile: text, encoding: .utf8).split(separator: "\n")
        let index = try #require(lines.firstIndex { $0 == "expiry: never" })
        #expect(lines[index - 1].hasPrefix("#! "))
        #expect(try await fixture.card("A")?.expiry == CalendarDay("2026-12-02"))
    }

    @Test("on a terminal a text with a mistake is opened again, until it is right")
    func editorAgain() async throws {
        let script = """
            if grep -q '^#! ' "$1"; then value=2027-01-31; else value=never; fi
            sed -i "s/^expiry:.*/expiry: $value/" "$1"
            """
        let fixture = try await fixture(editor: script, isTerminal: true)
        let result = await fixture.run("edit", "tesco")
        #expect((result.code, result.out, result.err) == (0, "Changed Tesco\n", ""))
        #expect(try await fixture.card("A")?.expiry == CalendarDay("2027-01-31"))
        #expect(texts(fixture).isEmpty)
    }

    @Test("on a terminal a text that is closed as it was opened again is kept")
    func editorGivesUp() async throws {
        let script = "grep -q '^#! ' \"$1\" || sed -i 's/^expiry:.*/expiry: never/' \"$1\""
        let fixture = try await fixture(editor: script, isTerminal: true)
        let result = await fixture.run("edit", "tesco")
        #expect(result.code == 1)
        #expect(texts(fixture).count == 1)
    }

    @Test("an editor that fails is reported, and its text is kept only where it was changed")
    func editorFails() async throws {
        let failing = try await fixture(editor: "exit 3")
        let result = await failing.run("edit", "tesco")
        #expect(result.code == 1)
        #expect(result.err.contains("failed"))
        #expect(texts(failing).isEmpty)
        let crashing = try await fixture(editor: "sed -i 's/^number:.*/number: 77/' \"$1\"; exit 3")
        #expect(await crashing.run("edit", "tesco").err.contains("The text is kept in"))
        #expect(texts(crashing).count == 1)
        #expect(try await crashing.card("A")?.number == "123")
    }
}
