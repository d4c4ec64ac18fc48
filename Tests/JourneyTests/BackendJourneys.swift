import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("Sync with a backend", .inTurns)
struct BackendJourneys {
    @Test("an empty list fills from a read-only backend; edits stay pending, and a message says so once")
    func filesOnly() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.serveFilesOnly()
        backend.cards = [Samples.photoCard]
        backend.script("GET /cards.json", [.init([.hang, .bytes(Samples.list(backend.cards))])])
        let host = "127.0.0.1:\(backend.port)"

        let program = try home.start(["--backend", backend.url])
        try await program.wait(for: "No cards yet; downloading…")
        backend.release()
        try await program.wait(for: "swifting.io · 1 of 1")
        try await program.wait(for: "all synced")
        try await program.press(.enter)
        let front = try await program.picture("front")
        let back = try await program.picture("back")
        #expect(front != back)

        try await program.press("e")
        try await program.wait(for: "Edit swifting.io")
        try await program.type(" at home")
        try await program.press("ctrl-s")
        try await program.wait(forText: "\(host) is read-only: your changes are saved here")
        // q closes the card's screen.
        try await program.press("q")
        try await program.wait(for: "1 saved here: \(host) is read-only")
        try await program.press("t")
        try await program.wait(for: "★▎swifting.io at")
        // The star is shown before it is written; its message comes later and would replace the one that is waited for.
        try await program.wait(for: "Starred swifting.io at home")
        // With slow keys the list may be requested once more before the write.
        #expect(backend.lines.filter { $0 == "POST /cards" }.count == 1 && backend.lines.last == "POST /cards")
        // A manual sync retries: nothing was dropped.
        try await program.press("S")
        try await program.wait(outside: "another try") { backend.lines.filter { $0 == "POST /cards" }.count == 2 }
        try await program.wait(for: "1 saved here: \(host) is read-only")
        #expect(await !program.text.contains("your changes are"))
        #expect(backend.lines.suffix(2) == ["GET /cards.json", "POST /cards"])
        #expect(try await program.quit() == 0)

        let again = try home.start(["--backend", backend.url])
        try await again.wait(for: "★▎swifting.io at")
        try await again.wait(forText: "\(host) is read-only: your changes are saved here")
        // The same backend accepts writes now.
        backend.setFault(nil)
        try await again.press("S")
        try await again.wait(for: "all synced")
        #expect(backend.cards.map { $0["name"]?.string } == ["swifting.io at home"])
        #expect(backend.cards.first?["front"] == Samples.photoCard["front"])
    }

    @Test(
        "cards of a file server are shown with both photos",
        .enabled(if: PythonServer.exists, "needs python3"))
    func python() async throws {
        let home = try Home()
        let cards = try Samples.realFile.map { try Files.bytes(of: $0) } ?? Samples.list([Samples.photoCard])
        _ = try home.folder.write(String(decoding: cards, as: UTF8.self), to: "cards.json")
        let server = try await PythonServer(home)
        let program = try home.start(["--backend", server.url], size: Size(columns: 120, rows: 40))
        try await program.wait(for: "swifting.io · 1 of 1")
        try await program.press(.enter)
        try await program.picture("front")
        try await program.picture("back")
        // On a separate screen.
        try await program.press("2")
        try await program.wait(until: "the back over the whole screen") {
            $0.row(0).contains("back") && $0.coloredCells.count > 1500
        }
        try await program.press("q", "e")
        try await program.wait(for: "Edit swifting.io")
        try await program.type("!")
        try await program.press("ctrl-s")
        try await program.wait(forText: "is read-only: your changes are saved here")
        try await program.press("q")
        try await program.wait(for: "1 saved here")
        try await server.wait(for: "\"POST /cards HTTP/1.1\" 501")
    }

    @Test("an edit, a new card and a deletion are sent once each, and a restart shows the same")
    func changes() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.cards = [Samples.card("Old Bakery", number: "7"), Samples.photoCard]
        let program = try home.start(["--backend", backend.url])
        try await program.wait(forPosition: "1 of 2")

        try await program.press("G", "e")
        try await program.wait(for: "Edit swifting.io")
        try await program.type(" Plus")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved swifting.io Plus")
        let edit = await backend.request { $0.text.contains("swifting.io Plus") }
        #expect(edit.line == "POST /cards")
        let sent = try #require(try JSONParser.parse(edit.body).array)
        #expect(sent.count == 1)
        #expect(sent.first?["front"] == Samples.photoCard["front"])
        #expect(sent.first?["back"] == Samples.photoCard["back"])

        try await program.press("a")
        try await program.wait(for: "New card")
        try await program.type("Harbour Gym\t99 17")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Harbour Gym")
        let added = await backend.request { $0.text.contains("Harbour Gym") }
        #expect(try JSONParser.parse(added.body).array?.map { $0["number"] } == [.string("99 17")])

        try await program.press("g")
        try await program.wait(forSelected: "Harbour Gym")
        try await program.press("j", "d")
        try await program.wait(for: "Delete Old Bakery?")
        try await program.press("y")
        try await program.wait(for: "Deleted Old Bakery")
        _ = await backend.request { $0.line == "DELETE /cards/id-OldBakery" }
        try await program.press("k")
        try await program.wait(for: "all synced")
        #expect(try await program.quit() == 0)
        let writes = ["POST /cards", "POST /cards", "DELETE /cards/id-OldBakery"]
        #expect(backend.lines.filter { !$0.hasPrefix("GET") } == writes)

        let again = try home.start(["--backend", backend.url])
        try await again.wait(forPosition: "1 of 2")
        try await again.wait(for: "all synced")
        await again.look { screen in
            #expect(screen.row(1).contains("Harbour Gym"))
            #expect(screen.row(2).contains("swifting.io Plus"))
            #expect(!screen.text.contains("Old Bakery"))
        }
        #expect(try await again.quit() == 0)
        #expect(backend.lines.filter { !$0.hasPrefix("GET") } == writes)
        #expect(backend.cards.compactMap { $0["name"]?.string } == ["swifting.io Plus", "Harbour Gym"])
    }

    @Test("the list can be used during a slow download, and keeps its selection")
    func slow() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let cards = ["Cedar", "Elm", "Birch"].map {
            String(decoding: JSONWriter.bytes(of: Samples.card($0, number: "\($0) 1")), as: UTF8.self)
        }
        backend.script(
            "GET /cards.json",
            [.init(framing: .chunked, [.text("[\(cards[0]),\(cards[1]),"), .hang, .text("\(cards[2])]")])])
        let program = try home.start(["--backend", backend.url])
        try await program.wait(for: "Cedar · 1 of 2")
        try await program.wait(for: "downloading… 2")
        try await program.press("j")
        try await program.wait(forSelected: "Elm")
        try await program.press(.enter)
        try await program.wait(for: "Elm 1")
        try await program.press("e")
        try await program.type("wood")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elmwood")
        try await program.press("q")
        try await program.wait(for: "Elmwood · 2 of 2")
        #expect(await program.text.contains("downloading… 2"))
        backend.release()
        try await program.wait(for: "Elmwood · 3 of 3")
        _ = await backend.request { $0.method == "POST" }
        try await program.wait(for: "all synced")
    }

    @Test("an unreachable backend is reported with the time of the next try, and S finds it again")
    func offline() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        try await home.add("Elm Gym")
        backend.setFault { _ in .close }
        let program = try home.start(["--backend", backend.url])
        try await program.wait(for: "Elm Gym")
        try await program.wait(forText: "the connection was closed too early. Your cards are saved here.")
        // The next key dismisses the message.
        try await program.press("k")
        // A card from before the backend is not to be uploaded until somebody says so.
        try await program.wait(for: "offline, next try at")
        backend.setFault(nil)
        try await program.press("S")
        // Cards from before the backend are not sent without confirmation.
        try await program.wait(for: "1 card was here before 127.0.0.1:\(backend.port) was set up.")
        #expect(backend.cards.isEmpty)
        try await program.press("y")
        try await program.wait(outside: "the upload") { !backend.cards.isEmpty }
        try await program.wait(for: "all synced")
        #expect(backend.cards.map { $0["name"]?.string } == ["Elm Gym"])
    }
}

/// `python3 -m http.server` for the files of a home, as people serve cards to try things out.
private struct PythonServer {
    static let exists = Files.exists("/usr/bin/python3")

    let url: String
    private let program: TerminalProgram

    init(_ home: Home) async throws {
        program = try home.start(
            program: "/usr/bin/python3",
            ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", home.folder.path])
        try await program.wait(for: "Serving HTTP on 127.0.0.1 port ")
        let line = await program.text
        let port = line.split(separator: "port ").last?.prefix { $0.isNumber } ?? ""
        url = "http://127.0.0.1:\(port)"
    }

    /// Waits for a line in its request log.
    func wait(for text: String) async throws { try await program.wait(for: text) }
}
