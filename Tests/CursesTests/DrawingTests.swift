import PtySupport
import Terminal
import Testing

@Suite("Drawing on the terminal")
struct DrawingTests {
    @Test("any size works, and a new size is drawn once")
    func resizing() async throws {
        let program = try probe()
        try await program.wait(for: "Ready 80x24")
        for (columns, rows) in [(1, 1), (300, 200), (2, 50), (120, 2), (20, 5), (80, 24), (400, 1), (40, 12)] {
            await program.resize(to: Size(columns: columns, rows: rows))
            try await program.wait(until: "\(columns)x\(rows)") { screen in
                let line = "Ready \(columns)x\(rows) 256 count 0"
                return screen[columns - 1, rows - 1].text == "┘"
                    && (rows == 1 || screen.row(0).hasPrefix(String(line.prefix(columns))))
            }
        }
        try await program.press("j")
        try await program.wait(for: "key j")
    }

    @Test("a wide character in the last column becomes a space, and the next row stays where it is")
    func margin() async throws {
        for columns in [80, 79] {
            let program = try probe(size: Size(columns: columns, rows: 24))
            try await program.wait(for: "Ready")
            try await program.press("w")
            try await program.wait(for: "next row")
            await program.look { screen in
                #expect(screen.row(4).hasPrefix("next row"))
                let (odd, even) = columns == 79 ? (2, 3) : (3, 2)
                #expect(screen[columns - 1, odd].text == " ")
                #expect(screen[columns - 2, even].text == "漢")
            }
        }
    }

    @Test("graphemes with disputed widths take our columns")
    func graphemes() async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        try await program.press("g")
        try await program.wait(for: "½|")
        let samples: [SafeText] = [
            "a", "é", "e\u{301}", "漢", "👨‍👩‍👧", "👍🏽", "🇵🇱", "❤️", "한", "ก็", "🏳️‍🌈", "①", "\u{1F6DC}", "½",
        ]
        await program.look { screen in
            for (index, text) in samples.enumerated() {
                #expect(screen[text.width, 2 + index].text == "|", "\(text): \(screen.row(2 + index))")
            }
            #expect(screen[0, 4].text == "e\u{301}")
            #expect(screen[0, 6].text.hasPrefix("👨") || screen[0, 6].text.unicodeScalars.first == "👨")
        }
        // Overlapping, in the other order.
        try await program.press("n", "w", "g")
        try await program.wait(for: "½|")
        await program.look { screen in
            for (index, text) in samples.enumerated() {
                #expect(screen[text.width, 2 + index].text == "|", "\(text): \(screen.row(2 + index))")
            }
        }
    }

    @Test("hostile text does not control the terminal")
    func hostile() async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        try await program.press("h")
        try await program.wait(for: "owned")
        await program.look { screen in
            #expect(screen.title.hasPrefix("cards"))
            #expect(screen.row(2).hasPrefix("a␛[31mb"))
            #expect(screen.row(0).hasPrefix("Ready"))
            #expect(screen[6, 2].foreground == .terminalDefault)
        }
        #expect(!(await program.output.contains(Array("\u{202E}".utf8))))
    }

    @Test("moving the selection by one row sends few bytes, and leaves the cursor's shape alone")
    func bytes() async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        try await program.press("j", "j")
        try await program.wait(until: "row 2") { $0[0, 4].attributes == .reverse && $0.cursor.row == 4 }
        await program.forgetOutput()
        try await program.press("j")
        try await program.wait(until: "row 3") {
            $0[79, 5].attributes == .reverse && $0[79, 4].attributes.isEmpty && $0.cursor.row == 5
        }
        let output = await program.output
        #expect(output.count <= 194, "\(output.count) bytes; fzf sends 194 on such rows")
        #expect(!output.contains(Array("\u{1B}[?25".utf8)))
        #expect(!output.contains(Array("\u{1B}[?12".utf8)))
    }

    @Test("the cursor is at the screen's position, and hidden without one")
    func cursor() async throws {
        let program = try probe()
        try await program.wait(until: "the cursor") { $0.isCursorVisible && $0.cursor == Point(column: 0, row: 2) }
        try await program.press("c")
        try await program.wait(until: "no cursor") { !$0.isCursorVisible }
        try await program.press("j", "c")
        try await program.wait(until: "the cursor") { $0.isCursorVisible && $0.cursor == Point(column: 0, row: 3) }
    }

    @Test("a change of an observed value is drawn without an event")
    func observation() async throws {
        let program = try probe()
        try await program.wait(for: "count 0")
        try await program.press("+")
        try await program.wait(for: "count 1")
    }

    @Test("a change is drawn once, however often frames were drawn before it")
    func once() async throws {
        let program = try probe()
        try await program.wait(for: "count 0")
        try await program.press("d")
        try await program.wait(for: "drawn 1 times")
    }

    @Test("Ctrl-L draws every cell again")
    func repaint() async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        await program.forgetOutput()
        try await program.press(.control("l"))
        try await program.wait(until: "all rows again") { _ in true }
        try await program.wait(forOutput: "Card number 20")
    }
}
