import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("Any terminal", .inTurns)
struct TerminalJourneys {
    @Test("a terminal that cannot show cards is rejected with a message and exit code 2", arguments: ["dumb", nil])
    func refused(name: String?) async throws {
        let program = try Home().start(environment: ["TERM": name])
        #expect(try await program.exitStatus() == 2)
        #expect(await program.text.filter { !$0.isNewline }.contains("cards-tui list"))
        #expect(await !program.output.contains(0x1B))
    }

    @Test("with --plain a terminal without a name is shown as on a VT100", arguments: ["dumb", nil])
    func plain(name: String?) async throws {
        let program = try Home().start(["--plain"], environment: ["TERM": name])
        try await program.wait(for: "No cards yet.")
        #expect(await program.look(\.coloredCells).isEmpty)
        #expect(await program.text.utf8.allSatisfy { $0 < 0x80 })
        #expect(try await program.quit() == 0)
    }

    @Test("a pipe is rejected with a message and exit code 2")
    func pipe() async throws {
        let home = try Home()
        let ending = try await home.run([])
        #expect(ending.status == 2)
        #expect(ending.output.isEmpty)
        #expect(ending.errors.contains("This is not a terminal."))
        #expect(!Files.exists(home.store))
    }

    @Test("an unknown terminal is treated as an xterm", arguments: ["xterm-kitty", "xterm-nobody-knows"])
    func unknown(name: String) async throws {
        let home = try Home()
        let program = try home.start(environment: ["TERM": name])
        try await program.wait(for: "No cards yet.")
        #expect(await !program.look(\.coloredCells).isEmpty)
        // Where kitty is installed, its terminal description is known.
        if name == "xterm-nobody-knows" {
            #expect(home.log.contains("The terminal xterm-nobody-knows has no terminfo entry"))
        }
        #expect(try await program.quit() == 0)
    }

    @Test("without a UTF-8 locale every character is shown and accepted", arguments: ["C", "POSIX", nil])
    func locale(name: String?) async throws {
        let home = try Home()
        try await home.add("Łódź Museum", "--star")
        let program = try home.start(environment: ["LANG": name, "LC_ALL": name])
        try await program.wait(for: "★▎Łódź Museum")
        try await program.press("e")
        try await program.wait(for: "Edit Łódź Museum")
        try await program.type(" 漢字 – ł")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Łódź Museum 漢字 – ł")
        #expect(try await home.names() == ["Łódź Museum 漢字 – ł"])
    }

    @Test("output of libraries goes to the log, not to the screen")
    func errors() async throws {
        let home = try Home()
        try await home.add("Zebra Zoo", number: "5901234123457", "--barcode", "EAN_13")
        // The dynamic linker reports each library that it opens.
        let program = try home.start(environment: ["LD_DEBUG": "files"])
        try await program.wait(for: "Zebra Zoo · 1 of 1")
        try await program.press("b")
        try await program.wait(for: "raise the screen's brightness")
        #expect(await !program.text.contains("libzint"))
        #expect(home.log.contains("libzint"))
    }

    @Test("with NO_COLOR nothing has colours, photos included, and the selection is visible")
    func noColor() async throws {
        let home = try Home()
        try await home.bring([Samples.photoCard])
        let program = try home.start(environment: ["NO_COLOR": "1", "COLORTERM": "truecolor"])
        try await program.wait(forSelected: "swifting.io")
        await program.look { screen in
            #expect(screen.coloredCells.isEmpty)
            #expect(screen[3, 1].attributes.contains(.reverse))
        }
        try await program.press("enter")
        try await program.wait(until: "the photo") { $0.framed("back").contains { $0.text != " " } }
        #expect(await program.look(\.coloredCells).isEmpty)
    }

    @Test("a terminal that reports 24-bit colours gets them")
    func trueColor() async throws {
        let home = try Home()
        try await home.bring([Samples.photoCard])
        let program = try home.start(environment: ["COLORTERM": "truecolor"])
        try await program.wait(forPosition: "1 of 1")
        try await program.press("enter")
        let cells = try await program.picture("front")
        #expect(cells.contains { if case .rgb = $0.background { true } else { false } })
    }

    @Test("--plain draws every screen in ASCII")
    func plain() async throws {
        let home = try Home()
        var card = try #require(Samples.photoCard.object)
        card["name"] = .string("Łódź 漢字 Museum")
        card["note"] = .string("– “quoted” … https://museum.example")
        card["starred"] = .bool(true)
        try await home.bring([.object(card)])
        let program = try home.start(["--plain"])
        try await program.wait(for: "Museum - 1 of 1")
        try await program.press("enter")
        try await program.wait(for: "photo (not drawn")
        try await program.press("e")
        try await program.wait(for: "[ Save ]")
        try await program.press("esc")
        try await program.wait(for: "not drawn in plain")
        try await program.press("?")
        try await program.wait(for: "Keys")
        try await program.press("q", "d")
        try await program.wait(for: "y delete")
        try await program.press("n")
        try await program.wait(forNo: "y delete")
        #expect(await program.output.allSatisfy { $0 < 0x80 })
        try await program.press("q")
        try await program.wait(forPosition: "1 of 1")
        #expect(try await program.quit() == 0)
    }

    @Test("Ctrl-Z in a form suspends, and fg shows the form unchanged at the present size")
    func suspend() async throws {
        let home = try Home()
        let shell = try home.start(
            program: "/bin/bash", ["--norc", "--noprofile", "-i"], environment: ["PS1": "shell> ", "HISTFILE": nil])
        try await shell.wait(for: "shell>")
        try await shell.type(Home.program + "\r")
        try await shell.wait(for: "No cards yet.")
        try await shell.press("a")
        try await shell.type("Half a na")
        try await shell.wait(for: "Half a na")
        await shell.forgetOutput()
        try await shell.press("ctrl-z")
        try await shell.wait(for: "Stopped")
        // Input before the shell's prompt is lost.
        try await shell.wait(forOutput: "shell> ")
        #expect(await !shell.look(\.isAlternate))
        await shell.resize(to: Size(columns: 100, rows: 30))
        try await shell.type("fg\r")
        try await shell.wait(for: "name  Half a na")
        try await shell.type("me\t1")
        try await shell.press("ctrl-s")
        try await shell.wait(for: "Saved Half a name")
        await shell.forgetOutput()
        try await shell.press("q")
        try await shell.wait(forOutput: "shell> ")
        #expect(await !shell.look(\.isAlternate))
        try await shell.type("exit\r")
        #expect(try await shell.exitStatus() == 0)
    }

    @Test("pasted text is inserted into a field as one line, and never acts as keys")
    func paste() async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(forPosition: "1 of 1")
        try await program.paste("dyq")
        try await program.press("e")
        try await program.wait(for: "Edit Elm Gym")
        try await program.paste(" &\tSpa\nq\u{1B}[31m\u{13}")
        try await program.wait(for: "Elm Gym & Spa q")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elm Gym & Spa q")
        #expect(try await program.quit() == 0)
        let name = try #require(try await home.names().first)
        // Without the escape character the rest is only text.
        #expect(name == "Elm Gym & Spa q[31m")
    }

    @Test("a paste without its end is told, and a lone Esc or Ctrl-C ends it", arguments: ["\u{1B}", "\u{3}"])
    func endlessPaste(key: String) async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(forPosition: "1 of 1")
        try await program.press("e")
        try await program.wait(for: "Edit Elm Gym")
        try await program.type("\u{1B}[200~ & Spa")
        try await program.wait(for: "A paste has not ended: Esc or Ctrl-C ends it.")
        try await program.type(key)
        try await program.wait(forNo: "A paste has not ended")
        try await program.wait(for: "Elm Gym & Spa")
        // The rest of it.
        try await program.type("dyq\u{13}\u{1B}[201~")
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Elm Gym & Spa")
        #expect(try await program.quit() == 0)
        #expect(try await home.names() == ["Elm Gym & Spa"])
    }

    @Test("no key is slow behind a megabyte that was pasted into a field", arguments: [":", "/", "?/"])
    func hugePaste(keys: String) async throws {
        let home = try Home()
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(forPosition: "1 of 1")
        try await program.type(keys)
        try await program.paste(String(repeating: "settings ", count: 110_000))
        let start = ContinuousClock.now
        for _ in 0..<20 { try await program.press("backspace") }
        try await program.press("ctrl-u")
        try await program.type("zebra")
        try await program.wait(for: "zebra")
        // Ten seconds for each key before.
        #expect(start.duration(to: .now) < .seconds(60))
    }

    @Test("a click selects, a second opens, the wheel scrolls, buttons react, and M switches the mouse off")
    func mouse() async throws {
        let home = try Home()
        try await home.bring((10..<50).map { Samples.card("Club \($0)", number: "No \($0)") })
        let program = try home.start()
        try await program.wait(forPosition: "1 of 40")
        try await program.click("Club 15")
        try await program.wait(for: "Club 15 · 6 of 40")
        try await program.click("Club 15")
        try await program.click("Club 15")
        try await program.wait(for: "number  No 15")
        try await program.press("e")
        try await program.wait(for: "[ Save ]")
        try await program.click("number")
        try await program.type("!")
        try await program.wait(for: "!No 15")
        try await program.click("[ Save ]")
        try await program.wait(for: "Saved Club 15")
        try await program.press("q")
        try await program.wait(for: "by name")
        try await program.send(Array("\u{1B}[<65;10;10M".utf8))
        try await program.wait(forPosition: "9 of 40")
        try await program.press("M")
        try await program.wait(for: "Mouse off")
        #expect(await program.look(\.modes).isDisjoint(with: [1000, 1002, 1006]))
    }

    @Test("y copies the number through the terminal, from list and card, and counts as a use")
    func copy() async throws {
        let home = try Home()
        try await home.add("Elm Gym", number: "4006 3813")
        let program = try home.start()
        try await program.wait(forPosition: "1 of 1")
        let bytes = "\u{1B}]52;c;\(Samples.base64(Array("4006 3813".utf8)))\u{7}"
        try await program.press("y")
        try await program.wait(for: "clipboard: 4006 3813")
        try await program.wait(forOutput: bytes)
        await program.forgetOutput()
        try await program.press("enter", "y")
        try await program.wait(forOutput: bytes)
        try await program.press("q")
        try await program.wait(for: "by name")
        #expect(try await program.quit() == 0)
        #expect(try await home.run("show", "Elm Gym").output.contains("(3 in total)"), "two copies and one look")
        // What only this machine knows is in nothing that may go elsewhere.
        #expect(try await home.cards().first?["uses"] == nil)
        #expect(try await home.run("forget-uses", "--yes").status == 0)
        #expect(try await !home.run("show", "Elm Gym").output.contains("in all"))
    }

    @Test(
        "days follow the user's time zone",
        arguments: ["Asia/Kolkata", "Europe/Warsaw", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
    func zones(zone: String) async throws {
        // The day may change between the shell's answer and ours; then it is repeated once.
        for isLastTry in [false, true] {
            let home = try Home()
            let today = try await day(in: zone, home)
            let days = [("Gone", -1), ("Last Day", 0), ("Next Day", 1), ("Month", 30)]
            for (name, offset) in days {
                try await home.add(name, number: "1", "--expiry", today.adding(days: offset).text)
            }
            try await home.add("Not Yet", number: "1", "--valid-from", today.adding(days: 1).text)
            let program = try home.start(environment: ["TZ": zone])
            // Not the position: what expires soon is said in its place.
            try await program.wait(for: "Not Yet")
            let rows = await program.look { screen in (1...5).map(screen.row) }
            let listed = try await home.run(["list", "--columns", "name,due"], environment: ["TZ": zone])
            if try await day(in: zone, home) != today, !isLastTry { continue }
            let expected = [
                ("Gone", "expired yesterday"), ("Last Day", "expires today"), ("Month", "expires in 30 days"),
                ("Next Day", "expires tomorrow"), ("Not Yet", "valid tomorrow"),
            ]
            for (row, (name, words)) in zip(rows, expected) {
                #expect(row.contains(name) && row.contains(words), "\(row)")
            }
            #expect(listed.output.contains("Last Day\texpires today\n"))
            return
        }
    }

    private func day(in zone: String, _ home: Home) async throws -> CalendarDay {
        let date = try home.start(program: "/bin/date", ["+%F"], environment: ["TZ": zone])
        _ = try await date.exitStatus()
        return try #require(CalendarDay(String(await date.text.prefix(10))))
    }

    @Test("the window's title is the card's name, made safe, and the focus asks the backend again")
    func titleAndFocus() async throws {
        let home = try Home()
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.cards = [Samples.card("Elm \u{1B}]0;Gym", number: "1")]
        try home.configure("backend:\n  url: \(backend.url)\n")
        let program = try home.start()
        try await program.wait(forPosition: "1 of 1")
        try await program.wait(until: "the program's title") { $0.title == "cards" }
        // The backend is not asked while the first download runs.
        try await program.wait(for: "all synced")
        try await program.press("enter")
        try await program.wait(until: "the card's title") { $0.title == "Elm ␛]0;Gym – cards" }
        backend.cards = [Samples.card("Oak Pool", number: "1")]
        try await program.press("esc")
        try await program.wait(until: "the program's title") { $0.title == "cards" }
        try await program.send(Array("\u{1B}[O\u{1B}[I".utf8))
        try await program.wait(for: "Oak Pool")
        #expect(try await program.quit() == 0)
    }
}
