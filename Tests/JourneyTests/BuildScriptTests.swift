import PtySupport
import TestSupport
import Testing

/// The scripts behind `make`, on systems simulated by a few commands.
@Suite("make installs or names the packages it needs", .inTurns, .timeLimit(.minutes(5)))
struct BuildScriptTests {
    private static let scripts = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/.ci/"

    /// Runs a script with only these commands in the path, each a shell script, besides sed, tr and grep.
    private func run(_ script: String, _ arguments: [String], commands: [String: String], in home: Home) async throws
        -> Home.Ending
    {
        for (name, text) in commands { _ = try home.folder.write("#!/bin/sh\n\(text)\n", to: name, mode: 0o700) }
        let tools = ["sed", "tr", "grep"].map { "ln -sf \"$(command -v \($0))\" '\(home.path($0))'" }
        let shell = try home.start(
            program: "/bin/sh",
            [
                "-c",
                tools.joined(separator: "; ")
                    + "; PATH='\(home.folder.path)' exec /bin/bash \"$0\" \"$@\" >'\(home.path("out"))' 2>'\(home.path("err"))'",
                Self.scripts + script,
            ] + arguments)
        let status = try await shell.exitStatus()
        return Home.Ending(
            status: status, output: try home.folder.text(of: "out"), errors: try home.folder.text(of: "err"))
    }

    private static let debian13 =
        "printf 'installed libchafa0t64, libchafa0 (= 1.14.5-1), libchafa (= 1)\\ninstalled g++, \\n'"

    @Test("a package provided by another, as libchafa0 on Debian 13, is not installed again")
    func provided() async throws {
        let ending = try await run(
            "packages", ["libchafa0", "g++"], commands: ["dpkg-query": Self.debian13, "apt-get": "exit 99"], in: Home())
        #expect((ending.status, ending.output, ending.errors) == (0, "", ""))
    }

    @Test("without root and sudo one message names the packages to install")
    func noRoot() async throws {
        let ending = try await run(
            "packages", ["libchafa0", "make", "tmux"],
            commands: ["dpkg-query": Self.debian13, "apt-get": "exit 99", "id": "echo 1000"], in: Home())
        #expect(ending.status == 1)
        #expect(ending.errors == "please let root install what is missing: apt-get install make tmux\n")
    }

    @Test("with sudo only the missing packages are installed")
    func sudo() async throws {
        let home = try Home()
        let ending = try await run(
            "packages", ["libchafa0", "tmux"],
            commands: [
                "dpkg-query": Self.debian13, "apt-get": "exit 99", "id": "echo 1000",
                "sudo": "echo \"$@\" >> '\(home.path("asked"))'",
            ], in: home)
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(
            try home.folder.text(of: "asked")
                == "apt-get update -q\nenv DEBIAN_FRONTEND=noninteractive apt-get install -q -y tmux\n")
    }

    @Test("on other systems than Debian the packages are named")
    func elsewhere() async throws {
        let ending = try await run("packages", ["tmux"], commands: ["dpkg-query": "exit 1"], in: Home())
        #expect(ending.status == 1)
        #expect(ending.errors == "please install what matches: tmux\n")
    }

    @Test(
        "a test skipped without an allowed reason fails the run",
        arguments: [
            ("➜ Test \"over ssh\" skipped: \"needs sshd and ssh\"", 1), ("➜ Test \"read only\" skipped.", 1),
            ("➜ Suite \"real photos\" skipped: \"needs CARDS_FIXTURES\"", 0),
            ("✔ Test \"a key is skipped\" passed after 0.1 seconds.", 0),
        ])
    func skips(line: String, status: Int32) async throws {
        let home = try Home()
        let log = try home.folder.write("◇ Test run started.\n\(line)\n", to: "log")
        let ending = try await run("skips", [log], commands: [:], in: home)
        #expect(ending.status == status, "\(ending.errors)")
        #expect(ending.errors.contains(line) == (status != 0))
    }
}
