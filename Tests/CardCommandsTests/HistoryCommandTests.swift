import Cards
import Foundation
import Testing

@testable import CardCommands

@Suite("Undo, history and trash from the command line")
struct HistoryCommandTests {
    private static let time = "2026-11-20T00:00:00Z"

    private func fixture(isTerminal: Bool = false) async throws -> StoreFixture {
        try await StoreFixture(StoreFixture.cards(), isTerminal: isTerminal)
    }

    @Test("undo and redo take a number of steps, and name each")
    func steps() async throws {
        let fixture = try await fixture()
        for command in [["star", "tesco"], ["archive", "tesco"], ["remove", "zoo"]] { _ = await fixture.run(command) }
        #expect(await fixture.run("undo").out == "Undid: deleted Zoo\n")
        #expect(await fixture.run("undo", "2").out == "Undid: archived Tesco\nUndid: starred Tesco\n")
        let nothing = await fixture.run("undo")
        #expect((nothing.code, nothing.out, nothing.err) == (1, "", "cards-tui: there is nothing to undo\n"))
        let redone = await fixture.run("redo", "9")
        #expect(redone.out == "Redid: starred Tesco\nRedid: archived Tesco\nRedid: deleted Zoo\n")
        #expect((redone.code, redone.err) == (1, "cards-tui: there is nothing more to redo\n"))
        #expect(await fixture.run("undo", "--json").out == "{\"undone\":\"deleted Zoo\",\"cards\":[\"C\"]}\n")
        #expect(try await fixture.store.count() == 4)
    }

    @Test("history lists the last steps, the newest first")
    func history() async throws {
        let fixture = try await fixture()
        for command in [["star", "tesco"], ["undo"], ["redo"], ["remove", "tesco", "zoo"]] {
            _ = await fixture.run(command)
        }
        let changes = [
            "deleted 2 cards", "redid: starred Tesco", "undid: starred Tesco", "starred Tesco", "imported 4 cards",
        ]
        #expect(await fixture.run("history").out == changes.map { "\(Self.time)\t\($0)\n" }.joined())
        #expect(
            await fixture.run("history", "--limit", "1", "--json").out
                == "{\"time\":\"\(Self.time)\",\"change\":\"deleted 2 cards\",\"cards\":[\"A\",\"C\"]}\n")
    }

    @Test("history of a card lists its changes, also when it is in the trash")
    func historyOfCard() async throws {
        let fixture = try await fixture()
        for command in [["edit", "tesco", "--note", "n"], ["star", "lib"], ["remove", "tesco"]] {
            _ = await fixture.run(command)
        }
        let changes = ["deleted Tesco", "changed the note of Tesco", "added Tesco"]
        #expect(await fixture.run("history", "tesco").out == changes.map { "\(Self.time)\t\($0)\there\n" }.joined())
        #expect(
            await fixture.run("history", "A", "--limit", "1", "--json").out
                == "{\"time\":\"\(Self.time)\",\"change\":\"deleted Tesco\",\"where\":\"here\"}\n")
        #expect(await fixture.run("history", "qqqqqq").code == 1)
    }

    @Test("a card that was deleted for good leaves no history")
    func emptied() async throws {
        let fixture = try await fixture()
        for command in [["star", "tesco"], ["remove", "tesco"], ["trash", "empty", "tesco"]] {
            #expect(await fixture.run(command).code == 0)
        }
        #expect(await fixture.run("history", "A").code == 1)
        let listed = await fixture.run("history")
        #expect(listed.out.contains("imported 3 cards") && !listed.out.contains("Tesco"))
    }

    @Test("the trash is listed, the last deleted card first")
    func trash() async throws {
        let fixture = try await fixture()
        #expect(await fixture.run("trash", "list").out == "")
        _ = await fixture.run("remove", "tesco")
        _ = await fixture.run("remove", "zoo")
        #expect(await fixture.run("trash", "list").out == "Zoo\t\t\(Self.time)\tC\nTesco\t123\t\(Self.time)\tA\n")
        #expect(
            await fixture.run("trash", "list", "--json").out.hasPrefix(
                "{\"identifier\":\"C\",\"name\":\"Zoo\",\"number\":\"\",\"deleted\":\"\(Self.time)\"}\n"))
        let empty = try await self.fixture(isTerminal: true)
        #expect(await empty.run("trash", "list").err == "The trash is empty.\n")
    }

    @Test("deleted cards come back by identifier, name or words; several matches are listed")
    func restore() async throws {
        let fixture = try await fixture()
        _ = await fixture.run("duplicate", "tesco")
        _ = await fixture.run("remove", "A", "new-1", "zoo", "lib")
        let several = await fixture.run("trash", "restore", "zoo", "tesco")
        #expect((several.code, several.out) == (1, ""))
        #expect(several.err.contains("A  Tesco  123") && several.err.contains("new-1  Tesco  123"))
        #expect(await fixture.run("trash", "restore", "qqqqqq").code == 1)
        #expect(await fixture.run("trash", "restore", "zoo", "lodz").out == "Restored 2 cards\n")
        #expect(
            await fixture.run("trash", "restore", "new-1", "--json").out
                == "{\"identifier\":\"new-1\",\"name\":\"Tesco\",\"number\":\"123\"}\n")
        #expect(await fixture.run("list", "--columns", "id", "--archived", "no").out == "C\nB\nnew-1\n")
    }

    @Test("emptying the trash deletes these cards for good")
    func empty() async throws {
        let fixture = try await fixture()
        _ = await fixture.run("remove", "tesco", "zoo", "lib")
        let dry = await fixture.run("trash", "empty", "--dry-run")
        #expect(dry.out.split(separator: "\n").count == 3)
        #expect(try await fixture.store.trash().count == 3)
        #expect(await fixture.run("trash", "empty", "zoo").out == "Deleted forever: Zoo\n")
        #expect(await fixture.run("trash", "restore", "zoo").code == 1)
        #expect(await fixture.run("trash", "empty").out == "Deleted forever: 2 cards\n")
        #expect(try await fixture.store.trash().isEmpty)
        #expect(await fixture.run("trash", "empty").err == "The trash is empty.\n")
        #expect(await fixture.run("undo").code == 1)
    }
}
