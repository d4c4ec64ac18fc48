import CardStorage
import Cards
import Glibc
import TestSupport
import Testing

@testable import CardCommands

@Suite("restore onto a store that there is")
struct RestoreCommandTests {
    private var world: StoreFixture
    /// A store of four cards in a file, and its copy.
    private let copy: String
    /// The path of the store that is open in memory.
    private let here: String

    init() async throws {
        world = try await StoreFixture(StoreFixture.cards())
        copy = world.line.folder.path + "/copy.db"
        here = try world.line.folder.write("x", to: "here.sqlite")
        try await world.store.backUp(to: copy)
        let tesco = try #require(try await world.card("A"))
        var changed = tesco
        (changed.note, changed.number) = ("new", "77")
        try await world.store.apply([
            .set(CardPatch(from: tesco, to: changed)), .delete(try #require(CardID("C"))),
            .set(CardPatch(from: nil, to: .make("E", "Elm"))),
        ])
    }

    private func restore(_ more: String...) async -> CommandLineFixture.Result {
        await world.run(["restore", copy, "--store", here] + more)
    }

    private static let preview = """
        added\tZoo\t
        changed\tTesco\tnumber, note
        1 added, 1 changed, 2 unchanged; 1 card not in the backup, unchanged

        """

    @Test("what would change is shown, and nothing is")
    func dryRun() async throws {
        let result = await restore("--dry-run")
        #expect((result.code, result.out, result.err) == (0, Self.preview, ""))
        #expect(try await world.card("C") == nil)
    }

    @Test("without a terminal it needs --yes, and is one step for undo")
    func confirmed() async throws {
        let refused = await restore()
        #expect(
            refused.code == 2 && refused.err.contains("Nothing was restored. To confirm, use --yes."), "\(refused.err)")
        #expect(try await world.card("C") == nil)
        let done = await restore("--yes")
        #expect((done.code, done.err) == (0, ""))
        #expect(done.out == Self.preview + "1 added, 1 changed. Undo reverts this.\n")
        #expect(try await world.card("A")?.number == "123")
        #expect(try await world.card("C")?.isStarred == true)
        #expect(try await world.card("E") != nil)
        #expect(try await world.store.trash().isEmpty)
        #expect(await world.run("undo").code == 0)
        #expect(try await world.card("A")?.number == "77")
        #expect(try await world.card("C") == nil)
    }

    @Test("it asks once, and does as it is told", arguments: [true, false])
    func asked(isWanted: Bool) async throws {
        var world = world
        world.line.consent = isWanted
        let result = await world.run(["restore", copy, "--store", here])
        #expect(result.err == "[Restore these cards?]" + (isWanted ? "" : "Nothing was restored.\n"))
        #expect(result.code == (isWanted ? 0 : 1))
        #expect((try await world.card("C") != nil) == isWanted)
    }

    @Test("a backup that becomes another one between the question and the answer is not restored")
    func changedMeanwhile() async throws {
        var world = world
        let (copy, other) = (copy, world.line.folder.path + "/other.db")
        try await world.store.backUp(to: other)
        world.line.consent = true
        world.line.whenAsked = { rename(other, copy) }
        let result = await world.run(["restore", copy, "--store", here])
        #expect(
            result.code == 1 && result.err.hasSuffix("\(copy) has changed in the meantime. Nothing was restored.\n"))
        #expect(try await world.card("C") == nil)
    }

    @Test("an archive of Catima is restored as it is imported; the settings tell its password, or it is asked for")
    func archive() async throws {
        var world = world
        world.line.passwords = ["secret", "secret", "secret"]
        let zip = world.line.folder.path + "/cards.zip"
        #expect(await world.run("export", zip, "--format", "catima", "--password").code == 0)
        let other = try await StoreFixture([])
        var line = other.line
        line.passwords = ["wrong", "secret"]
        let asked = await line.run("restore", zip, "--store", here, "--dry-run")
        #expect(asked.code == 0 && asked.out.contains("4 added"), "\(asked)")
        #expect(asked.err.contains("[Password of the archive: ]"))
        line.passwords = nil
        let config = try line.folder.write(
            "backup:\n  folder: kept\n  format: catima\n  password_command: echo secret\n", to: "config.yaml")
        let told = await line.run("restore", zip, "--store", here, "--config", config, "--yes")
        #expect(told.code == 0 && told.out.hasSuffix("4 added, 0 changed. Undo reverts this.\n"), "\(told)")
        #expect(!told.err.contains("Password"), "\(told.err)")
    }

    @Test("the store itself, a pipe's end, a text and a missing file are refused")
    func refused() async throws {
        let own = await world.run("restore", here, "--store", here, "--yes")
        #expect(own.code == 1 && own.err.contains("it is the card store itself"), "\(own.err)")
        let imported = await world.run("import", here, "--store", here)
        #expect(imported.code == 1 && imported.err.contains("it is the card store itself"), "\(imported.err)")
        let text = try world.line.folder.write("no cards at all", to: "text")
        let unknown = await world.run("restore", text, "--store", here, "--yes")
        #expect(unknown.code == 1 && unknown.err.contains("The format was not recognized"), "\(unknown.err)")
        #expect(await world.run("restore", "/dev/null", "--store", here, "--yes").code == 1)
        let missing = await world.run("restore", here + "-none", "--store", here, "--yes")
        #expect(missing.code == 1 && missing.err.contains("there is no such file"), "\(missing.err)")
    }

    @Test(
        "a new store gets the cards of any file that import reads", arguments: ["json", "csv", "catima", "catima-csv"])
    func anyFile(format: String) async throws {
        let file = world.line.folder.path + "/cards." + format
        #expect(await world.run("export", file, "--format", format).code == 0)
        let line = try await CommandLineFixture()
        let result = await line.run("restore", file, "--yes")
        #expect(result.code == 0 && result.out.contains("4 added"), "\(result.err)")
    }

    @Test("a new store is only checked with --dry-run")
    func newStore() async throws {
        let new = world.line.folder.path + "/new.sqlite"
        let checked = await world.run("restore", copy, "--store", new, "--dry-run")
        #expect((checked.code, checked.out) == (0, "4 cards would be restored to \(new)\n"))
        #expect(!world.line.folder.names.contains("new.sqlite"))
        #expect(await world.run("restore", copy, "--store", new).out == "4 cards restored to \(new)\n")
    }

    @Test("import reads a backup as well")
    func imported() async throws {
        let result = await world.run("import", copy, "--dry-run", "--format", "store")
        #expect(
            result.out == """
                changed\tTesco\tnumber, note
                a backup: 1 added, 1 changed, 2 unchanged; nothing was imported

                """, "\(result)")
    }

    @Test("a backup that is one of several files brings its ledgers along")
    func ledgers() async throws {
        #expect(await world.run("spend", "Tesco", "2.50").code == 0)
        let copy = world.line.folder.path + "/ledgers.db"
        try await world.store.backUp(to: copy)
        let json = try world.line.folder.write(#"{"identifier": "j", "name": "Juniper"}"#, to: "more.json")
        for files in [[copy], [copy, json], [json, copy]] {
            let other = try await StoreFixture([])
            #expect(await other.run(["import"] + files).code == 0)
            #expect(await other.run("ledger", "Tesco").out == world.run("ledger", "Tesco").out, "\(files)")
            #expect(await other.run("ledger", "Tesco").out.contains("2.50"))
        }
    }
}
