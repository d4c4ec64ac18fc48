import ChildProcesses
import Foundation
import TestSupport
import Testing

@testable import CardSettings

struct CredentialsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func reader(_ time: Duration = .seconds(10)) -> CredentialsReader {
        CredentialsReader(log: Log(path: folder.path + "/log"), commandTimeout: time)
    }

    private func secret(_ text: String) throws -> Secret { try Secret(Array(text.utf8)[...]) }

    @Test("blanks around a secret are removed; an empty secret and one with line ends are rejected")
    func forms() throws {
        #expect(try secret("Aladdin:open sesame").text == "Aladdin:open sesame")
        #expect(try secret("  token-1\t").text == "token-1")
        #expect(try secret("\u{3000}grün:\u{1F511} x\u{A0}").text == "grün:\u{1F511} x")
        for text in ["", " ", "\t\u{3000}"] { #expect(throws: Secret.Failure.empty) { try secret(text) } }
        for text in ["a\r\nX-Evil: 1", "a\tb", "a\u{85}b", "a\u{0}", "\u{7F}"] {
            #expect(throws: Secret.Failure.notText) { try secret(text) }
        }
        #expect(throws: Secret.Failure.notText) { try Secret([0x61, 0xFF]) }
    }

    @Test("after reading credentials no core dump and no other process can contain the memory")
    func privateMemory() async throws {
        _ = try await reader().read(.file(try folder.write("user:pw", to: "secret")))
        #expect(OwnMemory.isPrivate)
    }

    @Test("bytes are wiped in place")
    func wiped() {
        var bytes = Array("hunter2".utf8)
        let start = bytes.withUnsafeBytes { $0.baseAddress }
        bytes.wipe()
        #expect(bytes == [UInt8](repeating: 0, count: 7))
        #expect(bytes.withUnsafeBytes { $0.baseAddress } == start)
    }

    @Test("a secret's description is empty")
    func silent() throws {
        let secret = try secret("user:hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        dump([secret], to: &dumped)
        let all =
            "\(secret) \(String(reflecting: secret)) \([secret]) \(Optional(secret) as Any)"
            + dumped
        #expect(!all.contains("hunter2"))
    }

    @Test("the first line of a private file is read")
    func file() async throws {
        let path = try folder.write("user:pw\nmore\n", to: "secret")
        #expect(try await reader().read(.file(path)).text == "user:pw")
        let readOnly = try folder.write("token\r\n", to: "read-only", mode: 0o400)
        #expect(try await reader().read(.file(readOnly)).text == "token")
    }

    @Test("a file that others can read is rejected with the remedy", arguments: [0o640, 0o604, 0o620, 0o601])
    func openToOthers(mode: Int) async throws {
        let path = try folder.write("user:pw", to: "secret", mode: mode)
        await #expect(throws: CredentialsError.openToOthers(path: path)) { try await reader().read(.file(path)) }
        #expect(CredentialsError.openToOthers(path: path).userMessage.contains("chmod 600"))
    }

    @Test(
        "a file of another user is rejected, even if nobody else can read it",
        .enabled(if: geteuid() == 0, "needs root"))
    func ofAnother() async throws {
        let path = try folder.write("user:pw", to: "secret")
        try #require(chown(path, 65_534, 65_534) == 0 && chmod(path, 0o600) == 0)
        await #expect(throws: CredentialsError.notOurs(path: path)) { try await reader().read(.file(path)) }
    }

    @Test("a missing, an empty and a binary file give different errors")
    func badFiles() async throws {
        let missing = folder.path + "/none"
        await #expect(throws: CredentialsError.unreadable(FileError(path: missing, action: .read, kind: .missing))) {
            try await reader().read(.file(missing))
        }
        let empty = try folder.write("\nuser:pw", to: "empty")
        await #expect(throws: CredentialsError.empty(source: empty)) { try await reader().read(.file(empty)) }
        let binary = try folder.write("a\u{0}b", to: "binary")
        await #expect(throws: CredentialsError.notText(source: binary)) { try await reader().read(.file(binary)) }
    }

    @Test("a command's first line is read; its errors go to the log; its input is empty")
    func command() async throws {
        let secret = try await reader().read(.command("cat; echo oops >&2; echo 'u:p'; echo second"))
        #expect(secret.text == "u:p")
        #expect(try folder.text(of: "log").hasSuffix(" backend.credentials_command: oops\n"))
    }

    @Test("what fails is called as its setting: a passphrase's command is not that of the backend")
    func setting() async throws {
        let reader = CredentialsReader(log: Log(path: folder.path + "/log"), for: "sync.key")
        for (source, name) in [
            (CredentialsSource.command("echo oops >&2; exit 3"), "sync.key_command"),
            (.command("echo"), "sync.key_command"), (.file(folder.path + "/missing"), "sync.key_file"),
        ] {
            do {
                _ = try await reader.read(source)
                Issue.record("\(source) was read")
            } catch {
                #expect(error.userMessage.contains(name))
                #expect(!error.userMessage.contains("backend."))
            }
        }
        #expect(try folder.text(of: "log").hasSuffix(" sync.key_command: oops\n"))
    }

    @Test(
        "error output of a command is logged without control characters, a line each, also when it fails")
    func hostileErrors() async throws {
        await #expect(throws: CredentialsError.commandFailed(reason: "exit code 1")) {
            try await reader().read(.command(#"printf 'a\033[2Jb\302\233\r\nsecond \377' >&2; exit 1"#))
        }
        let lines = try folder.text(of: "log").split(separator: "\n").map { $0.drop { $0 != " " } }
        #expect(
            lines == [
                " backend.credentials_command: a\\u{1B}[2Jb\\u{9B}", " backend.credentials_command: second \u{FFFD}",
            ])
    }

    @Test("a command with endless error output is not blocked, and does not fill the log")
    func chattyErrors() async throws {
        let secret = try await reader().read(.command("head -c 1000000 /dev/zero >&2; echo token"))
        #expect(secret.text == "token")
        #expect(try folder.text(of: "log").utf8.count < 1 << 20)
    }

    @Test("a command line never runs a program in the working directory")
    func searchPath() async throws {
        let secret = try await reader().read(.command(#"echo "$PATH""#))
        #expect(secret.text.split(separator: ":", omittingEmptySubsequences: false).allSatisfy { $0.hasPrefix("/") })
    }

    @Test("a command with excess output is not blocked")
    func chatty() async throws {
        let secret = try await reader().read(.command("echo token; head -c 1000000 /dev/zero"))
        #expect(secret.text == "token")
    }

    @Test("a command that prints endlessly is ended in time")
    func endless() async throws {
        await #expect(throws: CredentialsError.commandTooSlow(limit: .milliseconds(300))) {
            try await reader(.milliseconds(300)).read(.command("exec yes"))
        }
    }

    @Test("a background child of a command may print for ever")
    func chattyBackground() async throws {
        let secret = try await reader().read(.command("echo token; yes & echo $! > '\(folder.path)/pid'"))
        #expect(secret.text == "token")
        let left = try #require(Int32(folder.text(of: "pid").filter(\.isNumber)))
        kill(left, SIGKILL)
    }

    @Test("a background child with the command's output is not waited for")
    func background() async throws {
        let secret = try await reader().read(.command("sleep 60 & echo $! > '\(folder.path)/pid'; echo token"))
        #expect(secret.text == "token")
        let left = try #require(Int32(folder.text(of: "pid").filter(\.isNumber)))
        kill(left, SIGKILL)
    }

    @Test("a command that fails, or is killed, gives no credentials")
    func failing() async throws {
        await #expect(throws: CredentialsError.commandFailed(reason: "exit code 3")) {
            try await reader().read(.command("echo token; exit 3"))
        }
        await #expect(throws: CredentialsError.commandFailed(reason: "signal 9")) {
            try await reader().read(.command("kill -9 $$"))
        }
        #expect(CredentialsError.commandFailed(reason: "exit code 3").userMessage.contains("exit code 3"))
    }

    @Test("a command that takes too long is ended with its children", .timeLimit(.minutes(2)))
    func slow() async throws {
        let pid = folder.path + "/pid"
        await #expect(throws: CredentialsError.commandTooSlow(limit: .milliseconds(300))) {
            try await reader(.milliseconds(300)).read(.command("sleep 600 & echo $! > '\(pid)'; wait"))
        }
        let child = try #require(Int32(folder.text(of: "pid").filter(\.isNumber)))
        // A killed process takes a moment to end; then it is gone, or a zombie that was not reaped yet.
        try await eventually("the end of the child") {
            guard let status = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8) else { return true }
            return status.contains(") Z ") || status.contains(") X ")
        }
    }
}
