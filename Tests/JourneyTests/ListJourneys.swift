import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("The list of the real program", .inTurns)
struct ListJourneys {
    /// Clubs with two digits; those that end in 5 share a group.
    private func home(_ count: Int = 90) async throws -> Home {
        let home = try Home()
        try await home.bring(
            (10..<10 + count).map { place in
                Samples.card(
                    "Club \(place)",
                    [
                        "number": .string("No \(place)"),
                        "groups": .array(place % 10 == 5 ? [.string("fives")] : []),
                    ])
            })
        return home
    }

    private func started(_ home: Home, size: Size = Size(columns: 80, rows: 24)) async throws -> TerminalProgram {
        let program = try home.start(size: size)
        try await program.wait(for: "of 90")
        // As terminals do: until the last question is answered, Esc may be the beginning of the answer.
        try await program.wait(forOutput: "\u{1B}[c")
        try await program.type("\u{1B}[?62;22c")
        return program
    }

    /// The bytes that xterm sends for a press, a drag or a release of the left button.
    private func mouse(_ kind: String, column: Int, row: Int) -> [UInt8] {
        let (code, end) = kind == "drag" ? (32, "M") : kind == "press" ? (0, "M") : (0, "m")
        return Array("\u{1B}[<\(code);\(column + 1);\(row + 1)\(end)".utf8)
    }

    @Test("the label becomes a slider under the mouse, and a label again after the release")
    func scrubByMouse() async throws {
        let program = try await started(home())
        try await program.send(mouse("press", column: 12, row: 22))
        try await program.wait(until: "the slider") { $0[12, 22].text == "●" }
        try await program.send(mouse("drag", column: 79, row: 10))
        try await program.wait(for: "Club 99 · 90")
        try await program.wait(forSelected: "Club 99")
        try await program.send(mouse("drag", column: 0, row: 22))
        try await program.wait(for: "Club 10 · 1")
        try await program.send(mouse("drag", column: 79, row: 22) + mouse("release", column: 79, row: 22))
        try await program.wait(for: "Club 99 · 90 of 90")
        try await program.wait(forNo: "●")
        #expect(try await program.quit() == 0)
    }

    @Test("s jumps by keys: digits, Home and End; Esc goes back, Enter stays")
    func scrubByKeys() async throws {
        let program = try await started(home())
        try await program.press("j", "s")
        try await program.wait(for: "●")
        try await program.press("end")
        try await program.wait(forSelected: "Club 99")
        try await program.press("esc")
        try await program.wait(for: "Club 11 · 2 of 90")
        try await program.press("s", "5", "enter")
        try await program.wait(for: "of 90")
        try await program.wait(forSelected: "Club 5")
        // Without input, the label is shown again after a while.
        try await program.press("s")
        try await program.wait(for: "●")
        try await program.wait(forNo: "●")
        #expect(try await program.quit() == 0)
    }

    @Test("/ searches while typing, an invalid filter is reported, and Esc clears it")
    func filter() async throws {
        let program = try await started(home())
        try await program.press("/")
        try await program.type("fives 3")
        try await program.wait(for: "1 of 90, best match first")
        try await program.wait(forSelected: "Club 35")
        try await program.type(" is:late")
        try await program.wait(for: "is:late: use is:expired, starred, archived, local, conflict or used")
        try await program.press("esc")
        try await program.wait(for: "Club 35 · 26 of 90")
        #expect(try await program.quit() == 0)
    }

    @Test("marked cards are archived together; u undoes it, Ctrl-R redoes it, in every program")
    func markAndUndo() async throws {
        let home = try await home()
        let (program, other) = (try await started(home), try await started(home))
        try await program.press("/")
        try await program.type("fives")
        try await program.wait(forPosition: "9 of 90")
        try await other.press("G")
        try await other.wait(for: "Club 95")
        try await program.press("enter", "A")
        try await program.wait(for: "9 marked")
        try await program.press("z")
        try await program.wait(for: "Archived 9 cards · u undoes")
        // The other program was notified: the card is listed last there.
        try await other.wait(for: "Club 99 · 81 of 90")
        try await other.press("G")
        try await other.wait(forSelected: "z▎Club 95")
        try await program.press("u")
        try await program.wait(for: "Undid: archived 9 cards")
        try await other.wait(for: "Club 95 · 86 of 90")
        #expect(try await home.run("list", "--json").output.contains("\"archived\":true") == false)
        try await program.press("ctrl-r")
        try await program.wait(for: "Redid: archived 9 cards")
        try await other.wait(forSelected: "z▎Club 95")
        try await program.press("esc")
        try await program.wait(forNo: "/ fives")
        #expect(try await program.quit() == 0)
        #expect(try await other.quit() == 0)
    }

    @Test("V marks a range and d deletes it; a card can be restored from the trash")
    func trash() async throws {
        let program = try await started(home())
        try await program.press("V", "j", "j", "d")
        try await program.wait(for: "Delete 3 cards?")
        try await program.press("y")
        try await program.wait(for: "Deleted 3 cards")
        try await program.wait(forSelected: "Club 13")
        try await program.press("T")
        try await program.wait(forPosition: "1 of 3")
        try await program.press("enter")
        try await program.wait(for: "Restored Club 1")
        try await program.press("q")
        try await program.wait(for: "of 88")
        #expect(try await program.quit() == 0)
    }

    @Test("v shows the wallet with pictures, and the selection is kept in both views")
    func wallet() async throws {
        let home = try Home()
        try await home.bring([
            Samples.photoCard, Samples.card("Elm Gym", number: "42"), Samples.card("Zoo", number: "7"),
        ])
        let program = try home.start()
        try await program.wait(forPosition: "1 of 3")
        try await program.press("v")
        try await program.wait(until: "the picture") { screen in
            screen.text.contains("╭") && screen.coloredCells.count > 60 && screen.place(of: "Zoo") != nil
        }
        try await program.press("l")
        try await program.wait(for: "swifting.io · 2 of 3")
        try await program.click("Zoo")
        try await program.wait(for: "Zoo · 3 of 3")
        try await program.press("v")
        try await program.wait(forSelected: "Zoo")
        #expect(try await program.quit() == 0)
    }

    @Test("a wide terminal shows the selected card beside the list, Tab expands a row in a narrow one")
    func besideAndOpened() async throws {
        let home = try Home()
        try await home.bring([Samples.card("Elm Gym", ["number": .string("42"), "note": .string("Bring shoes")])])
        let program = try home.start(size: Size(columns: 120, rows: 30))
        try await program.wait(for: "Bring shoes")
        await program.resize(to: Size(columns: 80, rows: 24))
        try await program.wait(forNo: "Bring shoes")
        try await program.press("tab")
        try await program.wait(for: "Bring shoes")
        #expect(try await program.quit() == 0)
    }

    @Test("the palette runs the typed command; a theme is previewed and kept")
    func palette() async throws {
        let home = try await home()
        let program = try await started(home)
        try await program.press(":")
        try await program.wait(for: "Type a command")
        try await program.type("copy\r")
        try await program.wait(for: "clipboard: No 10")
        try await program.type(":colours\r")
        try await program.wait(for: "Choose a theme")
        try await program.type("nord")
        try await program.wait(until: "the theme") { $0[0, 0].background != .terminalDefault }
        try await program.press("enter")
        try await program.wait(forNo: "Choose a theme")
        #expect(try await program.quit() == 0)
        let next = try await started(home)
        #expect(await next.look { $0[0, 0].background } != .terminalDefault)
        #expect(try await next.quit() == 0)
    }

    @Test("order and layout are kept over a restart")
    func kept() async throws {
        let home = try await home()
        let program = try await started(home)
        try await program.press("o")
        try await program.wait(for: "Sort by")
        try await program.type("/manual\r")
        try await program.wait(for: "manual")
        try await program.press("J", "O", "O", "v")
        try await program.wait(for: "╭")
        #expect(try await program.quit() == 0)
        let next = try await started(home)
        try await next.wait(for: "manual ↑")
        try await next.wait(for: "╭")
        try await next.press("v")
        try await next.wait(forSelected: "Club 11")
        try await next.press("j")
        try await next.wait(forSelected: "Club 10")
        #expect(try await next.quit() == 0)
    }

    @Test("when another program deletes the selected card, the next is selected and a message says so")
    func deletedElsewhere() async throws {
        let home = try await home()
        let (program, other) = (try await started(home), try await started(home))
        try await program.press("j", "j")
        try await program.wait(forSelected: "Club 12")
        try await other.press("j", "j", "d")
        try await other.wait(for: "Delete Club 12?")
        try await other.press("y")
        try await program.wait(for: "Club 12 was deleted elsewhere.")
        try await program.wait(forSelected: "Club 13")
        #expect(try await program.quit() == 0)
        #expect(try await other.quit() == 0)
    }
}
