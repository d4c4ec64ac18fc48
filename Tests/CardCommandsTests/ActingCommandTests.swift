import Cards
import Testing

@testable import CardCommands

@Suite("Changing cards from the command line")
struct ActingCommandTests {
    private func fixture() async throws -> StoreFixture { try await StoreFixture(StoreFixture.cards()) }

    @Test("star, archive and their opposites take several cards, and are one step")
    func toggles() async throws {
        let fixture = try await fixture()
        let starred = await fixture.run("star", "tesco", "lib", "B", "zoo")
        #expect((starred.code, starred.out, starred.err) == (0, "Starred 2 cards\n", ""))
        #expect(try await fixture.card("A")?.isStarred == true)
        #expect(try await fixture.card("B")?.isStarred == true)
        #expect(await fixture.run("undo").out == "Undid: starred 2 cards\n")
        #expect(try await fixture.card("A")?.isStarred == false)
        #expect(try await fixture.card("C")?.isStarred == true)
        #expect(await fixture.run("unstar", "zoo").out == "Unstarred Zoo\n")
        #expect(await fixture.run("archive", "zoo").out == "Archived Zoo\n")
        #expect(await fixture.run("unarchive", "zoo").out == "Unarchived Zoo\n")
        #expect(await fixture.run("unarchive", "zoo").out == "No changes: Zoo\n")
        #expect(await fixture.run("undo").out == "Undid: unarchived Zoo\n")
    }

    @Test("--all changes what the words find, archived cards too")
    func all() async throws {
        let fixture = try await fixture()
        #expect(await fixture.run("unarchive", "--all", "group:shop").out == "Unarchived Old Gym\n")
        #expect(await fixture.run("star", "zoo", "--all", "group:shop is:starred").out == "No changes: Zoo\n")
        #expect(await fixture.run("group", "add", "new", "zoo", "--all", "has:number").out == "Added 3 cards to new\n")
        #expect(await fixture.run("list", "group:new", "--columns", "id").out == "C\nB\nA\n")
        let none = await fixture.run("remove", "--all", "nothing")
        #expect((none.code, none.out, none.err) == (1, "", "cards-tui: no card was found\n"))
        #expect(await fixture.run("star", "--all", "is:stared").code == 2)
    }

    @Test("one card that is not found leaves all as they are", arguments: ["star", "archive", "duplicate", "remove"])
    func notFound(_ command: String) async throws {
        let fixture = try await fixture()
        for wrong in ["qqqqqq", "group:shop"] {
            let result = await fixture.run(command, "tesco", wrong)
            #expect((result.code, result.out) == (1, ""))
        }
        #expect(await fixture.run("undo").code == 1)
    }

    @Test("--dry-run shows the cards that would change, and changes none")
    func dryRun() async throws {
        let fixture = try await fixture()
        for command in [["star"], ["remove"], ["group", "add", "x"]] {
            let result = await fixture.run(command + ["lib", "tesco", "--dry-run"])
            #expect((result.code, result.out) == (0, "B\tŁódź Library\t9\nA\tTesco\t123\n"))
            #expect(result.err == "Nothing was changed; without --dry-run: 2 cards\n")
        }
        let json = await fixture.run("archive", "--all", "group:shop", "--dry-run", "--json")
        #expect(json.out == "{\"identifier\":\"A\",\"name\":\"Tesco\"}\n")
        #expect(await fixture.run("undo").code == 1)
    }

    @Test("--dry-run of add, edit, renew, spend and receive says what would be saved, and saves nothing")
    func dryRunOfOne() async throws {
        let fixture = try await fixture()
        let before = await fixture.run("list", "--json").out
        let note = "Nothing was changed; without --dry-run: 1 card\n"
        let edited = await fixture.run("edit", "tesco", "--number", "77", "--star", "--dry-run")
        #expect((edited.code, edited.out, edited.err) == (0, "number: 123 → 77\nstarred\n", note))
        let same = await fixture.run("edit", "tesco", "--number", "123", "--dry-run")
        #expect(same.out == "No changes: Tesco\n" && same.err.contains("0 cards"))
        let json = await fixture.run("edit", "tesco", "--number", "77", "--dry-run", "--json")
        #expect(json.out.contains("\"number\":\"77\"") && json.code == 0)
        let added = await fixture.run("add", "--name", "New", "--number", "4006381333931", "--dry-run")
        #expect(added.code == 0 && added.out.contains("Number") && added.out.contains("EAN_13"))
        #expect(added.err == "Nothing was added; without --dry-run: 1 card\n")
        let addedJSON = await fixture.run("add", "--name", "New", "--number", "1", "--dry-run", "--json")
        #expect(addedJSON.out.contains("\"name\":\"New\""))
        #expect(await fixture.run("spend", "tesco", "2.50", "--dry-run").out == "Tesco: 10.00 EUR, before 12.50 EUR\n")
        let received = await fixture.run("receive", "tesco", "1", "--dry-run", "--json")
        #expect(received.out.contains("\"balance\":\"13.50\"") && received.err.contains("without --dry-run: 1 card"))
        let renewed = await fixture.run("renew", "tesco", "2030-01-31", "--dry-run")
        #expect((renewed.out, renewed.err) == ("Tesco would be valid until 2030-01-31\n", note))
        #expect(await fixture.run("list", "--json").out == before)
        #expect(await fixture.run("undo").code == 1)
        // What would fail fails, and what follows is saved.
        #expect(await fixture.run("add", "--name", "New", "--dry-run").code == 1)
        #expect(await fixture.run("edit", "tesco", "--dry-run").code == 2)
        #expect(await fixture.run("edit", "tesco", "--secret", "PIN", "--dry-run").code == 2)
        #expect(await fixture.run("edit", "tesco", "--number", "77").out == "Changed Tesco\n")
        #expect(try await fixture.card("A")?.number == "77")
    }

    @Test("--json names the cards that were changed")
    func json() async throws {
        let fixture = try await fixture()
        #expect(
            await fixture.run("star", "tesco", "zoo", "--json").out == "{\"identifier\":\"A\",\"name\":\"Tesco\"}\n")
        #expect(
            await fixture.run("duplicate", "tesco", "--json").out
                == "{\"identifier\":\"new-1\",\"name\":\"Tesco\",\"copyOf\":\"A\"}\n")
    }

    @Test("a copy has the fields of its card and an identifier of its own")
    func duplicate() async throws {
        let fixture = try await fixture()
        #expect(await fixture.run("duplicate", "tesco", "zoo").out == "new-1\nnew-2\n")
        let (old, new) = (try await fixture.card("A"), try await fixture.card("new-1"))
        let differences = try #require(new).differences(from: try #require(old))
        #expect(differences.allSatisfy { $0.isBookkeeping })
        #expect(await fixture.run("undo").code == 0)
        #expect(try await fixture.store.count() == 4)
    }

    @Test("remove says how to bring the cards back, and that does")
    func remove() async throws {
        let fixture = try await fixture()
        let one = await fixture.run("remove", "tesco")
        #expect(one.out == "Removed Tesco. To bring it back: cards-tui trash restore A\n")
        #expect(await fixture.run("trash", "restore", "A").out == "Restored Tesco\n")
        let several = await fixture.run("remove", "tesco", "zoo")
        #expect(several.out == "Removed 2 cards. To bring them back: cards-tui undo\n")
        let named = await fixture.run("remove", "none", "--store", "my cards.db")
        #expect(named.err == "cards-tui: there is no card \"none\". See: cards-tui --store 'my cards.db' list\n")
        #expect(await fixture.run("undo").out == "Undid: deleted 2 cards\n")
        #expect(try await fixture.store.count() == 4)
    }

    // MARK: - Groups

    @Test("groups are added, removed, renamed and listed, whatever their case")
    func groups() async throws {
        let fixture = try await fixture()
        #expect(await fixture.run("group", "list").out == "food\t1\nshop\t2\n")
        #expect(await fixture.run("group", "add", "FOOD", "tesco", "zoo").out == "Added Zoo to FOOD\n")
        #expect(await fixture.run("group", "remove", "shop", "tesco").out == "Removed Tesco from shop\n")
        #expect(try await fixture.card("A")?.groups == ["food"])
        #expect(await fixture.run("group", "rename", "food", "shop").out == "Renamed food to shop: 2 cards\n")
        #expect(await fixture.run("group", "list").out == "shop\t3\n")
        #expect(await fixture.run("undo").code == 0)
        #expect(await fixture.run("group", "list", "--json").out.contains("{\"name\":\"FOOD\",\"cards\":2}\n"))
        let missing = await fixture.run("group", "rename", "none", "x")
        #expect((missing.code, missing.out) == (1, ""))
        #expect(await fixture.run("group", "rename", "shop", "shop", "--dry-run").out == "D\tOld Gym\t\n")
    }

    @Test("renaming to a group that the card is in leaves it there once, in its place")
    func renaming() {
        #expect(["a", "Old", "b"].renamingGroup("old", to: "new") == ["a", "new", "b"])
        #expect(["New", "old"].renamingGroup("old", to: "new") == ["New"])
        #expect(["old", "OLD"].renamingGroup("old", to: "Old") == ["Old"])
        #expect(["x"].renamingGroup("old", to: "new") == ["x"])
    }
}
