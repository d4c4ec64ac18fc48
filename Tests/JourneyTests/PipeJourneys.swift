import Cards
import Foundation
import PtySupport
import TestSupport
import Testing

@Suite("Pipes in place of files", .inTurns)
struct PipeJourneys {
    private let home: Home

    init() async throws {
        home = try Home()
        try await home.add("Elm Gym", number: "1")
    }

    /// Runs a line of bash, in which `$0` is the program.
    private func bash(_ line: String) async throws -> Home.Ending {
        let shell = try home.start(
            program: "/bin/bash",
            ["-c", "cd '\(home.folder.path)'; exec <&- </dev/null; { \(line); } >out 2>err", Home.program])
        let status = try await shell.exitStatus()
        return Home.Ending(
            status: status, output: try home.folder.text(of: "out"), errors: try home.folder.text(of: "err"))
    }

    @Test(
        "process substitution is read where a file is",
        arguments: [
            (
                "$0 export --format catima --password-file <(echo pw) x.zip && $0 import --password-file <(echo pw) x.zip",
                ""
            ),
            (
                "$0 export --format catima --password-file - x.zip <<< pw && $0 import --password-file <(echo pw) x.zip",
                ""
            ),
            ("$0 --config <(echo 'validation: {number: required}') add --name X", "the card needs a number"),
            ("$0 --config - add --name X <<< 'validation: {number: required}'", "the card needs a number"),
        ])
    func reading(line: String, error: String) async throws {
        let ending = try await bash(line)
        #expect(
            (error.isEmpty ? ending.errors.isEmpty : ending.errors.contains(error))
                && !ending.errors.contains("regular"), "\(ending)")
        #expect((ending.status == 0) == error.isEmpty, "\(ending)")
    }

    @Test("a copy of the store goes to a pipe, and comes back from one; nothing is left of it")
    func copies() async throws {
        let ways = [
            "$0 backup - >copy", "$0 backup - | cat >copy",
            // What the shell started for the pipe is waited for.
            "$0 backup >(cat >copy) && wait $!",
            "$0 backup /dev/stdout | cat >copy",
        ]
        for way in ways {
            let ending = try await bash("rm -f copy; \(way)")
            #expect(ending.status == 0 && ending.errors == "", "\(way): \(ending)")
            let whole = try await bash("$0 --store copy check")
            #expect(whole.output.contains("The card store is intact: 1 card."), "\(way): \(whole)")
            #expect(!FileManager.default.fileExists(atPath: home.path("-")))
        }
        for way in [
            "--store new1 restore - <copy", "--store new2 restore <(cat copy)", "--store new3 restore --yes - <copy",
        ] {
            let ending = try await bash("$0 \(way)")
            #expect(ending.status == 0 && ending.output.contains("1 card restored to new"), "\(way): \(ending)")
        }
        let merged = try await bash("$0 restore - --dry-run < copy")
        #expect(merged.status == 0 && merged.output.contains("1 unchanged"), "\(merged)")
        let left = try FileManager.default.contentsOfDirectory(atPath: home.path("state/cards-tui"))
        #expect(!left.contains { $0.hasPrefix("pipe-") }, "\(left)")
    }

    @Test("a reader that ends early leaves nothing behind, and messages name what the user named")
    func early() async throws {
        _ = try await bash("$0 backup - | head -c 1; $0 backup - | true")
        let left = try FileManager.default.contentsOfDirectory(atPath: home.path("state/cards-tui"))
        #expect(!left.contains { $0.hasPrefix("pipe-") }, "\(left)")
        for (line, words) in [
            ("$0 restore - <<< junk", "standard input: The format was not recognized"),
            ("$0 backup copy; head -c 3000 copy | $0 restore -", "standard input is damaged"),
            ("$0 backup copy; head -c 3000 copy | $0 --store new.db restore -", "standard input is damaged"),
            ("$0 --store <(cat copy) list", "a card store must be a file"),
        ] {
            let ending = try await bash(line)
            #expect(ending.status != 0 && ending.errors.contains(words), "\(line): \(ending)")
        }
    }

    @Test("a copy is not written to a terminal, and standard input is read once")
    func refused() async throws {
        let program = try home.start(["backup", "-"])
        #expect(try await program.exitStatus() == 2)
        for line in ["$0 import - - <x", "$0 import - --password-file - <x", "$0 scan - - <x", "$0 --store - list"] {
            let ending = try await bash("echo >x; \(line)")
            #expect(ending.status == 2 && ending.output == "", "\(line): \(ending)")
        }
    }

    @Test("settings from a pipe can be used, and not be changed")
    func settings() async throws {
        let program = try home.start(
            program: "/bin/bash", ["-c", "exec $0 --config <(echo 'theme: nord')", Home.program])
        try await program.wait(for: "Elm Gym")
        try await program.press(":")
        try await program.type("settings")
        try await program.press("enter")
        try await program.wait(for: "The settings came from a pipe")
        #expect(try await program.quit() == 0)
        let timer = try await bash("$0 --config <(echo 'theme: nord') remind --install")
        #expect(timer.status == 1 && timer.errors.contains("The settings came from a pipe"), "\(timer)")
    }
}
