import Foundation
import PtySupport
import Terminal
import TestSupport
import Testing

/// Signals, stops and ends while the user's own editor has the terminal.
@Suite("Signals in the user's editor", .inTurns)
struct EditorSafetyJourneys {
    /// A script that is started with the file as its last argument. `rename` changes the card's name in it.
    private func editor(_ body: String, in home: Home) throws -> String {
        let start = "#!/bin/sh\nfor file; do :; done\nrename() { sed -i 's/^name:.*/name: Oak Pool/' \"$file\"; }\n"
        return try home.folder.write(start + body + "\n", to: "editor", mode: 0o700)
    }

    private func home() async throws -> Home {
        let home = try Home()
        try await home.add("Elm Gym")
        return home
    }

    private func start(_ home: Home, _ script: String) async throws -> TerminalProgram {
        let program = try home.start(environment: ["VISUAL": script])
        try await program.wait(for: "Elm Gym · 1 of 1")
        return program
    }

    private func texts(_ home: Home) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.path("state/cards-tui/edit"))
    }

    @Test("Ctrl-C and Ctrl-\\ in the editor are for the editor, and afterwards for the program again")
    func interrupts() async throws {
        let home = try await home()
        let script = try editor("trap '' INT QUIT\nkill -INT 0\nkill -QUIT 0\nsleep 2\nrename", in: home)
        let program = try await start(home, script)
        try await program.press("E")
        try await program.wait(for: "Saved Oak Pool")
        await program.kill(SIGINT)
        #expect(try await program.exitStatus() == 128 + SIGINT)
    }

    @Test("what is typed while the editor runs, or just before, is not carried out afterwards")
    func typedMeanwhile() async throws {
        let home = try await home()
        let script = try editor(
            "echo editing; until [ -e '\(home.path("go"))' ]; do sleep 0.05; done", in: home)
        let program = try await start(home, script)
        try await program.type("Edyq")
        try await program.wait(for: "editing")
        try await program.type("dyq")
        try await program.paste("dyq")
        _ = try home.folder.write("", to: "go")
        try await program.wait(for: "No changes.")
        try await program.press("j")
        try await program.wait(for: "Elm Gym · 1 of 1")
        #expect(try await home.names() == ["Elm Gym"])
        #expect(try await program.quit() == 0)
    }

    @Test("Ctrl-C and Ctrl-\\ that end the editor never end the program", arguments: ["\u{3}", "\u{1C}"])
    func endedByKey(key: String) async throws {
        let home = try await home()
        let script = try editor("stty isig; echo editing; exec sleep 1000", in: home)
        let program = try await start(home, script)
        for _ in 0..<20 {
            await program.forgetOutput()
            try await program.press("E")
            // Not what the screen shows, where the last time is still to be seen.
            try await program.wait(forOutput: "editing")
            try await program.type(key)
            try await program.wait(forText: "failed: signal")
            try await program.press("esc")
            try await program.wait(forNo: "failed: signal")
            try await program.press("j")
            try await program.wait(for: "Elm Gym · 1 of 1")
        }
        #expect(try await program.quit() == 0)
    }

    @Test("an editor that stops only itself is continued where no shell could do it")
    func stopWithoutShell() async throws {
        let home = try await home()
        let program = try await start(home, try editor("kill -STOP $$\nrename", in: home))
        try await program.press("E")
        try await program.wait(for: "Saved Oak Pool")
        #expect(try await program.quit() == 0)
    }

    /// The state of a process in /proc: T is stopped.
    private static func state(_ process: String) -> Character? {
        let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return line?.split(separator: ")").last?.first { $0 != " " }
    }

    @Test("an editor that stops stops the program; one that ends in the background lets the program wait for fg")
    func background() async throws {
        let home = try await home()
        let script = try editor("echo $PPID >\"\(home.path("parent"))\"\nkill -STOP $$\nrename", in: home)
        let shell = try home.start(
            program: "/bin/bash", ["--norc", "--noprofile", "-i"],
            environment: ["PS1": "shell> ", "HISTFILE": nil, "VISUAL": script])
        try await shell.wait(for: "shell>")
        try await shell.type(Home.program + "\r")
        try await shell.wait(for: "Elm Gym · 1 of 1")
        await shell.forgetOutput()
        try await shell.press("E")
        try await shell.wait(for: "Stopped")
        try await shell.wait(forOutput: "shell> ")
        await shell.forgetOutput()
        try await shell.type("bg\r")
        try await shell.wait(forOutput: "shell> ")
        let parent = try home.folder.text(of: "parent").filter { $0 != "\n" }
        // The editor has ended and the program must not use the terminal.
        try await shell.wait(outside: "the program to stop in the background") {
            Self.state(parent) == "T" && Processes.children(of: Int32(parent) ?? 0).isEmpty
        }
        try await shell.type("fg\r")
        try await shell.wait(for: "Saved Oak Pool")
        try await shell.press("q")
        try await shell.wait(until: "the shell") { !$0.isAlternate }
        #expect(try await home.names() == ["Oak Pool"])
    }

    @Test("ending the program ends the editor, and the next start offers the text", arguments: [SIGTERM, SIGHUP])
    func ended(number: Int32) async throws {
        let home = try await home()
        let script = try editor(
            """
            rename
            cp "$file" "$file~"
            sleep 1000 &
            trap "kill $!; echo >'\(home.path("ended"))'; exit 1" HUP
            echo editing
            wait
            """, in: home)
        // The kernel would send SIGHUP to the editor when a session leader ends.
        let program = try home.start(environment: ["VISUAL": script], isSessionLeader: false)
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.press("E")
        try await program.wait(for: "editing")
        let family = Processes.family(of: await program.process)
        await program.kill(number)
        #expect(try await program.exitStatus() == 128 + number)
        #expect(await family.end())
        #expect(Files.exists(home.path("ended")))
        #expect(try await home.names() == ["Elm Gym"])

        let next = try home.start(environment: ["VISUAL": try editor("exit 0", in: home)])
        try await next.wait(for: "Unsaved text")
        try await next.press("y")
        try await next.wait(for: "Saved Oak Pool")
        #expect(try texts(home).isEmpty)
        #expect(try await next.quit() == 0)
    }

    @Test("ending the program also ends an editor that a script has started without exec")
    func wrapped() async throws {
        let home = try await home()
        let script = try editor("sh -c 'trap \"\" HUP; echo editing; exec sleep 1000'\nexit 0", in: home)
        // The kernel would send SIGHUP to the editor when a session leader ends.
        let program = try home.start(environment: ["VISUAL": script], isSessionLeader: false)
        try await program.wait(for: "Elm Gym · 1 of 1")
        try await program.press("E")
        try await program.wait(for: "editing")
        let scripts = Processes.children(of: await program.process)
        let editors = Processes(scripts.flatMap { Processes.children(of: $0) })
        #expect(editors.identifiers.count == 1)
        await program.kill(SIGTERM)
        #expect(try await program.exitStatus() == 128 + SIGTERM)
        #expect(await editors.end())
    }

    @Test("a text that is put off stays, for its owner only, and an editor's backups go with it")
    func later() async throws {
        let home = try await home()
        let script = try editor("rename\ncp \"$file\" \"$file~\"\nexit 3", in: home)
        let program = try await start(home, script)
        try await program.press("E")
        try await program.wait(forText: "failed: exit code 3. Edit again?")
        try await program.press("esc")
        try await program.wait(for: "The text is saved for the next start")
        let own = try #require(try texts(home).first { !$0.contains(".") })
        let path = "state/cards-tui/edit/" + own
        #expect(try home.folder.mode(of: path) == 0o700)
        #expect(try home.folder.text(of: path + "/card.yaml").contains("name: Oak Pool"))
        #expect(try await program.quit() == 0)

        let next = try home.start(environment: ["VISUAL": script])
        try await next.wait(for: "Unsaved text")
        try await next.press("d")
        try await next.wait(outside: "the text to go") { (try? texts(home).isEmpty) == true }
        #expect(try await next.quit() == 0)
        #expect(try await home.names() == ["Elm Gym"])
    }
}
