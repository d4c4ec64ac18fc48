import Basics
import CardSettings
import CardStorage
import Cards
import Testing

@testable import CardCommands

@Suite("Text of cards on standard output and standard error")
struct SafeOutputTests {
    /// What no program may write of a card: it would move the cursor, ring, or end the line.
    private static let hostile = "\u{1B}[31mX\u{7}\u{8}\u{7F}\u{9B}2J\u{85}"

    private func fixture(isTerminal: Bool) async throws -> StoreFixture {
        let text = Self.hostile
        var fixture = try await StoreFixture(
            [
                .make("A", "Amber " + text) {
                    ($0.number, $0.note, $0.phone, $0.website) = (text + "1", text + "\n" + text, text, text)
                    ($0.groups, $0.remindBefore) = ([text, "food"], text)
                    ($0.balance, $0.currency, $0.expiry) = ("12.50", "EUR", CalendarDay("2026-11-21"))
                    $0.codes = [FurtherCode(label: text, barcode: Barcode(format: .qrCode, value: text))]
                    $0.ownFields = [OwnField(name: text, value: text)]
                }, .make("B", "Birch " + text),
            ], isTerminal: isTerminal)
        fixture.line.consent = true
        return fixture
    }

    /// Command lines that say something of a card, by their commands. They are run in this order.
    private static let lines: [(String, [[String]])] = [
        ("list", [["list"], ["list", "--json"], ["list", "--columns", "name,number,groups,note"], ["list", "zzz"]]),
        ("show", [["show", "A"], ["show", "A", "--json"], ["show", "B"], ["show", "r"]]),
        ("barcode", [["barcode", "A"], ["barcode", "B"]]),
        (
            "edit",
            [
                ["edit", "A", "--note", hostile + "2", "--dry-run"], ["edit", "A", "--note", hostile + "2"],
                ["edit", "A", "--note", hostile + "2"],
                ["edit", "A", "--star", "--json"],
            ]
        ),
        ("renew", [["renew", "A", "+1m"], ["renew", "A", "2026-11-21"]]),
        ("star", [["star", "A"], ["star", "B"], ["star", "A", "--json"], ["star", "--all", "r", "--dry-run"]]),
        ("unstar", [["unstar", "A"]]), ("archive", [["archive", "B"]]),
        ("use", [["use", "B", "--dry-run"], ["use", "B"]]), ("unarchive", [["unarchive", "B"]]),
        ("group add", [["group", "add", hostile, "B"]]),
        ("group list", [["group", "list"], ["group", "list", "--json"]]),
        ("group rename", [["group", "rename", hostile, "x" + hostile]]),
        ("group remove", [["group", "remove", "x" + hostile, "B"]]),
        ("duplicate", [["duplicate", "B"]]),
        ("spend", [["spend", "A", "2", "--note", hostile], ["spend", "A", "200"], ["spend", "A", "1 USD"]]),
        ("receive", [["receive", "A", "2", "--note", hostile]]),
        ("ledger", [["ledger", "A"], ["ledger", "A", "--json"]]),
        ("stats", [["stats"], ["stats", "--json"]]),
        ("photo", [["photo", "A", "front"]]), ("conflicts", [["conflicts"]]),
        ("remove", [["remove", "B"], ["remove", "new-1"]]),
        ("trash list", [["trash", "list"], ["trash", "list", "--json"]]),
        ("trash restore", [["trash", "restore", "B"], ["trash", "restore", "Birch"]]),
        ("trash empty", [["trash", "empty", "--dry-run"], ["trash", "empty"]]),
        ("undo", [["undo"], ["undo", "2"]]), ("redo", [["redo"], ["redo", "2", "--json"]]),
        ("history", [["history"], ["history", "A"], ["history", "--json"]]),
        ("passes renew", [["passes", "renew"], ["passes", "renew", "A"]]),
        ("remind", [["remind", "--dry-run"], ["remind"]]),
        ("check", [["check"]]), ("complete", [["complete", "cards", "--", ""], ["complete", "groups", "--", ""]]),
        ("add", [["add", "--name", hostile], ["add", "--name", hostile, "--number", hostile, "--dry-run"]]),
        ("forget-secret", [["forget-secret", "A", hostile, "--yes"], ["forget-secret", "A", "--yes"]]),
    ]

    /// Those that say nothing of cards, or write data: files, pictures.
    private static let others: Set<String> = [
        "import", "export", "restore", "backup", "scan", "sync", "themes", "keys", "paths", "completions", "help",
        "manual",
        "forget-uses",
    ]

    @Test("no command writes a control character of a card, to a terminal or to a pipe", arguments: [true, false])
    func everyCommand(isTerminal: Bool) async throws {
        #expect(Set(Self.lines.map(\.0)).union(Self.others) == Set(CommandLineTable.commands.map(\.name)))
        let fixture = try await fixture(isTerminal: isTerminal)
        for (_, commands) in Self.lines {
            for line in commands { check(await fixture.run(line), line, isTerminal) }
        }
    }

    @Test("an import names cards without their control characters", arguments: [true, false])
    func importing(isTerminal: Bool) async throws {
        let fixture = try await fixture(isTerminal: isTerminal)
        let table = "name,number,expiry\nElm \(Self.hostile),0791,never\n"
        let other = "name,number\nOak \(Self.hostile),0791\n"
        for (number, text) in [table, other, table].enumerated() {
            let file = try fixture.line.folder.write(text, to: "\(number).csv")
            for more in [["--dry-run"], ["--dry-run", "--json"], []] {
                check(await fixture.run(["import", file] + more), more, isTerminal)
            }
        }
    }

    private func check(_ result: CommandLineFixture.Result, _ line: [String], _ isTerminal: Bool) {
        for text in [result.out, result.err] {
            let found = text.unicodeScalars.first {
                $0.value < 0x20 && $0 != "\n" && $0 != "\t" || (0x7F...0x9F).contains($0.value)
            }
            #expect(found == nil, "\(line), terminal: \(isTerminal): \(text.debugDescription)")
        }
    }
}
