import Cards
import Foundation
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("Invalid responses of a backend", .inTurns)
struct BadBackendJourneys {
    /// The program with a backend that answers the list request like this.
    private func start(
        _ home: Home, _ answer: TestBackend.Answer, columns: Int = 80
    ) throws -> (program: TerminalProgram, backend: TestBackend) {
        let backend = try TestBackend().start()
        backend.setFault { $0.method == "GET" ? answer : nil }
        return (
            try home.start(["--backend", backend.url], size: Size(columns: columns, rows: 24)), backend
        )
    }

    /// Expects that the program still runs and still saves cards.
    private func expectAlive(_ program: TerminalProgram, _ home: Home) async throws {
        try await program.press("a")
        try await program.wait(for: "New card")
        try await program.type("Still Alive\t1")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Still Alive")
        #expect(try await program.quit() == 0)
        #expect(try await home.names().contains("Still Alive"))
    }

    @Test("a web page is reported, with an empty list and with cards")
    func webPage() async throws {
        let home = try Home()
        let (program, backend) = try start(home, .html())
        defer { backend.stop() }
        try await program.wait(forText: "127.0.0.1:\(backend.port) answered with a web page, not with cards.")
        try await program.press("esc")
        try await program.wait(for: "not synced, next try at")
        try await program.wait(for: "see why the sync failed")
        try await program.press("B")
        try await program.wait(forText: "answered with a web page")
        try await program.press("esc")
        try await program.wait(for: "No cards yet.")
        try await expectAlive(program, home)
        let again = try home.start(["--backend", backend.url])
        try await again.wait(forText: "answered with a web page, not with cards.")
        try await again.wait(forSelected: "Still Alive")
    }

    @Test("the cards before the end of a truncated list are kept, with a message")
    func half() async throws {
        let home = try Home()
        let list = Samples.list([Samples.card("Elm Gym", number: "1"), Samples.card("Cut Off", number: "2")])
        let (program, backend) = try start(home, .init([.bytes(Array(list.dropLast(12)))]))
        defer { backend.stop() }
        try await program.wait(forSelected: "Elm Gym")
        try await program.wait(forText: "is incomplete")
        try await program.wait(forText: "The cards before that were kept.")
        #expect(await !program.text.contains("Cut Off"))
        try await expectAlive(program, home)
    }

    @Test("a body of 200 MB is aborted, and memory does not grow with it")
    func large() async throws {
        let home = try Home()
        let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        let (program, backend) = try start(
            home, .init(framing: .chunked, [.text("[\""), .repeated(megabyte, times: 200)]))
        defer { backend.stop() }
        try await program.wait(forText: "is incomplete")
        let status = try String(contentsOfFile: "/proc/\(await program.process)/status", encoding: .utf8)
        let peak = try #require(status.firstMatch(of: /VmHWM:\s*(\d+) kB/)?.1).split(separator: " ").first
        #expect(try #require(peak.flatMap { Int($0) }) < 100 << 10)
        try await expectAlive(program, home)
    }

    @Test("one invalid card is reported, the valid ones are shown")
    func oneBad() async throws {
        let home = try Home()
        let bad = JSON.object(["identifier": .string("a b"), "name": .string("Bad")])
        let list = [Samples.card("Amber", number: "1"), bad, Samples.card("Birch", number: "2")]
        let (program, backend) = try start(home, .init([.bytes(Samples.list(list))]))
        defer { backend.stop() }
        try await program.wait(forText: "127.0.0.1:\(backend.port): 1 card could not be read:")
        // The message may come a reading of the list earlier than the cards.
        try await program.wait(forSelected: "Amber")
        try await program.press("j")
        try await program.wait(for: "Birch · 2 of 2")
        try await expectAlive(program, home)
    }

    @Test("a hostile name does not control the terminal, however long it is")
    func hostileName() async throws {
        let home = try Home()
        let hostile = "Evil\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{202E}dlrow\u{200B}\u{FEFF}\nrow\ttab\u{0}end"
        let long = "Long " + String(repeating: "e\u{301}\u{300}\u{302}\u{303}\u{304}\u{305}漢", count: 2500)
        let list = [hostile, long].map { Samples.card($0, number: $0).object ?? [:] }.enumerated().map { index, card in
            var card = card
            card["note"] = card["name"] ?? .null
            card["identifier"] = .string("hostile-\(index)")
            return JSON.object(card)
        }
        let (program, backend) = try start(home, .init([.bytes(Samples.list(list))]))
        defer { backend.stop() }
        try await program.wait(forPosition: "1 of 2")
        try await program.wait(for: "Evil␛]0;owned")
        try await program.press("enter")
        try await program.wait(for: "number  Evil␛]0;owned")
        try await program.press("e")
        try await program.wait(for: "[ Save ]")
        try await program.press("esc")
        try await program.wait(forNo: "[ Save ]")
        try await program.press("d")
        try await program.wait(for: "y delete")
        try await program.press("n", "y")
        try await program.wait(for: "clipboard: Evil")
        try await program.press("q")
        try await program.wait(for: "by name")
        try await program.press("j")
        try await program.wait(forPosition: "2 of 2")
        try await program.press("enter")
        try await program.wait(until: "the long card") { $0.row(0).contains("漢") && $0.text.contains("number") }
        try await program.press("e")
        try await program.wait(for: "Edit Long")
        try await program.press("esc")
        try await program.wait(forNo: "Edit Long")
        try await program.press("q")
        try await program.wait(for: "by name")
        await program.look { screen in
            #expect(!screen.title.contains("owned\u{7}") && screen.title != "owned")
            #expect(screen.row(0).contains("by name"))
            #expect(!screen.text.unicodeScalars.contains { ["\u{202E}", "\u{200B}", "\u{FEFF}"].contains($0) })
        }
        try await expectAlive(program, home)
    }

    @Test("invalid and oversized photos show a message in their frames")
    func badPhotos() async throws {
        let home = try Home()
        let bad = Samples.card(
            "Bad Photos",
            [
                "front": .string(Samples.base64(Array("no picture at all".utf8))),
                "back": .string(Samples.base64(Samples.claim(60_000))),
            ])
        let cut = Samples.card(
            "Cut Photos",
            [
                "front": .string(Samples.base64(Array(Samples.photoBytes("Cut", .front).dropLast(900)))),
                "back": .string("%%% no base64"),
            ])
        let (program, backend) = try start(home, .init([.bytes(Samples.list([bad, cut]))]), columns: 120)
        defer { backend.stop() }
        // Its message may hide the position.
        try await program.wait(for: "Cut Photos")
        try await program.wait(forSelected: "Bad Photos")
        try await program.press("enter")
        try await program.wait(for: "This is not a picture.")
        try await program.wait(for: "The picture is too large to show: 60000 x 60000")
        try await program.press("2")
        try await program.wait(until: "the back alone") {
            $0.row(0).contains("back") && $0.text.contains("60000 x 60000") && !$0.text.contains("not a picture")
        }
        try await program.press("q", "]")
        try await program.wait(for: "Cut Photos")
        try await program.wait(for: "The picture file is incomplete.")
        try await program.press("q")
        try await expectAlive(program, home)
    }
}
