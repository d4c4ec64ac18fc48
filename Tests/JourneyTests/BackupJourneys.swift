import Cards
import Foundation
import PtySupport
import TestSupport
import Testing

@Suite("Automatic backups of the program", .inTurns)
struct BackupJourneys {
    private func names(in home: Home) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: home.path("kept"))) ?? []).filter { !$0.hasPrefix(".") }
    }

    @Test("the start makes up for changes that have no backup yet; it is restored like any copy")
    func start() async throws {
        let home = try Home()
        try home.configure("backup:\n  folder: \(home.path("kept"))\n")
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(for: "Elm Gym · 1 of 1")
        // The record is written when the backup is complete.
        try await program.wait(outside: "the backup") {
            FileManager.default.fileExists(atPath: home.store + "-backups")
        }
        #expect(try await program.quit() == 0)
        let name = try #require(names(in: home).first)
        #expect(BackupName(name)?.format == .store, "\(name)")
        let new = home.path("new.sqlite")
        let restored = try await home.run("--store", new, "restore", home.path("kept/" + name))
        #expect(restored.output == "1 card restored to \(new)\n", "\(restored.errors)")
        let again = try await home.run("backup", "--now")
        #expect(again.output == "No card has changed since the last backup.\n", "\(again.errors)")
    }

    @Test("a name that is not UTF-8 is that of the file: of a store, of backups, of a folder that devices share")
    func odd() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let script = """
            set -e; cd "$1"; odd=$(printf 'caf\\351'); mkdir "$odd" "$odd/shared"
            "$0" backup "$odd.zip"; "$0" backup "$odd/c.sqlite"; ls "$odd.zip" "$odd/c.sqlite" >/dev/null
            "$0" --store "$odd/s.sqlite" restore "$odd.zip"; ls "$odd/s.sqlite" >/dev/null
            "$0" --store "$odd/t.sqlite" restore "$odd/c.sqlite"
            "$0" --store "$odd/t.sqlite" sync setup "folder:$PWD/$odd/shared" --yes >/dev/null
            test -n "$(ls "$odd/shared")"; "$0" --store "$odd/t.sqlite" list --columns name
            test "$(ls -d caf* | wc -l)" = 2
            """
        let program = try home.start(program: "/bin/sh", ["-c", script, Home.program, home.folder.path])
        let status = try await program.exitStatus()
        let text = await program.text
        #expect(status == 0, "\(text)")
    }

    @Test("a folder that is a file is told on the screen and by check")
    func isFile() async throws {
        let home = try Home()
        let path = try home.folder.write("mine", to: "kept")
        try home.configure("backup:\n  folder: \(path)\n")
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(for: "No backup was made")
        #expect(try await program.quit() == 0)
        let check = try await home.run("check")
        #expect(check.status == 1 && check.errors.contains("is not a folder"), "\(check.errors)")
        #expect(try home.folder.text(of: "kept") == "mine")
    }

    @Test("a full disk in the middle of a backup leaves the earlier one, and nothing beside it")
    func fullDisk() async throws {
        let home = try Home()
        try home.configure("backup:\n  folder: \(home.path("kept"))\n")
        try await home.add("Elm Gym")
        #expect(try await home.run("backup", "--now").status == 0)
        let earlier = names(in: home)
        try await home.add("Oak Library")
        let full = try await home.run(
            ["backup", "--now"],
            environment: [
                "LD_PRELOAD": Products.folder + "/libinterposer.so", "CARDS_TEST_FULL": home.path("kept/"),
            ])
        #expect(full.status == 1 && full.errors.contains("is full. The earlier backups are kept."), "\(full.errors)")
        let all = try FileManager.default.contentsOfDirectory(atPath: home.path("kept"))
        #expect(all == earlier)
        let name = try #require(earlier.first)
        let new = home.path("new.sqlite")
        let restored = try await home.run("--store", new, "restore", home.path("kept/" + name))
        #expect(restored.output == "1 card restored to \(new)\n", "\(restored.errors)")
        #expect(try await home.run("backup", "--now").status == 0)
    }

    @Test("a backup is restored on the screen, u takes that back, and quitting makes one of what has changed")
    func screen() async throws {
        let home = try Home()
        try home.configure("backup:\n  folder: \(home.path("kept"))\n")
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.wait(outside: "the first backup") {
            FileManager.default.fileExists(atPath: home.store + "-backups")
        }
        try await program.press("d", "y")
        try await program.wait(for: "Deleted Elm Gym")
        try await program.press("U")
        try await program.wait(for: "1 kept")
        try await program.press("enter")
        try await program.wait(for: "Restore a backup")
        try await program.wait(for: "i restore 1")
        try await program.press("i")
        try await program.wait(for: "1 added")
        #expect(try await home.names() == ["Elm Gym"])
        try await program.press("u")
        try await program.wait(for: "Undid")
        #expect(try await home.names() == [])
        #expect(try await program.quit() == 0)
        #expect(try await home.run("backup", "--now").output == "No card has changed since the last backup.\n")
    }

    @Test(
        "without settings, quitting after a change makes a backup; a card deleted for good is in no file of the home then"
    )
    func goneStaysGone() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        try await home.add("Needle of Zanzibar", number: "9911882277", "--note", "the haystack")
        let program = try home.start()
        try await program.wait(for: "1 of 2")
        #expect(try await home.run("backup", "--now").status == 0)
        try await program.press("j")
        try await program.wait(for: "Needle of Zanzibar · 2 of 2")
        try await program.press("d", "y")
        try await program.wait(for: "Deleted Needle")
        #expect(try await program.quit() == 0)
        let kept = try FileManager.default.contentsOfDirectory(atPath: home.path("state/cards-tui/backups"))
        #expect(kept.count == 1, "one of a day: \(kept)")
        #expect(try files(with: "Needle of Zanzibar", in: home).contains { $0.contains("/backups/") })
        let again = try home.start()
        try await again.wait(for: "Elm Gym")
        try await again.press("T")
        try await again.wait(for: "Needle of Zanzibar")
        try await again.press("D")
        try await again.wait(for: "forever?")
        try await again.press("y")
        try await again.wait(for: "Deleted Needle of Zanzibar forever")
        for needle in ["Needle", "9911882277", "haystack"] {
            #expect(try files(with: needle, in: home) == [], "\(needle)")
        }
        try await again.press("esc")
        try await again.wait(for: "Elm Gym")
        #expect(try await again.quit() == 0)
        #expect(try files(with: "Needle", in: home) == [])
        let backup = try #require(try await home.run("backup", "--list", "--json").output.split(separator: "\n").first)
        let file = try #require(try JSONParser.parse(Array(backup.utf8))["file"]?.string)
        let restored = try await home.run("--store", home.path("new.sqlite"), "restore", file)
        #expect(restored.output.hasPrefix("1 card restored"), "\(restored.errors)")
    }

    @Test("the question names the backups of a folder of one's own, which keep the card")
    func keptElsewhere() async throws {
        let home = try Home()
        try home.configure("backup:\n  folder: \(home.path("kept"))\n")
        let id = try await home.add("Elm Gym")
        #expect(try await home.run("backup", "--now").status == 0)
        #expect(try await home.run("remove", id).status == 0)
        let asked = try home.start(["trash", "empty"])
        try await asked.wait(for: "may keep it until")
        try await asked.type("y\r")
        #expect(try await asked.exitStatus() == 0)
        let left = try files(with: "Elm Gym", in: home)
        #expect(!left.isEmpty && left.allSatisfy { $0.hasPrefix("/kept/") }, "\(left)")
    }

    /// The files below the home in which this text is.
    private func files(with text: String, in home: Home) throws -> [String] {
        let root = home.folder.path
        let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        // What commands wrote to the tests is no file of the program.
        return paths.filter { !$0.hasSuffix(".out") }.map { "/" + $0 }.filter { path in
            guard let file = FileManager.default.contents(atPath: root + path) else { return false }
            return file.firstRange(of: Data(text.utf8)) != nil
        }
    }

    @Test("what a restore would change is asked once on a terminal")
    func asked() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let copy = home.path("copy.db")
        #expect(try await home.run("backup", copy).status == 0)
        try await home.add("Oak Library")
        let id = try #require(try await home.cards().first { $0["name"]?.string == "Elm Gym" }?["identifier"]?.string)
        #expect(try await home.run("remove", id).status == 0)
        let refused = try home.start(["restore", copy])
        try await refused.wait(for: "Restore these cards? [y/N]")
        try await refused.type("n\r")
        #expect(try await refused.exitStatus() == 1)
        #expect(try await home.names() == ["Oak Library"])
        let wanted = try home.start(["restore", copy])
        try await wanted.wait(for: "Restore these cards? [y/N]")
        try await wanted.type("y\r")
        #expect(try await wanted.exitStatus() == 0)
        #expect(try await home.names() == ["Elm Gym", "Oak Library"])
    }
}
