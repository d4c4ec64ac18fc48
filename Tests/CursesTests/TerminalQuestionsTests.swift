import PtySupport
import Terminal
import TestSupport
import Testing

@testable import Curses

@Suite("Queries to the terminal at the start")
struct TerminalQuestionsTests {
    private static let start = ContinuousClock.now
    /// Long enough for a slow machine.
    private static let patient = ["--answer-patience", "60"]
    private static let area = "\u{1B}[4;600;800t"
    private static let version = "\u{1B}P>|XTerm(379)\u{1B}\\"
    private static let last = "\u{1B}[?64;1;2;4;6;9;15;22c"
    /// Of a terminal without sixels.
    private static let plainLast = "\u{1B}[?64;1;22c"
    private static let sixelLimit = "\u{1B}[?2;0;1000;800S"

    private func parsed(_ text: String) -> (events: [InputEvent], answers: [TerminalAnswer]) {
        var parser = InputParser()
        return (parser.parse(Array(text.utf8)), parser.removeAnswers())
    }

    @Test("answers are parsed in chunks of any size, and are no keys")
    func parsing() {
        let all: [TerminalAnswer] = [
            .area(width: 800, height: 600), .version("XTerm(379)"), .attributes([64, 1, 2, 4, 6, 9, 15, 22]),
            .sixelLimit(width: 1000, height: 800), .background(isLight: true), .background(isLight: false),
            .background(isLight: true), .background(isLight: false),
        ]
        let bytes = Array(
            (Self.area + Self.version + Self.last + Self.sixelLimit + "\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{1B}\\"
                + "\u{1B}]11;rgb:00/2b/36\u{7}\u{1B}[?997;2n\u{1B}[?997;1n").utf8)
        for index in 0...bytes.count {
            var parser = InputParser()
            var (events, answers) = (parser.parse(Array(bytes[..<index])), parser.removeAnswers())
            events += parser.parse(Array(bytes[index...]))
            answers += parser.removeAnswers()
            #expect(events.isEmpty)
            #expect(answers == all, "cut at \(index)")
        }
        #expect(parsed("a" + Self.area + "b").events == [.key(Key("a")), .key(Key("b"))])
    }

    @Test("the terminal's focus is reported apart from the keys")
    func focus() {
        let (events, answers) = parsed("a\u{1B}[I\u{1B}[Ob")
        #expect(events == [.key(Key("a")), .key(Key("b"))])
        #expect(answers == [.focus(isGained: true), .focus(isGained: false)])
    }

    @Test(
        "other sequences are no answers",
        arguments: [
            "\u{1B}[?2;3;0S", "\u{1B}[?1;0;256S", "\u{1B}[8;24;80t", "\u{1B}[?1;2R", "\u{1B}P1$r0m\u{1B}\\",
            "\u{1B}[4t", "\u{1B}]11;?\u{1B}\\", "\u{1B}]11;rgb:ff/ff\u{7}", "\u{1B}]10;rgb:ff/ff/ff\u{7}",
            "\u{1B}]11;rgb:fffff/0/0\u{7}", "\u{1B}]11;rgb:/0/0\u{7}", "\u{1B}[?997;3n", "\u{1B}[?996n",
        ])
    func others(text: String) {
        #expect(parsed(text).events.isEmpty)
        #expect(parsed(text).answers.isEmpty)
    }

    @Test("the findings are reported once, with the last answer")
    func lastAnswer() {
        var questions = TerminalQuestions()
        #expect(questions.asked.isEmpty)
        #expect(questions.ask(.pictures, at: Self.start) == TerminalQuestions.Topics.pictures.bytes)
        let soon = Self.start.advanced(by: .milliseconds(80))
        #expect(questions.receive(.area(width: 800, height: 600), at: soon) == nil)
        #expect(questions.receive(.version("XTerm(379)"), at: soon) == nil)
        // A terminal that has sixels is asked for the largest, too.
        #expect(questions.takeFollowUp().isEmpty)
        #expect(questions.receive(.attributes([64, 4]), at: soon) == nil)
        #expect(questions.takeFollowUp() == TerminalQuestions.sixelBytes)
        #expect(questions.takeFollowUp().isEmpty)
        #expect(questions.receive(.sixelLimit(width: 1000, height: 800), at: soon) == nil)
        let found = questions.receive(.attributes([64, 4]), at: soon)
        #expect(
            found
                == TerminalQuestions.Findings(
                    area: Size(columns: 800, rows: 600), version: "XTerm(379)", hasSixel: true,
                    sixelLimit: Size(columns: 1000, rows: 800)))
        #expect(found?.showsSixels == true)
        #expect(questions.asked == .pictures && questions.ask(.pictures, at: soon).isEmpty)
        #expect(questions.receive(.attributes([64, 4]), at: soon) == nil)
    }

    @Test("what was asked for is not asked again, but with what is asked before its answer")
    func topics() {
        var questions = TerminalQuestions()
        #expect(
            String(decoding: questions.ask(.background, at: Self.start), as: UTF8.self) == "\u{1B}]11;?\u{1B}\\\u{1B}[c"
        )
        // Nothing is asked of pictures, whatever the last answer says of them.
        #expect(questions.receive(.attributes([64, 4]), at: Self.start) == TerminalQuestions.Findings())
        #expect(questions.ask(.background, at: Self.start).isEmpty)
        #expect(questions.ask([.background, .pictures], at: Self.start) == TerminalQuestions.Topics.pictures.bytes)

        questions = TerminalQuestions()
        _ = questions.ask(.pictures, at: Self.start)
        let both: TerminalQuestions.Topics = [.pictures, .background]
        #expect(questions.ask(.background, at: Self.start) == both.bytes)
    }

    @Test(
        "the background is light or dark by COLORFGBG, where that says",
        arguments: [
            ("15;0", false), ("0;15", true), ("0;default;7", true), ("12;8", false), ("0;default", nil), ("", nil),
            ("0;16", nil), (nil, nil),
        ] as [(String?, Bool?)])
    func environment(value: String?, isLight: Bool?) {
        #expect(TerminalBackground.isLight(value) == isLight)
    }

    @Test("unrequested and late answers are ignored")
    func late() {
        var questions = TerminalQuestions()
        #expect(questions.receive(.attributes([64, 4]), at: Self.start) == nil)
        _ = questions.ask(.pictures, at: Self.start)
        let late = Self.start.advanced(by: .seconds(3))
        #expect(!questions.isWaiting(at: late))
        #expect(questions.receive(.area(width: 800, height: 600), at: late) == nil)
        #expect(questions.receive(.attributes([64, 4]), at: late) == nil)
    }

    @Test(
        "sixels are not used in Konsole, nor in terminals without a name",
        arguments: [("Konsole 22.12.3", false), (nil, false), ("XTerm(379)", true), ("foot(1.13.1)", true)]
            as [(String?, Bool)])
    func names(version: String?, isTrusted: Bool) {
        let findings = TerminalQuestions.Findings(area: nil, version: version, hasSixel: true)
        #expect(findings.showsSixels == isTrusted)
        #expect(!TerminalQuestions.Findings(area: nil, version: version, hasSixel: false).showsSixels)
    }

    // MARK: - In a terminal

    private func wasAsked(_ program: TerminalProgram) async -> Bool {
        await program.output.contains(Array("\u{1B}[c".utf8))
    }

    @Test("the terminal is queried once, after the first frame, and not after a redraw or a new size")
    func asked() async throws {
        let program = try probe()
        try await program.wait(forOutput: String(decoding: TerminalQuestions.Topics.pictures.bytes, as: UTF8.self))
        try await program.wait(for: "Ready 80x24")
        let output = await program.output
        let (question, ready) = (
            output.firstRange(of: TerminalQuestions.Topics.pictures.bytes), output.firstRange(of: Array("Ready".utf8))
        )
        #expect(try #require(question).lowerBound > #require(ready).lowerBound)
        await program.forgetOutput()
        try await program.press(.control("l"))
        await program.resize(to: Size(columns: 90, rows: 30))
        try await program.wait(for: "Ready 90x30")
        #expect(!(await wasAsked(program)))
    }

    @Test(
        "in tmux and screen, on a console, and where nothing is unknown, no query is sent",
        arguments: [
            ["TERM": "tmux-256color"], ["TERM": "screen-256color"], ["TERM": "linux"], ["TERM": "vt220"],
            ["TERM": "xterm-256color", "TMUX": "/tmp/tmux-0/default,1,0"],
            ["TERM": "xterm-256color", "STY": "1.pts-0"],
        ])
    func notAsked(environment: [String: String]) async throws {
        let program = try probe(environment: environment.mapValues { $0 })
        try await program.wait(for: "Ready")
        try await program.press("x")
        try await program.wait(for: "key x")
        #expect(!(await wasAsked(program)))
        // The device reports the cell size, and pictures are pixels already.
        let known = try probe(environment: ["KITTY_WINDOW_ID": "1"], cell: CellPixels(width: 10, height: 20))
        try await known.wait(for: "Ready")
        try await known.press("x")
        try await known.wait(for: "key x")
        #expect(!(await wasAsked(known)))
    }

    @Test("a terminal that reports sixels gets them, and is no longer told to scroll")
    func sixels() async throws {
        let program = try probe(Self.patient, cell: CellPixels(width: 10, height: 20))
        try await program.wait(for: "Ready")
        try await program.type(Self.area + Self.version + Self.last)
        try await program.wait(forOutput: "\u{1B}[?2;4;0S")
        try await program.type(Self.sixelLimit + Self.last)
        try await program.type("x")
        try await program.wait(for: "key x")
        try await program.press("i")
        try await program.wait(forOutput: "\u{1B}P0;1;0q")
        #expect(await program.text.contains("Card number 0"))
        try await program.press("n", "j")
        try await program.wait(for: "key j")
        // The title was saved once, and the alternate screen entered once.
        let output = String(decoding: await program.output, as: UTF8.self)
        #expect(output.split(separator: "\u{1B}[?1049h", omittingEmptySubsequences: false).count == 2)
        try await program.press("q")
        #expect(try await program.exitStatus() == 7)
        await program.look { #expect(!$0.isAlternate) }
    }

    @Test("a picture that is larger than the terminal takes is drawn as symbols")
    func largePicture() async throws {
        let program = try probe(
            Self.patient, environment: ["COLORTERM": "truecolor"], cell: CellPixels(width: 10, height: 20))
        try await program.wait(for: "Ready")
        try await program.type(Self.area + Self.version + Self.last)
        try await program.wait(forOutput: "\u{1B}[?2;4;0S")
        // The large picture has 600 by 400 pixels, the small one 200 by 120.
        try await program.type("\u{1B}[?2;0;599;400S" + Self.last)
        try await program.press("I")
        try await program.wait(until: "symbols") { $0[40, 11].background != .terminalDefault }
        #expect(!(await program.output.contains(Array("\u{1B}P0;1;0q".utf8))))
        try await program.press("i")
        try await program.wait(forOutput: "\u{1B}P0;1;0q")
    }

    @Test("answers after the last expected one are neither keys nor reported")
    func afterLastAnswer() async throws {
        let program = try probe(Self.patient, cell: CellPixels(width: 10, height: 20))
        try await program.wait(for: "Ready")
        try await program.type("\u{1B}[?64;1;2c")
        try await program.type("x")
        try await program.wait(for: "key x")
        // As from a slow line, seconds later: the answers are ignored.
        try await program.type(Self.area + Self.version + Self.last)
        try await program.press("i")
        try await program.wait(for: "key i")
        try await program.wait(until: "symbols") { $0[40, 11].background != .terminalDefault }
        #expect(!(await program.output.contains(Array("\u{1B}P0;1;0q".utf8))))
    }

    @Test("answers after the timeout are neither keys nor reported")
    func tooLate() async throws {
        // Instead of the default of two seconds.
        let program = try probe(["--answer-patience", "0"], cell: CellPixels(width: 10, height: 20))
        try await program.wait(for: "Ready")
        try await program.type(Self.area + Self.version + Self.last)
        try await program.press("i")
        try await program.wait(for: "key i")
        try await program.wait(until: "symbols") { $0[40, 11].background != .terminalDefault }
        #expect(!(await program.output.contains(Array("\u{1B}P0;1;0q".utf8))))
    }

    @Test("the cell's size is queried if the device does not report it")
    func cell() async throws {
        let program = try probe(Self.patient)
        try await program.wait(for: "Ready")
        // 80 by 24 cells of 12 by 20 pixels.
        try await program.type("\u{1B}[4;480;960t\u{1B}[?64;1c")
        try await program.press("=")
        try await program.wait(for: "cell 12x20")
    }

    @Test("the terminal is lent only when no question is out, and keys work until then")
    func lending() async throws {
        let program = try probe(Self.patient)
        try await program.wait(for: "Ready")
        try await program.press("L", "+")
        try await program.wait(for: "count 1")
        #expect(await !program.output.contains(Array("lent".utf8)))
        await program.forgetOutput()
        try await program.type(Self.plainLast)
        try await program.wait(forOutput: "lent")
        // What is typed before the terminal is back is discarded.
        try await program.wait(forOutput: "Ready")
        try await program.press("+")
        try await program.wait(for: "count 2")
    }

    @Test("an answer that is split anywhere, for longer than an escape byte waits, is neither a key nor lost")
    func split() async throws {
        let answer = Array(Self.plainLast.utf8)
        for index in 1..<answer.count {
            let program = try probe(Self.patient + ["--escape-delay", "1"])
            try await program.wait(for: "Ready")
            try await program.type("\u{1B}[4;480;960t")
            try await program.send(Array(answer[..<index]))
            // Longer than the escape delay: another program starts and ends.
            _ = try await TerminalProgram("/bin/true").exitStatus()
            try await program.send(Array(answer[index...]))
            try await program.press("=")
            try await program.wait(for: "cell 12x20")
            try await program.press("L")
            try await program.wait(forOutput: "lent")
        }
    }

    @Test("answers that arrive during the end do not reach the shell")
    func ending() async throws {
        let shell = try TerminalProgram(
            "/bin/bash", arguments: ["--norc", "--noprofile", "-i"], environment: ["PS1": "shell> ", "HISTFILE": nil])
        try await shell.wait(for: "shell>")
        try await shell.type(Products.folder + "/curses-probe; echo status $?\r")
        try await shell.wait(for: "Ready 80x24")
        await shell.forgetOutput()
        // The key and the answers arrive together: the key ends the program before the answers are parsed.
        try await shell.type("q" + Self.area + Self.version + Self.last)
        try await shell.wait(for: "status 7")
        // Input typed before the shell prompts for it is lost.
        try await shell.wait(forOutput: "shell> ")
        try await shell.type("echo $((40 + 2))\r")
        try await shell.wait(for: "\n42")
        await shell.look { #expect(!$0.text.contains("XTerm") && !$0.text.contains("600")) }
    }
}
