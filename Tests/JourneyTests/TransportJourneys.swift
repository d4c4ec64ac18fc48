import PtySupport
import Terminal
import TestSupport
import Testing

/// Two real programs whose homes share their cards over each transport: what one does is on the other's screen.
@Suite(
    "Two devices over each transport", .inTurns,
    .enabled(if: Carrier.isPossible, "needs nginx with its module dav-ext, openssl and PostgreSQL"))
struct TransportJourneys {
    @Test(
        "edit, conflict, choice, deletion, undo and a photo; away and back; refused and accepted",
        arguments: Carrier.Kind.allCases)
    func twoPrograms(kind: Carrier.Kind) async throws {
        let carrier = try await Carrier(kind)
        let (first, second) = (try Home(), try Home())
        try await first.add("Amber Bakery", number: "111")
        for (home, name) in [(first, "desk"), (second, "laptop")] {
            try carrier.admit(home)
            let ending = try await home.run("sync", "setup", carrier.address, "--name", name, "--yes")
            try #require(ending.status == 0, "\(ending.errors)\(ending.output)")
        }
        let pair = Pair(carrier: carrier, one: try first.start(), other: try second.start())
        for program in [pair.one, pair.other] { try await program.wait(for: "Amber Bakery") }

        try await pair.shows("Amber Bakery West") { try await rename(pair.one, " West") }
        let name = try await conflict(pair)
        try await pair.shows("1 card is in the trash") {
            try await pair.one.press("d", "y")
            try await pair.one.wait(for: "Deleted \(name)")
        }
        try await pair.shows(name) {
            try await pair.one.press("u")
            try await pair.one.wait(for: "Undid: deleted")
        }
        try await photo(of: name, pair, first, second)

        // Quitting waits for no server.
        try await pair.other.press("esc")
        try await pair.other.wait(forNo: "Esc back")
        for program in [pair.one, pair.other] { #expect(try await program.quit() == 0) }
        try await refusal(carrier, second, name)
        for home in [first, second] {
            #expect(!home.log.contains(Carrier.password))
            #expect(try !Files.bytes(of: home.store).contains(Array(Carrier.password.utf8)))
        }
    }

    // MARK: - Steps

    /// Writes at the end of the name of the selected card.
    private func rename(_ program: TerminalProgram, _ text: String) async throws {
        try await program.press("e")
        try await program.wait(for: "Edit Amber Bakery")
        try await program.type(text)
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Amber Bakery")
    }

    /// Both edit the name while they cannot exchange; afterwards both show the same conflict, until one of them chooses. Returns the name
    /// that it chose.
    private func conflict(_ pair: Pair) async throws -> String {
        let (one, other) = (pair.one, pair.other)
        let names = ["Amber Bakery West A", "Amber Bakery West B"]
        try await pair.carrier.leave()
        for (program, letter) in [(other, "A"), (one, "B")] {
            try await rename(program, " " + letter)
            try await program.press("B")
            try await program.wait(for: "to send")
            try await program.wait(for: "tries again")
            try await program.wait(forText: pair.carrier.absence)
        }

        try await pair.carrier.comeBack()
        try await one.press("S")
        try await one.wait(until: "everything to be sent") {
            $0.text.contains("up to date") && !$0.text.contains("to send")
        }
        try await other.press("S")
        for program in [one, other] {
            try await program.press("esc")
            try await program.wait(for: "Amber Bakery West")
        }
        try await other.wait(for: "≠▎Amber Bakery West")
        try await one.press("S")
        try await one.wait(for: "≠▎Amber Bakery West")
        let shown = await one.text.contains("≠▎\(names[0])") ? 0 : 1
        try await other.wait(for: "≠▎\(names[shown])")

        try await one.press("c")
        try await one.wait(for: "0 of 1 decided")
        try await one.press("t")
        try await one.wait(for: "1 of 1 decided")
        // A key takes away what the exchange may say in this row.
        // Mine is what this device wrote, whichever of both the card shows.
        try await one.wait(for: "● laptop")
        let chosen = names[0]
        try await pair.shows(chosen) {
            try await one.press("enter")
            try await one.wait(for: "Kept theirs in 1 field")
        }
        for program in [one, other] { try await program.wait(forNo: "≠") }
        return chosen
    }

    /// A photo that one chooses is drawn by the other, with the same bytes under the same hash.
    private func photo(of name: String, _ pair: Pair, _ first: Home, _ second: Home) async throws {
        let bytes = Samples.photoBytes("Amber Bakery", .front)
        try Files.write(bytes, to: first.path("front.png"))
        let one = pair.one
        try await pair.passes {
            try await one.press("e")
            try await one.wait(for: "Edit Amber Bakery")
            for _ in 0..<Samples.fieldsBeforeFront { try await one.press("down") }
            try await one.type("~/front.png")
            try await one.press("enter")
            try await one.picture("front")
            try await one.wait(for: "a picture; ↵ changes it")
            try await one.press("ctrl-s")
            try await one.wait(for: "Saved Amber Bakery")
        }
        try await pair.other.wait(forSelected: name)
        try await pair.other.press("enter")
        try await pair.other.picture("front")
        let copy = second.path("copy.png")
        #expect(try await second.run("photo", "amber", "front", "--out", copy).status == 0)
        #expect(try Files.bytes(of: copy) == bytes)
        let hashes = try [first, second].map { try Database($0.store).column("SELECT front FROM card") }
        #expect(hashes[0].count == 1 && hashes[0] == hashes[1])
    }

    /// What stops an exchange is said in words, and is over as soon as it is mended and somebody asks.
    private func refusal(_ carrier: Carrier, _ home: Home, _ name: String) async throws {
        try await carrier.refuse(home)
        let program = try home.start()
        try await program.wait(forText: carrier.refusal)
        try await program.press("B")
        try await program.wait(for: "stopped")
        try await program.wait(forText: carrier.refusal)
        #expect(await !program.text.contains("wr0ng"))
        try carrier.accept(home)
        try await program.press("S")
        try await program.wait(for: "up to date")
        #expect(await !program.text.contains(carrier.refusal))
        try await program.press("esc")
        try await program.wait(for: name)
        #expect(try await program.quit() == 0)
        #expect(try await home.names() == [name])
    }
}

/// Two programs and what carries their changes.
private struct Pair {
    let carrier: Carrier
    let one: TerminalProgram
    let other: TerminalProgram

    /// Does something in the one program, after which the other shows that text by itself, or when it is asked to look.
    func shows(_ text: String, after change: () async throws -> Void) async throws {
        try await passes(change)
        try await other.wait(for: text)
    }

    /// Does something in the one program. Nothing tells a server of files: the other program is asked to look there.
    func passes(_ change: () async throws -> Void) async throws {
        let before = carrier.received
        try await change()
        if carrier.isTelling { return }
        try await one.wait(outside: "the change to be sent") { [carrier] in carrier.received > before }
        try await other.press("S")
    }
}
