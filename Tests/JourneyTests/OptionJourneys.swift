import Cards
import Foundation
import PtySupport
import Terminal
import TestSupport
import Testing

/// The options of every command and of the screen, and the exit codes. 130 is tested in `SyncJourneys`, `--theme` and `--plain` on the
/// screen in `ThemeJourneys` and `TerminalJourneys`.
@Suite("Options of the program", .inTurns)
struct OptionJourneys {
    @Test("--store sets another file, for commands and the screen")
    func store() async throws {
        let home = try Home()
        let other = home.path("other/cards.sqlite")
        try await home.add("Elm Gym")
        let added = try await home.run("--store", other, "add", "--name", "Old Bakery", "--number", "2")
        #expect(added.status == 0, "\(added.errors)")
        #expect(try await home.names() == ["Elm Gym"])
        #expect(try await home.run("list", "--store", other).output.hasPrefix("Old Bakery\t"))
        #expect(try await home.run("paths", "--store", other).output.contains("store\t\(other)\n"))
        let program = try home.start(["--store", other])
        try await program.wait(for: "Old Bakery · 1 of 1")
        #expect(try await program.quit() == 0)
    }

    @Test("--config sets another settings file, whose relative paths start at its folder")
    func config() async throws {
        let (own, other) = (try TestBackend().start(), try TestBackend().start())
        defer {
            own.stop()
            other.stop()
        }
        other.cards = [Samples.card("Elm Gym", number: "1")]
        let home = try Home()
        try home.configure("backend:\n  url: \(own.url)\nkeys:\n  list.add: n\n")
        try FileManager.default.createDirectory(atPath: home.path("elsewhere"), withIntermediateDirectories: true)
        _ = try home.folder.write("ann:s3cret", to: "elsewhere/secret")
        let file = try home.folder.write(
            "backend:\n  url: \(other.url)\n  credentials_file: secret\nkeys:\n  list.add: Q\n",
            to: "elsewhere/config.yaml")
        let ending = try await home.run("sync", "--config", file)
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(other.requests.map { $0.headers["authorization"] } == ["Basic YW5uOnMzY3JldA=="])
        #expect(own.requests.isEmpty)
        let program = try home.start(["--config", file])
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.wait(for: "Q add")
        #expect(try await program.quit() == 0)
        let missing = try await home.run("list", "--config", home.path("none.yaml"))
        #expect(missing.status == 2 && missing.errors.contains(home.path("none.yaml")))
    }

    @Test("--backend overrides the backend of the settings, for sync and the screen")
    func backend() async throws {
        let (own, other) = (try TestBackend().start(), try TestBackend().start())
        defer {
            own.stop()
            other.stop()
        }
        own.cards = [Samples.card("Old Bakery", number: "2")]
        other.cards = [Samples.card("Elm Gym", number: "1")]
        let home = try Home()
        try home.configure("backend:\n  url: \(own.url)\n")
        let ending = try await home.run("sync", "--backend", other.url)
        #expect(ending.output == "127.0.0.1:\(other.port): 1 card, 1 new\n", "\(ending.errors)")
        let program = try home.start(["--backend", other.url])
        try await program.wait(outside: "the screen to ask") { other.requests.count == 2 }
        try await program.wait(for: "Elm Gym · 1 of 1")
        #expect(try await program.quit() == 0)
        #expect(own.requests.isEmpty)
    }

    @Test("--demo uses sample cards, and neither the user's cards nor the backend")
    func demo() async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let home = try Home()
        try home.configure("backend:\n  url: \(backend.url)\n")
        try await home.add("Elm Gym")
        let before = try Files.bytes(of: home.store)
        let listed = try await home.run("list", "--demo")
        #expect(listed.output.contains("Cedar Library\t") && !listed.output.contains("Elm Gym"))
        #expect(try await home.run("--demo", "add", "--name", "x", "--number", "1").status == 0)
        let program = try home.start(["--demo"])
        try await program.wait(forPosition: "1 of 20")
        #expect(try await program.quit() == 0)
        #expect(try Files.bytes(of: home.store) == before)
        #expect(backend.requests.isEmpty)
    }

    @Test("a dry run of a change checks it and says what it would be, and leaves the store as it was, byte for byte")
    func dryRun() async throws {
        let home = try Home()
        try await home.add("Elm Gym", number: "5901234123457")
        let before = try Files.bytes(of: home.store)
        let edited = try await home.run("edit", "elm", "--number", "77", "--dry-run")
        #expect((edited.status, edited.output) == (0, "number: 5901234123457 → 77\n"))
        // It also warns that the barcode does not fit the new number.
        #expect(edited.errors.hasSuffix("\nNothing was changed; without --dry-run: 1 card\n"), "\(edited.errors)")
        let file = try home.folder.write("{\"name\":\"Piped\",\"number\":\"5\"}", to: "card.json")
        let added = try await home.run(["add", "-", "--dry-run"], input: file)
        #expect(added.status == 0 && added.output.contains("Piped"), "\(added.errors)")
        #expect(try await home.run("list", "--columns", "name,number").output == "Elm Gym\t5901234123457\n")
        #expect(try Files.bytes(of: home.store) == before)
    }

    @Test("--plain restricts drawings of commands to ASCII")
    func plain() async throws {
        let home = try Home()
        try await home.add("Elm Gym", number: "5901234123457", "--barcode", "EAN_13")
        func draws(_ arguments: String...) async throws -> Bool {
            let ending = try await home.run(["show", "Elm Gym", "--barcode"] + arguments)
            #expect(ending.status == 0, "\(ending.errors)")
            return ending.output.utf8.allSatisfy { $0 < 0x80 }
        }
        #expect(try await draws("--plain"))
        #expect(try await !draws())
    }

    @Test("exit codes: 0 done, 1 refused, 2 usage, 3 the store, 4 the network")
    func exitCodes() async throws {
        let home = try Home()
        let refusing = try RefusingPort()
        let folder = home.path("data")
        let endings: [(arguments: [String], code: Int32)] = [
            (["add", "--name", "Elm Gym", "--number", "1"], 0), (["list"], 0), (["show", "Elm Gym"], 0),
            (["show", "nobody"], 1), (["remove", "nobody"], 1), (["list", "--nonsense"], 2), (["sync"], 2),
            (["list", "--store", folder], 3), (["sync", "--backend", refusing.url], 4),
            (["list", "--config", folder], 2),
        ]
        for (arguments, code) in endings {
            let ending = try await home.run(arguments)
            #expect(ending.status == code, "\(arguments): \(ending.errors)")
        }
    }
}
