import Cards
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("Terminal sizes", .inTurns)
struct SizeJourneys {
    private static let sizes = [(1, 1), (20, 5), (40, 12), (300, 200), (1, 40), (300, 1), (80, 24)].map {
        Size(columns: $0, rows: $1)
    }

    /// Goes through all sizes. Each one that is too small shows the message as far as it fits; at the others `isRight` holds.
    private func resize(
        _ program: TerminalProgram, _ what: String, _ isRight: @escaping @Sendable (VirtualTerminal) -> Bool
    ) async throws {
        for size in Self.sizes {
            await program.resize(to: size)
            let isTooSmall = size.columns < 20 || size.rows < 5
            let words = String("Too small".prefix(size.columns))
            try await program.wait(until: "\(what) at \(size.columns)x\(size.rows)") { screen in
                isTooSmall
                    ? screen.row(0).hasPrefix(words) && screen.coloredCells.count < 8 : isRight(screen)
            }
        }
    }

    @Test("list, card and form show the essentials at each size, and the selection stays")
    func all() async throws {
        let home = try Home()
        let names = (10..<40).map { "Club \($0)" }
        try await home.bring(names.map { Samples.card($0, number: "No \($0.suffix(2))") } + [Samples.photoCard])
        let program = try home.start()
        try await program.wait(forPosition: "1 of 31")
        for _ in 0..<17 { try await program.press("j") }
        try await program.wait(for: "Club 27 · 18 of 31")
        try await resize(program, "the list") {
            $0.selectedRow?.contains("Club 27") == true && $0.text.contains("· 18 of 31") && $0.text.contains("? help")
        }

        try await program.press("e")
        try await program.wait(for: "Edit Club 27")
        try await program.press("tab")
        try await program.type(" b")
        // Before the size changes: on a too small screen keys are ignored.
        try await program.wait(for: "No 27 b")
        try await resize(program, "the form") { screen in
            // The cursor follows the typed text, however little of it fits.
            let cursor = screen.cursor
            return screen.row(cursor.row).contains("number") && cursor.column > 1
                && screen[cursor.column - 1, cursor.row].text == "b" && screen.text.contains("Ctrl-S save")
        }
        try await program.press("ctrl-s")
        try await program.wait(for: "Saved Club 27")

        try await program.press("G")
        try await program.wait(forPosition: "31 of 31")
        try await program.press("enter")
        try await program.picture("back")
        try await resize(program, "the card") {
            $0.row(0).contains("swift") && $0.row(0).contains("31 of 31") && $0.text.contains("? help")
        }
        try await program.picture("back")
        try await program.press("q")
        try await program.wait(for: "by name")
        #expect(try await program.quit() == 0)
    }

    @Test("a window that is too small at the start shows a message, and q quits")
    func startsSmall() async throws {
        let program = try Home().start(size: Size(columns: 12, rows: 3))
        try await program.wait(for: "Too small\nq quits")
        #expect(try await program.quit() == 0)
    }
}
