import Cards
import Glibc
import PtySupport
import Terminal
import TestSupport
import Testing

@Suite("Over ssh", .inTurns)
struct RemoteJourneys {
    /// A script that starts the program in this home from any environment, and records its process identifier.
    private func script(_ home: Home) throws -> String {
        let variables = home.environment.map { "\($0.key)='\($0.value)'" }.sorted().joined(separator: " ")
        return try home.folder.write(
            "#!/bin/sh\necho $$ > '\(home.path("process"))'\nexec env \(variables) '\(Home.program)' \"$@\"\n",
            to: "start", mode: 0o700)
    }

    @Test(
        "over ssh the program works; a connection lost in a form leaves only its draft",
        SecureShell.isPossible)
    func ssh() async throws {
        let home = try Home()
        try await home.bring([Samples.photoCard])
        let server = try await SecureShell(home)
        let script = try script(home)
        let connection = try server.connect(script)
        try await connection.wait(for: "swifting.io · 1 of 1")
        try await connection.press("enter")
        try await connection.picture("front")
        try await connection.picture("back")
        try await connection.press("e")
        try await connection.wait(for: "Edit swifting.io")
        try await connection.type(" Plus")
        try await connection.wait(for: "swifting.io Plus")
        try await connection.wait(outside: "the draft") { home.drafts.contains { $0.contains("swifting.io Plus") } }
        let remote = try #require(Int32(try home.folder.text(of: "process").dropLast()))
        let family = Processes.family(of: remote)
        #expect(family.identifiers.count == 2, "the program and its photo helper")
        await connection.kill(SIGKILL)
        _ = try await connection.exitStatus()
        #expect(await family.end())

        let next = try server.connect(script)
        try await next.wait(for: "Resume editing swifting.io Plus?")
        try await next.press("y")
        try await next.wait(for: "name  swifting.io Plus")
        try await next.press("ctrl-s")
        try await next.wait(for: "Saved swifting.io Plus")
        #expect(try await next.quit() == 0)
        #expect(home.drafts == [])
        #expect(try await home.names() == ["swifting.io Plus"])
    }

    @Test(
        "in tmux the program works, y reaches the outer terminal, and a form survives detaching",
        .enabled(if: Files.exists("/usr/bin/tmux"), "needs tmux"))
    func tmux() async throws {
        let home = try Home()
        try await home.bring([Samples.card("Elm Gym", number: "47 11"), Samples.photoCard])
        let tmux = try Multiplexer(home)
        let first = try tmux.start("new-session", Home.program)
        try await first.wait(for: "Elm Gym · 1 of 2")
        try await first.press("y")
        try await first.wait(for: "clipboard: 47 11")
        try await first.wait(forOutput: Samples.base64(Array("47 11".utf8)))
        try await first.press("G", "enter")
        try await first.picture("front")
        try await first.press("e")
        try await first.wait(for: "Edit swifting.io")
        try await first.type(" Plus")
        try await first.wait(for: "name  swifting.io Plus")
        await first.kill(SIGKILL)
        _ = try await first.exitStatus()

        let second = try tmux.start("attach-session")
        try await second.wait(for: "name  swifting.io Plus")
        try await second.press("ctrl-s")
        try await second.wait(for: "Saved swifting.io Plus")
        try await second.press("q", "q")
        #expect(try await second.exitStatus() == 0)
        #expect(await tmux.server.end())
    }
}

/// A tmux server for one test, which ends when the value is released.
private final class Multiplexer {
    private let home: Home

    init(_ home: Home) throws {
        self.home = home
        _ = try home.folder.write(
            "set -g default-terminal tmux-256color\nrun-shell 'echo \"#{pid}\" > \(home.path("tmux.pid"))'\n",
            to: "tmux.conf")
    }

    deinit {
        // The identifier alone may belong to another process by now.
        guard let identifier, (try? Files.bytes(of: "/proc/\(identifier)/comm"))?.starts(with: "tmux".utf8) == true
        else {
            return
        }
        kill(identifier, SIGTERM)
    }

    private var identifier: Int32? { (try? home.folder.text(of: "tmux.pid")).flatMap { Int32($0.dropLast()) } }

    var server: Processes { Processes(identifier.map { [$0] } ?? []) }

    func start(_ arguments: String...) throws -> TerminalProgram {
        try home.start(
            program: "/usr/bin/tmux", ["-u", "-f", home.path("tmux.conf"), "-S", home.path("tmux")] + arguments)
    }
}
