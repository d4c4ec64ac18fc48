import Cards
import Foundation
import Glibc
import PtySupport
import Terminal
import TestSupport
import Testing

/// Several homes that share their cards, as machines of one person do.
@Suite("Sharing cards between devices", .inTurns)
struct SharingJourneys {
    /// Sets a home up as a device.
    private func join(_ home: Home, _ address: String, _ name: String) async throws {
        let ending = try await home.run("sync", "setup", address, "--name", name, "--yes")
        try #require(ending.status == 0, "\(ending.errors)\(ending.output)")
    }

    private func sync(_ homes: Home...) async throws {
        for home in homes {
            let ending = try await home.run("sync")
            try #require(ending.status == 0, "\(ending.errors)")
        }
    }

    @Test("commands: two stores with cards of their own become one set, over a folder")
    func commands() async throws {
        let (first, second, shared) = (try Home(), try Home(), try TemporaryFolder())
        let photo = JSON.string(Samples.photo("amber", .front))
        try await first.bring([Samples.card("Amber Bakery", ["number": .string("111"), "front": photo])])
        try await second.add("Elm Gym", number: "222")
        try await join(first, "folder:" + shared.path, "desk")
        try await join(second, shared.path, "laptop")
        try await sync(first)
        #expect(try await first.names() == ["Amber Bakery", "Elm Gym"])
        #expect(try await second.names() == ["Amber Bakery", "Elm Gym"])
        #expect(try await second.run("photo", "amber", "front", "--out", second.path("copy.png")).status == 0)

        let devices = try await second.run("sync", "devices")
        #expect(devices.output.contains("desk") && devices.output.contains("laptop"))
        let status = try await second.run("sync", "status", "--json")
        #expect(status.output.contains("\"address\":\"folder:\(shared.path)\""))
        #expect(status.output.contains("\"failure\":null"))

        // Different fields both stay, one field is a conflict that one choice ends.
        #expect(try await first.run("edit", "elm", "--note", "from the desk").status == 0)
        #expect(try await second.run("edit", "elm", "--note", "from the laptop", "--number", "333").status == 0)
        try await sync(first, second, first)
        for home in [first, second] {
            let conflicts = try await home.run("conflicts", "elm", "--json").output
            #expect(conflicts.contains("from the desk") || conflicts.contains("from the laptop"))
            #expect(try await home.run("show", "elm").output.contains("333"))
        }
        #expect(try await first.run("conflicts", "elm", "--take", "mine").status == 0)
        try await sync(first, second)
        #expect(try await second.run("conflicts").output.isEmpty)
        let (mine, theirs) = (try await first.run("show", "elm"), try await second.run("show", "elm"))
        #expect(mine.output == theirs.output)

        // A deletion arrives, and undo brings the card back everywhere.
        #expect(try await first.run("remove", "amber").status == 0)
        try await sync(first, second)
        #expect(try await second.names() == ["Elm Gym"])
        #expect(try await first.run("undo").status == 0)
        try await sync(first, second)
        #expect(try await second.names() == ["Amber Bakery", "Elm Gym"])
        #expect(try await second.run("history", "amber", "--limit", "1").output.contains("desk"))
    }

    @Test("two programs: a change on one screen is on the other, both ways")
    func screens() async throws {
        let (first, second, shared) = (try Home(), try Home(), try TemporaryFolder())
        try await first.add("Amber Bakery", number: "111")
        try await join(first, shared.path, "desk")
        try await join(second, shared.path, "laptop")
        let (one, other) = (try first.start(), try second.start())
        for program in [one, other] { try await program.wait(for: "Amber Bakery") }
        try await one.press("e")
        try await one.wait(for: "Edit Amber Bakery")
        try await one.type(" West")
        try await one.press("ctrl-s")
        try await other.wait(for: "Amber Bakery West")
        try await other.press("d", "y")
        try await one.wait(for: "1 card is in the trash")
        try await other.press("u")
        try await one.wait(for: "Amber Bakery West")
        try await one.press("B")
        try await one.wait(for: "up to date")
        try await one.wait(for: shared.path.split(separator: "/").last.map(String.init) ?? "")
    }

    @Test("a folder that is away is told, nothing is lost, and it goes on when the folder is back")
    func away() async throws {
        let (home, shared) = (try Home(), try TemporaryFolder())
        try await home.add("Amber Bakery")
        try #require(mkdir(shared.path + "/stick", 0o700) == 0)
        try await join(home, shared.path + "/stick", "desk")
        let moved = shared.path + "/unplugged"
        try #require(rename(shared.path + "/stick", moved) == 0)
        try await home.add("Elm Gym")
        let failed = try await home.run("sync")
        #expect(failed.status == 4)
        #expect(failed.errors.contains("stick"))
        #expect(try await home.names() == ["Amber Bakery", "Elm Gym"])
        try #require(rename(moved, shared.path + "/stick") == 0)
        #expect(try await home.run("sync").output.contains("sent 1 change"))
    }

    @Test("with a passphrase nothing that was typed is readable there, and a device without it is refused")
    func sealed() async throws {
        let (first, second, shared) = (try Home(), try Home(), try TemporaryFolder())
        for home in [first, second] {
            let key = try home.folder.write("correct horse battery staple\n", to: "key")
            try #require(chmod(key, 0o600) == 0)
            try home.configure("sync:\n  key_file: \(key)\n")
        }
        try await first.add("Amber Bakery", number: "4711000815")
        try await join(first, shared.path, "desk")
        try await join(second, shared.path, "laptop")
        #expect(try await second.names() == ["Amber Bakery"])
        let found = try await first.start(program: "/bin/grep", ["-r", "4711000815", shared.path]).exitStatus()
        #expect(found == 1)
        let stranger = try Home()
        let refused = try await stranger.run("sync", "setup", shared.path, "--yes")
        #expect(refused.status != 0)
        #expect(refused.errors.contains("passphrase"))
        #expect(try await stranger.names().isEmpty)
    }

    @Test("compacting removes what is old, and a device that joins or was away gets all of it")
    func compacting() async throws {
        let (first, away, shared) = (try Home(), try Home(), try TemporaryFolder())
        try await first.add("Amber Bakery", number: "1")
        try await join(first, shared.path, "desk")
        try await join(away, shared.path, "phone")
        for name in ["Elm Gym", "Oak Library", "Fir Pool"] {
            try await first.add(name, number: "2")
            try await sync(first)
        }
        let young = try await first.run("sync", "compact")
        #expect(young.status == 0)
        #expect(young.output.contains("nothing is older than 90 days"))

        try Database(first.store).run("UPDATE vault_batch SET time = 65536")
        let planned = try await first.run("sync", "compact", "--dry-run")
        #expect(planned.output.contains("would write a snapshot of 4 batches"), "\(planned.output)\(planned.errors)")
        #expect(planned.output.contains("would remove 3 batches"))
        #expect(objects(in: shared.path).count == 5)
        let done = try await first.run("sync", "compact", "folder:" + shared.path, "--json")
        #expect(done.status == 0)
        #expect(done.output.contains("\"removedBatches\":3") && done.output.contains("\"writtenSnapshots\":1"))
        #expect(objects(in: shared.path).count == 2, "the header and the last batch")
        #expect(try await first.run("sync", "compact").output.contains("nothing is older than 90 days"))

        let joined = try Home()
        try await join(joined, shared.path, "laptop")
        try await sync(away)
        for home in [first, away, joined] {
            #expect(try await home.names() == ["Amber Bakery", "Elm Gym", "Fir Pool", "Oak Library"])
        }
        try await joined.add("Yew Club", number: "3")
        try await sync(joined, first, away)
        for home in [first, away] { #expect(try await home.names().count == 5) }
        #expect(try await first.run("sync", "compact", "/nowhere").status == 2)
        #expect(try await first.run("sync", "compact", "--yes").status == 2)
    }

    /// The batches and the header below this folder.
    private func objects(in folder: String) -> [String] {
        (FileManager.default.subpaths(atPath: folder) ?? []).filter { $0.hasSuffix(".json") }
    }

    @Test("a copied store becomes a device of its own, and both go on")
    func copied() async throws {
        let (first, shared) = (try Home(), try TemporaryFolder())
        try await first.add("Amber Bakery")
        try await join(first, shared.path, "desk")
        let second = try Home()
        #expect(try await first.run("backup", second.path("copy.sqlite")).status == 0)
        let store = ["--store", second.path("copy.sqlite")]
        #expect(try await second.run(["add", "--name", "Elm Gym", "--number", "2"] + store).status == 0)
        try await first.add("Oak Library", number: "3")
        try await sync(first)
        #expect(try await second.run(["sync"] + store).status == 0)
        try await sync(first)
        #expect(try await first.names() == ["Amber Bakery", "Elm Gym", "Oak Library"])
        #expect(try await first.run("sync", "devices", "--json").output.split(separator: "\n").count == 2)
    }

    @Test("setup says what it would do, and asks; without a terminal it needs --yes")
    func asking() async throws {
        let (home, shared) = (try Home(), try TemporaryFolder())
        try await home.add("Amber Bakery")
        let refused = try await home.run("sync", "setup", shared.path)
        #expect(refused.status == 2)
        #expect(refused.output.contains("1 card will be sent"))
        #expect(shared.names.isEmpty)
        #expect(
            try await home.run("sync", "setup", "https://user:secret@127.0.0.1/x", "--yes").errors.contains("password"))
        #expect(try await home.run("sync", "devices").status != 0)
        #expect(try await home.run("sync", "fly").status == 2)
        try await join(home, shared.path, "desk")
        #expect(try await home.run("sync", "leave", "--yes").status == 0)
        #expect(try await home.run("sync").status == 2)
        #expect(try await home.names() == ["Amber Bakery"])
    }

    @Test("the screen sets up sharing: it says what would be sent, asks, and goes on by itself")
    func screen() async throws {
        let (first, second, shared) = (try Home(), try Home(), try TemporaryFolder())
        try await first.add("Amber Bakery", number: "111")
        let program = try first.start()
        try await program.wait(for: "Amber Bakery")
        try await program.press("B")
        try await program.wait(for: "My Cards or Firebase")
        try await program.press("enter")
        try await program.wait(for: "Share with other devices")
        try await program.type("folder:\(shared.path)")
        try await program.press("ctrl-s")
        try await program.wait(for: "Put your 1 card into")
        #expect(shared.names.isEmpty)
        try await program.press("y")
        try await program.wait(for: "sent 1 change")
        try await join(second, shared.path, "laptop")
        #expect(try await second.names() == ["Amber Bakery"])
        try await second.add("Elm Gym", number: "222")
        try await sync(second)
        try await program.wait(for: "Elm Gym")
        #expect(try await program.quit() == 0)
    }
}
