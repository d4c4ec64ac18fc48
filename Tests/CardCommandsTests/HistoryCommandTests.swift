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
        let changes = ["deleted\there\t7", "note: none → n\there\t5", "added\there\t1"]
        #expect(await fixture.run("history", "tesco").out == changes.map { "\(Self.time)\t\($0)\n" }.joined())
        let json = await fixture.run("history", "A", "--limit", "2", "--json").out.split(separator: "\n")
        #expect(
            json.first?.hasPrefix(
                #"{"time":"\#(Self.time)","change":"deleted","where":"here","source":null,"number":7,"#
                    + #""identifier":"A","name":"Tesco","old":{"name":"Tesco","#) == true)
        #expect(json.first?.hasSuffix(#","new":null}"#) == true)
        #expect(json.last?.contains(#""note":"n""#) == true)
        #expect(await fixture.run("history", "qqqqqq").code == 1)
    }

    @Test("history finds changes of all cards by name, field, old and new values")
    func finding() async throws {
        let fixture = try await fixture()
        for command in [["edit", "tesco", "--note", "Blue bag"], ["edit", "zoo", "--number", "77"]] {
            _ = await fixture.run(command)
        }
        #expect(
            await fixture.run("history", "--find", "blue").out
                == "\(Self.time)\tTesco\tnote: none → Blue bag\there\t5\n")
        #expect(
            await fixture.run("history", "--find", "zoo 77").out == "\(Self.time)\tZoo\tnumber: none → 77\there\t6\n")
        #expect(await fixture.run("history", "--find", "lodz").out == "\(Self.time)\tŁódź Library\tadded\there\t2\n")
        #expect(await fixture.run("history", "tesco", "--find", "77").out == "")
    }

    @Test("a card is shown as it was, and restored by field or as a whole; undo takes that back")
    func past() async throws {
        let fixture = try await fixture()
        _ = await fixture.run("edit", "tesco", "--note", "first", "--number", "9")
        _ = await fixture.run("edit", "tesco", "--note", "second", "--name", "Tesco Extra")
        let shown = await fixture.run("history", "A", "--show", "5").out
        #expect(shown.contains("first") && shown.contains("Tesco\n") && !shown.contains("second"))
        #expect(await fixture.run("history", "A", "--show", "1", "--json").out.contains(#""number":"123""#))

        #expect(
            await fixture.run("history", "A", "--restore", "5", "--field", "note").out == "Restored Tesco Extra: note\n"
        )
        var card = try #require(try await fixture.card("A"))
        #expect((card.name, card.note, card.number) == ("Tesco Extra", "first", "9"))
        #expect(await fixture.run("undo").out == "Undid: restored the note of Tesco Extra\n")
        #expect(try await fixture.card("A")?.note == "second")

        let whole = await fixture.run("history", "A", "--restore", "1", "--json").out
        #expect(
            whole
                == #"{"identifier":"A","name":"Tesco Extra","restored":["name","number","note"],"missing":[]}"# + "\n")
        card = try #require(try await fixture.card("A"))
        #expect((card.name, card.note, card.number) == ("Tesco", "", "123"))
        #expect(
            await fixture.run("history", "A", "--restore", "1").out
                == "Tesco has not changed since; nothing was changed\n")
        _ = await fixture.run("remove", "tesco")
        #expect(await fixture.run("history", "A", "--restore", "6").out.hasPrefix("Restored Tesco Extra: name, "))
        #expect(try await fixture.card("A")?.note == "second")
    }

    @Test("a number of another card, of a deletion or of nothing restores nothing")
    func refused() async throws {
        let fixture = try await fixture()
        _ = await fixture.run("remove", "tesco")
        for number in ["2", "5", "99", "9223372036854775807"] {
            let result = await fixture.run("history", "A", "--restore", number)
            #expect((result.code, result.out) == (1, ""), "\(number)")
        }
        for arguments in [
            ["--restore", "1"], ["A", "--restore", "0"], ["A", "--restore", "1", "--show", "1"],
            ["A", "--field", "note"],
            ["A", "--restore", "1", "--field", "modified"], ["A", "--restore", "1", "--limit", "2"],
        ] { #expect(await fixture.run(["history"] + arguments).code == 2, "\(arguments)") }
        #expect(try await fixture.card("A") == nil)
    }

    @Test("a card that was deleted for good leaves no history")
    func emptied() async throws {
        let fixture = try await fixture()
        for command in [["star", "tesco"], ["remove", "tesco"], ["trash", "empty", "tesco", "--yes"]] {
            #expect(await fixture.run(command).code == 0)
        }
        #expect(await fixture.run("history", "tesco").code == 1)
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

    @Test("a deleted card is found by what finds it in the list")
    func found() async throws {
        let fixture = try await fixture()
        _ = await fixture.run("add", "--name", "Bakery", "--number", "4006 381 333 931", "--note", "Blue bag")
        for words in ["4006381333931", "blue"] {
            #expect(await fixture.run("remove", words).code == 0)
            #expect(await fixture.run("trash", "restore", words).out == "Restored Bakery\n", "\(words)")
        }
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
        let piped = await fixture.run("trash", "empty")
        #expect(
            (piped.code, piped.out) == (2, "") && piped.err.contains("Nothing was deleted. To confirm, use --yes."),
            "\(piped)")
        var asked = fixture
        asked.line.consent = false
        let declined = await asked.run("trash", "empty")
        #expect((declined.code, declined.out) == (1, "") && declined.err.hasSuffix("Nothing was deleted.\n"))
        #expect(try await fixture.store.trash().count == 3)
        asked.line.consent = true
        let agreed = await asked.run("trash", "empty", "zoo")
        #expect(agreed.out == "Deleted forever: Zoo\n")
        #expect(agreed.err == "[Delete Zoo forever? This cannot be undone.]")
        #expect(await fixture.run("trash", "restore", "zoo").code == 1)
        #expect(await fixture.run("trash", "empty", "--yes").out == "Deleted forever: 2 cards\n")
        #expect(try await fixture.store.trash().isEmpty)
        #expect(await fixture.run("trash", "empty").err == "The trash is empty.\n")
        #expect(await fixture.run("undo").code == 1)
    }
}
