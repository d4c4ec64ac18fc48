import PtySupport
import Terminal
import Testing

@Suite("Pictures in pixels on a terminal")
struct PixelTests {
    /// The frame of the probe's small picture: centered in its area.
    private static let frame = Rect(column: 30, row: 9, columns: 20, rows: 6)
    private static let kitty: [String: String?] = ["KITTY_WINDOW_ID": "1"]

    private func count(of text: String, in program: TerminalProgram) async -> Int {
        let output = await program.output
        return String(decoding: output, as: UTF8.self).split(separator: text, omittingEmptySubsequences: false).count
            - 1
    }

    /// The numbers in kitty's commands with these keys, in order.
    private func numbers(_ keys: String, in program: TerminalProgram) async -> [Int] {
        let output = await program.output
        return String(decoding: output, as: UTF8.self).split(separator: "\u{1B}_G").compactMap { command in
            guard command.hasPrefix(keys), let number = command.split(separator: "i=").dropFirst().first else {
                return nil
            }
            return Int(number.prefix(while: \.isNumber))
        }
    }

    /// Blanks beneath pixels; characters of symbols or text.
    private static func isBlank(_ screen: VirtualTerminal) -> Bool {
        (frame.top..<frame.bottom).allSatisfy { row in
            (frame.left..<frame.right).allSatisfy {
                screen[$0, row].text.allSatisfy(\.isWhitespace) && screen[$0, row].background == .terminalDefault
            }
        }
    }

    @Test("kitty gets a picture once, deletes it with its screen, and gets it again after suspending")
    func kitty() async throws {
        let program = try probe(environment: Self.kitty)
        try await program.wait(for: "Ready")
        try await program.press("i")
        try await program.wait(until: "blanks") { Self.isBlank($0) }
        try await program.press("j", "j", "x")
        try await program.wait(for: "key x")
        let first = await numbers("a=T", in: program)
        #expect(first.count == 1)
        #expect(await numbers("a=d", in: program).isEmpty)
        try await program.press("n")
        try await program.wait(until: "the text beneath") { $0[45, 10].text != " " && !Self.isBlank($0) }
        try await program.wait(forOutput: "a=d,d=I")
        #expect(await numbers("a=d", in: program) == first)
        try await program.press("i")
        try await program.wait(until: "blanks") { Self.isBlank($0) }
        try await program.press("q")
        #expect(try await program.exitStatus() == 7)
        let all = await numbers("a=T", in: program)
        #expect(all.count == 2)
        #expect(await numbers("a=d", in: program) == all)
        await program.look { #expect(!$0.isAlternate) }
    }

    @Test("a picture is sent again at a new size and on request")
    func again() async throws {
        let program = try probe(environment: Self.kitty)
        try await program.wait(for: "Ready")
        try await program.press("i")
        try await program.wait(until: "blanks") { Self.isBlank($0) }
        try await program.press(.control("l"))
        try await program.wait(forOutput: "a=d,d=I")
        await program.resize(to: Size(columns: 90, rows: 30))
        try await program.wait(for: "Ready 90x30")
        try await program.press("x")
        try await program.wait(for: "key x")
        let sent = await numbers("a=T", in: program)
        #expect(sent.count == 3)
        #expect(await numbers("a=d", in: program) == Array(sent.dropLast()))
    }

    @Test("a painted picture disappears with its cells")
    func painted() async throws {
        let program = try probe(environment: ["TERM_PROGRAM": "iTerm.app"])
        try await program.wait(for: "Ready")
        let text = await program.look { $0.row(10) }
        try await program.press("i")
        try await program.wait(until: "blanks") { Self.isBlank($0) }
        try await program.press("j", "x")
        try await program.wait(for: "key x")
        #expect(await count(of: "]1337;File=", in: program) == 1)
        try await program.press("n")
        try await program.wait(until: "the text beneath") { $0.row(10) == text }
        #expect(await count(of: "]1337;File=", in: program) == 1)
    }

    @Test("sixels need the size of cells; without it symbols are drawn")
    func sixel() async throws {
        let cell = CellPixels(width: 10, height: 20)
        let program = try probe(environment: ["TERM": "foot"], cell: cell)
        try await program.wait(for: "Ready")
        try await program.press("i")
        try await program.wait(until: "blanks") { Self.isBlank($0) }
        try await program.wait(forOutput: "\u{1B}P0;1;0q")
        let other = try probe(environment: ["TERM": "foot"])
        try await other.wait(for: "Ready")
        try await other.press("i")
        try await other.wait(until: "symbols") { $0[40, 11].background != .terminalDefault }
        #expect(await count(of: "\u{1B}P", in: other) == 0)
    }

    @Test("a terminal with the setting symbols, or without known support, gets symbols")
    func symbols() async throws {
        for (arguments, environment) in [(["--symbols"], Self.kitty), ([], [:]), ([], ["TERM": "screen-256color"])] {
            let program = try probe(arguments, environment: environment)
            try await program.wait(for: "Ready")
            try await program.press("i")
            try await program.wait(until: "symbols") { $0[40, 11].background != .terminalDefault }
            #expect(await count(of: "\u{1B}_G", in: program) == 0)
        }
    }

    @Test(
        "an obsolete picture on a slow line delays nothing", arguments: ["n", "q"])
    func slow(key: String) async throws {
        let whole = 60 * 10 * 20 * 20 * 3
        let program = try probe(environment: Self.kitty)
        try await program.wait(until: "the first frame and the title") { screen in
            screen.text.contains("Ready") && !screen.title.isEmpty
        }
        // Nobody reads: the terminal accepts only a few kilobytes of the picture.
        await program.sendWithoutReading([UInt8(ascii: "I")])
        await program.waitForOutputWithoutReading()
        await program.sendWithoutReading(Array(key.utf8))
        // Otherwise a busy machine would take more of the picture before the program sees the key.
        try await program.waitUntilInputIsRead()
        if key == "q" {
            #expect(try await program.exitStatus() == 7)
        } else {
            try await program.wait(for: "key n")
        }
        let sent = await numbers("a=T", in: program)
        #expect(sent.count == 1)
        try await program.wait(forOutput: "a=d,d=I")
        #expect(await numbers("a=d", in: program) == sent)
        #expect(await program.output.count < whole / 4)
    }
}
