import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("The command sync", .inTurns)
struct SyncJourneys {
    @Test("cards are downloaded, changes uploaded, and one line gives the counts; the settings' backend is used")
    func success() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.cards = [Samples.card("Old Bakery", number: "7"), Samples.photoCard]
        let host = "127.0.0.1:\(backend.port)"
        try home.configure("backend:\n  url: \(backend.url)\n")
        let first = try await home.run("sync")
        #expect(first.output == "\(host): 2 cards, 2 new\n")
        #expect(first.status == 0 && first.errors.isEmpty)

        try await home.add("Elm Gym")
        try await home.bring([Samples.card("Old Bakery", ["note": .string("closed")])])
        let second = try await home.run("sync")
        #expect(second.output == "\(host): 3 cards, 2 sent\n")
        #expect(second.status == 0 && second.errors.isEmpty)
        #expect(backend.cards.count == 3)
        #expect(backend.card("id-OldBakery")?["note"]?.string == "closed")
        #expect(backend.card("id-OldBakery")?["number"]?.string == "7")

        // The backend lists no card any more; none is deleted here.
        backend.cards = []
        let third = try await home.run("sync")
        #expect(third.output == "\(host): 3 cards, 3 no longer there\n")
        #expect(third.status == 0)
    }

    @Test("an unreachable host is named, with exit code 4; nothing is retried")
    func offline() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let backend = try TestBackend().start()
        backend.stop()
        let ending = try await home.run("sync", "--backend", backend.url)
        #expect(ending.status == 4)
        #expect(ending.output.isEmpty)
        #expect(ending.errors.hasPrefix("cards-tui: 127.0.0.1:\(backend.port)"))
        #expect(ending.errors.contains("Your cards are saved here."))
        #expect(try await home.names() == ["Elm Gym"])
    }

    @Test("a backend that denies access, or answers with a server error, is exit code 4", arguments: [401, 503])
    func refused(status: Int) async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.setFault { _ in .status(status) }
        let ending = try await home.run("sync", "--backend", backend.url)
        #expect(ending.status == 4)
        #expect(ending.errors.contains("127.0.0.1:\(backend.port)"))
        #expect(ending.errors.contains(status == 401 ? "denies access" : "server error (503)"))
        #expect(backend.lines == ["GET /cards.json"])
    }

    @Test(
        "a rejected card is named with the reason, the others arrive, and the next sync retries it"
    )
    func refusedCard() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        try home.configure("backend:\n  url: \(backend.url)\n")
        #expect(try await home.run("sync").status == 0)
        try await home.bring([Samples.card("Elm Gym", number: "1"), Samples.card("Bad Bank", number: "2")])
        backend.setFault { $0.method == "POST" && $0.text.contains("Bad Bank") ? .status(422) : nil }
        for _ in 0..<2 {
            let ending = try await home.run("sync")
            #expect(ending.status == 1)
            #expect(ending.errors.contains("rejected Bad Bank:"))
            #expect(ending.errors.contains("422"))
            #expect(ending.output.contains("2 cards") && ending.output.contains("1 rejected"))
            #expect(backend.cards.compactMap { $0["name"]?.string } == ["Elm Gym"])
        }
        backend.setFault(nil)
        let again = try await home.run("sync")
        #expect(again.status == 0 && again.output.hasSuffix("2 cards, 1 sent\n"))
        #expect(backend.cards.count == 2)
    }

    @Test("cards older than the backend are sent with --send-all only")
    func question() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        try await home.add("Elm Gym")
        let ending = try await home.run("sync", "--backend", backend.url)
        #expect(ending.status == 1)
        #expect(ending.errors.contains("1 card was here before 127.0.0.1:\(backend.port) was set up"))
        #expect(ending.errors.contains("--send-all"))
        #expect(backend.lines == ["GET /cards.json"])
        let sent = try await home.run("sync", "--backend", backend.url, "--send-all")
        #expect(sent.status == 0)
        #expect(sent.output == "127.0.0.1:\(backend.port): 1 card, 1 sent\n")
        #expect(backend.cards.map { $0["name"]?.string } == ["Elm Gym"])
    }

    @Test("cards of a read-only backend are downloaded; local changes stay pending")
    func filesOnly() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.serveFilesOnly()
        backend.cards = [Samples.card("Old Bakery", number: "7")]
        #expect(try await home.run("sync", "--backend", backend.url).status == 0)
        try await home.add("Elm Gym")
        let ending = try await home.run("sync", "--backend", backend.url)
        #expect(ending.status == 1)
        #expect(ending.output == "127.0.0.1:\(backend.port): 2 cards, 1 pending\n")
        #expect(ending.errors.contains("is read-only: your changes are saved here."))
    }

    @Test("without a backend, and with invalid settings, it is a usage error that says what to set")
    func usage() async throws {
        let home = try Home()
        let none = try await home.run("sync")
        #expect(none.status == 2)
        #expect(none.errors.contains("Set backend.url in \(home.path("config/cards-tui/config.yaml"))"))
        try home.configure("backend:\n  url: ftp://x\n")
        let wrong = try await home.run("sync")
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("config.yaml:2:"))
        #expect(!Files.exists(home.store))
    }

    @Test(
        "a full disk during a download is exit code 3; cards before that are kept",
        SmallDisk.isPossible)
    func fullDisk() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let note = JSON.string(String(repeating: "The words of a long note. ", count: 400))
        backend.cards = (0..<200).map { Samples.card("Club \($0)", ["number": .string("1"), "note": note]) }
        let program = try SmallDisk(home, ["sync", "--backend", backend.url]).program
        #expect(try await program.exitStatus() == 3)
        try await program.wait(forText: "is full. The last change was not saved. Free some space")
    }

    @Test("Ctrl-C stops it; received cards are kept, and the next sync continues")
    func stopped() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.cards = [Samples.card("Cedar", number: "1"), Samples.card("Elm", number: "2")]
        let list = String(decoding: Samples.list(backend.cards), as: UTF8.self)
        let start = String(list.prefix(list.count - 10))
        backend.script("GET /cards.json", [.init(framing: .chunked, [.text(start), .hang])])
        let program = try home.start(["sync", "--backend", backend.url])
        _ = await backend.request { $0.method == "GET" }
        try await program.wait(outside: "the first card") {
            (try? Database(home.store).column("SELECT name FROM card")) == ["Cedar"]
        }
        try await program.press("ctrl-c")
        #expect(try await program.exitStatus() == 130)
        #expect(await program.text.contains("stopped. Received cards are kept."))
        backend.release()
        #expect(try await home.names() == ["Cedar"])
        let again = try await home.run("sync", "--backend", backend.url)
        #expect(again.status == 0 && again.output.hasSuffix("2 cards, 1 new\n"))
    }
}
