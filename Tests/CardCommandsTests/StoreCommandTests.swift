import CardSettings
import CardStorage
import CardTransfer
import Cards
import Foundation
import TestSupport
import Testing

@testable import CardCommands

/// Commands that need what only the real store has.
@Suite("Where things stand, on the command line", .timeLimit(.minutes(5)))
struct StoreCommandTests {
    private static let backend = BackendID(normalizedURL: "http://cards.example")

    /// A command line with an empty store in memory.
    private func fixture(isTerminal: Bool = false) async throws -> (CommandLineFixture, SQLiteCardStore) {
        let line = try await CommandLineFixture(isTerminal: isTerminal)
        return (line, line.store.store)
    }

    private func put(_ cards: Card..., in store: SQLiteCardStore) async throws {
        try await store.apply(cards.map { .set(CardPatch(from: nil, to: $0)) })
    }

    private func receive(_ card: Card, _ store: SQLiteCardStore) async throws {
        _ = try await store.connect(to: Self.backend)
        let patch = CardPatch(values: card, fields: card.filledFields)
        _ = try await store.merge(
            [patch], from: Self.backend, download: try await store.beginDownload(from: Self.backend))
    }

    private func edit(_ card: Card, _ store: SQLiteCardStore, _ change: (inout Card) -> Void) async throws {
        let old = try #require(try await store.card(card.identifier))
        var new = old
        change(&new)
        try await store.apply([.set(CardPatch(from: old, to: new))])
    }

    /// A card whose note and balance were changed on both sides.
    private func conflict(_ store: SQLiteCardStore) async throws -> Card {
        var card = try Card.make("A", "Zoo") { ($0.note, $0.balance) = ("old", "1") }
        try await receive(card, store)
        try await edit(card, store) { ($0.note, $0.balance) = ("mine", "2") }
        (card.note, card.balance) = ("theirs", "3")
        try await receive(card, store)
        return card
    }

    // MARK: - Conflicts

    @Test("a conflict with a file names the program that wrote it, and files are no backend")
    func fileConflict() async throws {
        let (line, store) = try await fixture()
        func take(_ note: String) async throws {
            let table = "2\r\n\r\n_id\r\n\r\n_id,store,note,cardid\r\n1,Cedar,\(note),55\r\n\r\ncardId,groupId\r\n"
            _ = try await store.importFile(MemoryFile(Array(table.utf8)))
        }
        try await take("old")
        let card = try #require(try await store.cards(named: "Cedar").first)
        try await edit(card, store) { $0.note = "mine" }
        try await take("theirs")
        #expect(
            await line.run("conflicts").out
                == "NAME\tFIELDS\tWITH\tID\nCedar\tnote\ta file (Catima)\t\(card.identifier.text)\n")
        #expect(await line.run("sync", "status").out == "")
    }

    @Test("cards in conflict are listed with their fields, one of them with both values")
    func conflicts() async throws {
        let (line, store) = try await fixture()
        #expect(await line.run("conflicts").out == "")
        _ = try await conflict(store)
        #expect(
            await line.run("conflicts").out == "NAME\tFIELDS\tWITH\tID\nZoo\tnote, balance\tcards.example\tA\n")
        #expect(
            await line.run("conflicts", "--json").out
                == """
                {"identifier":"A","name":"Zoo","backend":"http://cards.example","fields":["note","balance"]}

                """)
        let shown = await line.run("conflicts", "zoo")
        #expect(shown.code == 0)
        let rows = shown.out.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(rows[0] == ["FIELD", "SIDE", "WRITTEN", "VALUE"])
        #expect(
            rows.dropFirst().map { [$0[0], $0[1], $0[3]] } == [
                ["note", "this device (mine, shown)", "mine"], ["note", "cards.example", "theirs"],
                ["balance", "this device (mine, shown)", "2 points"],
                ["balance", "cards.example", "3 points"],
            ])
        let json = await line.run("conflicts", "zoo", "--json")
        #expect(json.out.contains(#""note":{"mine":"mine","theirs":"theirs","sides":[{"name":"this device","#))
        #expect(json.out.contains(#"{"name":"cards.example","time":null,"mine":false,"shown":false,"value":"theirs"}"#))
    }

    @Test("an amount is shown with its unit, and taken with it")
    func unitConflict() async throws {
        let (line, store) = try await fixture()
        var card = try Card.make("A", "Zoo") { $0.balance = "1" }
        try await receive(card, store)
        try await edit(card, store) { ($0.balance, $0.currency) = ("5", "of 5 stamps") }
        (card.balance, card.currency) = ("9", "EUR")
        try await receive(card, store)
        let shown = await line.run("conflicts", "A").out
        #expect(shown.contains("\t5/5 stamps\n") && shown.contains("\t9 EUR\n"), "\(shown)")
        let taken = await line.run("conflicts", "A", "--take", "theirs", "--field", "balance")
        #expect(taken.out == "Kept theirs: balance, currency\n")
        let left = try await store.card(card.identifier)
        #expect((left?.balance, left?.currency) == ("9", "EUR"))
        #expect(try await store.conflict(of: card.identifier) == nil)
    }

    @Test("one field, then all of them are resolved; undo takes one back")
    func take() async throws {
        let (line, store) = try await fixture()
        let card = try await conflict(store)
        let wrong = await line.run("conflicts", "A", "--take", "theirs", "--field", "ntoe")
        #expect(wrong.code == 1 && wrong.err.contains("Did you mean \"note\"?"), "\(wrong.err)")
        let one = await line.run("conflicts", "A", "--take", "theirs", "--field", "note")
        #expect((one.code, one.out) == (0, "Kept theirs: note\n"))
        #expect(try await store.card(card.identifier)?.note == "theirs")
        #expect(await line.run("conflicts", "A").out.contains("\nbalance\tcards.example\t\t3 points\n"))
        let unknown = await line.run("conflicts", "A", "--take", "ours")
        #expect(
            unknown.code == 1 && unknown.err.contains("no value is named \"ours\"")
                && unknown.err.contains("cards.example"))
        #expect(await line.run("conflicts", "A", "--take", "mine").out == "Kept mine: balance\n")
        #expect(try await store.card(card.identifier)?.balance == "2")
        let none = await line.run("conflicts", "A", "--take", "mine")
        #expect((none.code, none.err) == (1, "cards-tui: \"Zoo\" has no conflict\n"))
        #expect(try await store.undo() != nil)
        #expect(try await store.card(card.identifier)?.note == "mine")
    }

    @Test(
        "what makes no sense is refused",
        arguments: [
            ["conflicts", "--take", "mine"], ["conflicts", "A", "--take", ""],
            ["conflicts", "A", "--field", "note"],
            ["conflicts", "A", "--take", "mine", "--json"], ["sync", "stauts"], ["sync", "status", "--send-all"],
            ["sync", "--dry-run"], ["sync", "compact", "a", "b"], ["sync", "compact", "--yes"],
            ["sync", "--json=array"], ["complete", "colours", "x"], ["restore", "x", "--demo"],
            ["restore", "x", "--yes", "--dry-run"], ["--verbose"],
        ])
    func wrong(arguments: [String]) async throws { #expect(try await fixture().0.run(arguments).code == 2) }

    // MARK: - Sync status

    @Test("the status of a backend is read from the store; nothing is asked of it")
    func syncStatus() async throws {
        let (line, store) = try await fixture()
        let none = await line.run("sync", "status")
        #expect(none.code == 1 && none.err.hasPrefix("No backend is set"))
        let fresh = await line.run("sync", "status", "--backend", "http://cards.example")
        #expect((fresh.code, fresh.out) == (0, "http://cards.example\tnot synced yet\tnothing pending\n"))
        _ = try await conflict(store)
        try await put(.make("B", "Yew"), in: store)
        try await store.noteSync(with: Self.backend, at: Timestamp(milliseconds: 1_795_132_800_000))
        let known = await line.run("sync", "status")
        #expect(
            known.out
                == "http://cards.example\tlast sync 2026-11-20T00:00:00Z\t2 pending, 1 in conflict\tnot in the settings\n"
        )
        let json = await line.run("sync", "status", "--json", "--backend", "http://cards.example")
        #expect(
            json.out == """
                {"backend":"http://cards.example","isSet":true,"lastSync":"2026-11-20T00:00:00Z","consent":"granted",\
                "pending":2,"rejected":0,"conflicts":1,"absent":0,"returned":0,"unreadValues":0,\
                "unreadable":0,"doubled":0}

                """)
        #expect(line.loader.calls.isEmpty)
    }

    @Test("the first command that runs with a backend notes what was here before")
    func earlierCards() async throws {
        let (line, store) = try await fixture()
        try await put(.make("A", "Zoo"), in: store)
        let folder = line.folder.path + "/.config/cards-tui"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let settings = Data("backend:\n  url: http://cards.example\n".utf8)
        try settings.write(to: URL(fileURLWithPath: folder + "/config.yaml"))
        let added = await line.run("add", "--name", "Yew", "--number", "1")
        #expect(added.code == 0, "\(added.err)")
        let tally = try await store.tally(of: Self.backend)
        #expect((tally.pending, tally.earlier, tally.waiting) == (2, 1, 1))
        #expect(try await store.pendingUploads(for: Self.backend, limit: 9).count == 1)
    }

    // MARK: - Check

    @Test("check names missing photos, unused ones, and what is wrong with keys and themes; repair removes what it can")
    func check() async throws {
        let (line, store) = try await fixture()
        try await put(.make("A", "Zoo") { $0.front = PhotoHash(of: [1]) }, in: store)
        let photo = await line.run("check")
        #expect((photo.code, photo.out) == (1, "The card store is intact: 1 card.\n"))
        #expect(photo.err == "cards-tui: the front photo of \"Zoo\" (A) is not in the store\n")
        try await edit(.make("A", "Zoo"), store) { $0.front = nil }
        #expect(await line.run("check").code == 0)
        let config = try line.folder.write("keys:\n  list.sort: x\n", to: "config.yaml")
        let keys = await line.run("check", "--config", config)
        #expect(keys.code == 1 && keys.err == "\(config):2: there is no action list.sort. Look.\n", "\(keys.err)")
        try FileManager.default.createDirectory(
            atPath: line.folder.path + "/.config/cards-tui/themes", withIntermediateDirectories: true)
        _ = try line.folder.write("base00: purple\n", to: ".config/cards-tui/themes/mine.yaml")
        let theme = await line.run("check")
        #expect(theme.code == 1 && theme.err.contains("themes/mine.yaml"), "\(theme.err)")
    }

    @Test("check as JSON is one object, with the same exit code")
    func checkJSON() async throws {
        let (line, store) = try await fixture()
        #expect(
            await line.run("check", "--json").out
                == #"{"intact":true,"cards":0,"problems":[],"foreign":[],"damaged":[],"missingPhotos":[],"unusedPhotos":0,"repairs":[],"#
                + #""settings":[]}"# + "\n")
        try await put(.make("A", "Zoo") { $0.front = PhotoHash(of: [1]) }, in: store)
        let config = try line.folder.write("keys:\n  list.sort: x\n", to: "config.yaml")
        let result = await line.run("check", "--json", "--config", config)
        #expect((result.code, result.err) == (1, ""))
        let json = try JSONParser.parse(Array(result.out.utf8))
        #expect(json["missingPhotos"]?.array?.first?["photo"]?.string == "front")
        #expect(json["settings"]?.array == [.string("\(config):2: there is no action list.sort. Look.")])
    }

    // MARK: - Backup

    @Test("a backup prints nothing in a pipe, and makes a new store again")
    func backup() async throws {
        let (line, store) = try await fixture()
        try await put(.make("A", "Zoo"), .make("B", "Yew"), in: store)
        let (copy, new) = (line.folder.path + "/copy", line.folder.path + "/new.sqlite")
        let made = await line.run("backup", copy)
        #expect((made.code, made.out, made.err) == (0, "", ""))
        let restored = await line.run("restore", copy, "--store", new)
        #expect((restored.code, restored.out) == (0, "2 cards restored to \(new)\n"))
        #expect(try await SQLiteCardStore(at: new).count() == 2)
        let again = await line.run("restore", copy, "--store", new)
        #expect(again.code == 0 && again.out.hasPrefix("0 added, 0 changed, 2 unchanged\n"), "\(again)")
        let own = await line.run("backup", new, "--store", new)
        #expect(own.code == 1 && own.err.contains("it is the card store itself"))
        let (terminal, shown) = try await fixture(isTerminal: true)
        try await put(.make("A", "Zoo"), in: shown)
        #expect(await terminal.run("backup", copy).out == "1 card copied to \(copy)\n")
    }

    // MARK: - Themes, keys, features

    @Test("themes are listed with the one in use; a broken one of one's own is named")
    func themes() async throws {
        let line = try await CommandLineFixture()
        let plain = await line.run("themes", "--theme", "nord")
        #expect(plain.out.hasPrefix("terminal\t\t\t\ncatppuccin-latte\tlight\t\t\n"))
        #expect(plain.out.contains("nord\tdark\t\tin use\n"))
        #expect(await line.run("themes").out.hasPrefix("terminal\t\t\tin use\n"))
        let json = await line.run("themes", "--json").out
        #expect(json.hasPrefix(#"{"name":"terminal","brightness":null,"isOwn":false,"isUsed":true}"# + "\n"))
    }

    @Test("keys are listed as the settings have them")
    func keys() async throws {
        let line = try await CommandLineFixture()
        #expect(await line.run("keys").out == "list.star\tt\tStar\tCards\n")
        let config = try line.folder.write("keys:\n  list.star: [x, ctrl-s]\n", to: "config.yaml")
        #expect(
            await line.run("keys", "--json", "--config", config).out
                == #"{"command":"list.star","keys":["x","ctrl-s"],"title":"Star","screen":"Cards"}"# + "\n")
    }

    @Test("--version --verbose names what was found")
    func features() async throws {
        let result = try await CommandLineFixture().run("--version", "--verbose")
        #expect(result.out == "cards-tui 1.2.3\nphotos\tlibphoto.so.1\tfound\ncamera\tffmpeg\tmissing\n")
    }

    @Test(
        "an output that is closed early ends each of them silently",
        arguments: [
            ["conflicts"], ["conflicts", "A", "--json"], ["sync", "status"], ["check"], ["check", "--json"], ["paths"],
            ["paths", "--json"], ["themes"], ["keys", "--json"],
            ["--version", "--verbose"], ["complete", "themes", "--", ""], ["barcode", "A", "--kind", "QR_CODE"],
        ])
    func closed(arguments: [String]) async throws {
        let (line, store) = try await fixture()
        _ = try await conflict(store)
        try await edit(.make("A", "Zoo"), store) { $0.number = "12" }
        let result = await line.run(arguments, out: TextSink(columns: nil) { _ in throw OutputClosed() })
        #expect(result.code == 141 && result.err.isEmpty, "\(result.err)")
    }
}
