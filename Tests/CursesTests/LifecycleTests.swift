import Glibc
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("The terminal's life cycle")
struct LifecycleTests {
    /// The state that leaving must restore, in whatever way the program ends.
    private func expectGivenBack(_ program: TerminalProgram, settings: [UInt8]) async {
        #expect(await program.settings == settings)
        await program.look { screen in
            #expect(!screen.isAlternate)
            #expect(screen.isCursorVisible)
            #expect(screen.modes.isDisjoint(with: [1000, 1002, 1003, 1004, 1006, 1049, 2004]))
        }
    }

    /// The settings of a new pseudo-terminal, before a program changes them.
    private static func freshSettings() async throws -> [UInt8] {
        let program = try TerminalProgram("/bin/true")
        _ = try await program.exitStatus()
        return await program.settings
    }

    @Test("quitting restores the terminal and exits with the requested status")
    func quit() async throws {
        let program = try probe()
        try await program.wait(for: "Ready 80x24")
        await program.look { screen in
            #expect(screen.isAlternate)
            #expect(screen.modes.isSuperset(of: [1000, 1002, 1004, 1006, 2004]))
        }
        #expect(try await program.settings != Self.freshSettings())
        try await program.press("q")
        #expect(try await program.exitStatus() == 7)
        await expectGivenBack(program, settings: try Self.freshSettings())
    }

    @Test(
        "a crash restores the terminal and ends with its signal",
        arguments: [
            ("p", [SIGILL, SIGTRAP]), ("a", [SIGABRT]), ("A", [SIGABRT]), ("f", [SIGABRT]), ("o", [SIGSEGV]),
        ])
    func crash(key: String, signals: [Int32]) async throws {
        // As if the user had enabled the Swift runtime's backtraces.
        let program = try probe(environment: ["SWIFT_BACKTRACE": "enable=yes"])
        try await program.wait(for: "Ready")
        try await program.type(key)
        let status = try await program.exitStatus()
        #expect(signals.contains(status - 128), "\(status)")
        #expect(!(await program.text.contains("Fatal error")))
        await expectGivenBack(program, settings: try Self.freshSettings())
    }

    @Test(
        "a terminating signal restores the terminal, and the screen saves its state",
        arguments: [SIGTERM, SIGHUP, SIGINT, SIGUSR1, SIGUSR2])
    func signal(number: Int32) async throws {
        let log = TemporaryFile()
        let program = try probe(["--log", log.path])
        try await program.wait(for: "Ready")
        await program.kill(number)
        #expect(try await program.exitStatus() == 128 + number)
        #expect(log.text.contains("terminal will end"))
        await expectGivenBack(program, settings: try Self.freshSettings())
    }

    @Test(
        "an unhandled signal restores the terminal", arguments: [SIGQUIT, SIGXCPU, SIGSYS, SIGPROF])
    func quitSignal(number: Int32) async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        await program.kill(number)
        #expect(try await program.exitStatus() == 128 + number)
        await expectGivenBack(program, settings: try Self.freshSettings())
    }

    @Test("a lost terminal ends the program, with and without SIGHUP", arguments: [true, false])
    func lost(isSessionLeader: Bool) async throws {
        let log = TemporaryFile()
        let program = try probe(["--log", log.path], isSessionLeader: isSessionLeader)
        try await program.wait(for: "Ready")
        await program.hangUp()
        #expect(try await program.exitStatus() == 128 + SIGHUP)
        #expect(log.text.contains("terminal will end"))
    }

    @Test(
        "a screen that hangs at the end, or a blocked main queue, does not keep the process alive",
        arguments: ["!", "z"])
    func stuck(key: String) async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        try await program.type(key)
        if key == "!" { try await program.wait(for: "key !") }
        await program.kill(SIGTERM)
        #expect(try await program.exitStatus() == 128 + SIGTERM)
        await expectGivenBack(program, settings: try Self.freshSettings())
    }

    @Test(
        "a size of LINES and COLUMNS that ncurses cannot take does not matter", arguments: ["0", "32768", "99999", "x"])
    func sizeInEnvironment(number: String) async throws {
        let program = try probe(environment: ["COLUMNS": number, "LINES": number])
        try await program.wait(for: "Ready 80x24")
    }

    @Test("Ctrl-C is a key like any other")
    func controlC() async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        try await program.press(.control("c"))
        try await program.wait(for: "key ctrl-c")
    }

    @Test("Ctrl-Z suspends, and fg redraws everything at the present size")
    func suspend() async throws {
        // A shell with job control: in an orphaned process group the kernel does not stop a job.
        let probe = Products.folder + "/curses-probe"
        let shell = try TerminalProgram(
            "/bin/bash", arguments: ["--norc", "--noprofile", "-i"], environment: ["PS1": "shell> ", "HISTFILE": nil])
        try await shell.wait(for: "shell>")
        try await shell.type(probe + "\r")
        try await shell.wait(for: "Ready 80x24")
        await shell.forgetOutput()
        try await shell.press(.control("z"))
        try await shell.wait(for: "Stopped")
        // Input typed before the shell prompts for it is lost.
        try await shell.wait(forOutput: "shell> ")
        await shell.look { screen in
            #expect(!screen.isAlternate)
            #expect(screen.modes.isDisjoint(with: [1000, 1002, 1006]))
        }
        await shell.forgetOutput()
        try await shell.type("echo $((40 + 2))\r")
        try await shell.wait(for: "\n42")
        try await shell.wait(forOutput: "shell> ")
        await shell.resize(to: Size(columns: 60, rows: 20))
        try await shell.type("fg\r")
        try await shell.wait(for: "Ready 60x20")
        await shell.look { screen in
            #expect(screen.isAlternate)
            #expect(screen.modes.isSuperset(of: [1000, 2004]))
            #expect(screen[59, 19].text == "┘")
        }
        try await shell.press("j")
        try await shell.wait(for: "key j")
    }

    @Test("after Ctrl-Z and fg screen, title and picture are sent once")
    func resumedOnce() async throws {
        let probe = Products.folder + "/curses-probe"
        let shell = try TerminalProgram(
            "/bin/bash", arguments: ["--norc", "--noprofile", "-i"],
            environment: ["PS1": "shell> ", "HISTFILE": nil, "KITTY_WINDOW_ID": "1"], size: Size(columns: 80, rows: 24))
        try await shell.wait(for: "shell>")
        try await shell.type(probe + "\r")
        try await shell.wait(for: "Ready 80x24")
        try await shell.press("i")
        try await shell.wait(forOutput: "\u{1B}_Ga=T")
        for _ in 0..<8 {
            await shell.forgetOutput()
            try await shell.press(.control("z"))
            // The screen still shows the previous prompt; input typed before the shell prompts is lost.
            try await shell.wait(forOutput: "shell> ")
            await shell.forgetOutput()
            try await shell.type("fg\r")
            try await shell.wait(for: "Ready 80x24")
            // After the frame of the key anything repeated has arrived: the timer's 200 ms have passed.
            try await Task.sleep(for: .milliseconds(250))  // watched: nothing may arrive
            try await shell.press("x")
            try await shell.wait(for: "key x")
            let output = String(decoding: await shell.output, as: UTF8.self)
            for once in ["\u{1B}[?1049h", "\u{1B}[22;", "\u{1B}_Ga=T"] {
                #expect(
                    output.split(separator: once, omittingEmptySubsequences: false).count == 2,
                    "\(once.debugDescription)")
            }
            // The shown picture is not deleted after it was sent.
            let commands = output.matches(of: /\e_G([^;\e]*)/).map { $0.1.split(separator: ",") }
            let shown = try #require(commands.lastIndex { $0.contains("a=T") })
            let number = try #require(commands[shown].first { $0.hasPrefix("i=") })
            #expect(!commands[shown...].contains { $0.contains("a=d") && $0.contains(number) }, "\(commands)")
            try await shell.press("j")
            try await shell.wait(for: "key j")
        }
    }

    @Test(
        "without an alternate screen the cards are erased before the end",
        arguments: ["q", "a"])
    func cleared(key: String) async throws {
        // vt100 has no alternate screen: drawn cells stay.
        let program = try probe(environment: ["TERM": "vt100"])
        try await program.wait(for: "Card number")
        try await program.type(key)
        _ = try await program.exitStatus()
        await program.look { screen in #expect(!screen.text.contains("Card number")) }
    }

    @Test("a terminal with more columns than ncurses supports is used as far as possible", arguments: [32_768, 65_535])
    func huge(columns: Int) async throws {
        let program = try probe()
        try await program.wait(for: "Ready 80x24")
        await program.resize(to: Size(columns: columns, rows: 3))
        try await program.wait(forOutput: "Ready 4000x3")
        try await program.press("q")
        #expect(try await program.exitStatus() == 7)
    }

    @Test("without job control Ctrl-Z only redraws")
    func suspendWithoutShell() async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        await program.forgetOutput()
        try await program.press(.control("z"))
        try await program.wait(forOutput: "\u{1B}[?1049l")
        try await program.wait(until: "the screen again") { $0.isAlternate && $0.text.contains("key ctrl-z") }
        try await program.press("j")
        try await program.wait(for: "key j")
    }

    @Test("standard error goes to the log while the screen is up")
    func standardError() async throws {
        let log = TemporaryFile()
        let program = try probe(["--log", log.path])
        try await program.wait(for: "Ready")
        try await program.press("e")
        try await program.wait(for: "key e")
        #expect(log.text.contains("library noise"))
        #expect(!(await program.text.contains("noise")))
    }

    @Test("an idle program is not woken")
    func idle() async throws {
        let program = try probe()
        try await program.wait(for: "Ready")
        try await program.press("+")
        try await program.wait(for: "count 1")
        // Measures a time in which nothing happens. Pool threads that have just finished settle first.
        try await Task.sleep(for: .seconds(1))  // watched until the pool is quiet
        let before = try switches(of: await program.process)
        try await Task.sleep(for: .seconds(2))  // watched
        let after = try switches(of: await program.process)
        // A pool thread may end meanwhile; none may wake up or start.
        #expect(after.allSatisfy { before[$0.key] == $0.value }, "\(before) \(after)")
    }

    /// How often each thread has gone to sleep.
    private func switches(of process: Int32) throws -> [String: String] {
        var result: [String: String] = [:]
        let folder = "/proc/\(process)/task"
        let directory = try #require(opendir(folder))
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.first != ".", let file = fopen("\(folder)/\(name)/status", "r") else { continue }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 8192)
            let count = fread(&bytes, 1, bytes.count, file)
            let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            result[name] = text.split(separator: "\n").first { $0.hasPrefix("voluntary") }.map(String.init)
        }
        try #require(!result.isEmpty)
        return result
    }
}
