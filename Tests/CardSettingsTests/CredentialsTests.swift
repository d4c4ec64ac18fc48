import Foundation
import Testing

@testable import CardSettings

struct CredentialsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func reader(_ time: Duration = .seconds(10)) -> CredentialsReader {
        CredentialsReader(log: Log(path: folder.path + "/log"), commandTime: time)
    }

    @Test("user and password are Basic, anything else is Bearer")
    func forms() throws {
        #expect(try #require(Credentials("Aladdin:open sesame")).authorization == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(try #require(Credentials("  token-1\t")).authorization == "Bearer token-1")
        #expect(Credentials("") == nil)
        #expect(Credentials(" ") == nil)
        #expect(Credentials("a\r\nX-Evil: 1") == nil)
    }

    @Test("credentials never print themselves")
    func silent() throws {
        let credentials = try #require(Credentials("user:hunter2"))
        var dumped = ""
        dump(credentials, to: &dumped)
        dump([credentials], to: &dumped)
        let all =
            "\(credentials) \(String(reflecting: credentials)) \([credentials]) \(Optional(credentials) as Any)"
            + dumped
        #expect(!all.contains("hunter2"))
    }

    @Test("the first line of a file of the owner's own counts")
    func file() async throws {
        let path = try folder.write("user:pw\nmore\n", to: "secret")
        #expect(try await reader().read(.file(path)).authorization == "Basic dXNlcjpwdw==")
        let readOnly = try folder.write("token\r\n", to: "read-only", mode: 0o400)
        #expect(try await reader().read(.file(readOnly)).authorization == "Bearer token")
    }

    @Test("a file that others can read is refused with what to do", arguments: [0o640, 0o604, 0o620, 0o601])
    func openToOthers(mode: Int) async throws {
        let path = try folder.write("user:pw", to: "secret", mode: mode)
        await #expect(throws: CredentialsError.openToOthers(path: path)) { try await reader().read(.file(path)) }
        #expect(CredentialsError.openToOthers(path: path).userMessage.contains("chmod 600"))
    }

    @Test("a missing, an empty and a binary file are told apart")
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

    @Test("a command's first line counts; its errors go to the log; it has nothing to read")
    func command() async throws {
        let credentials = try await reader().read(.command("cat; echo oops >&2; echo 'u:p'; echo second"))
        #expect(credentials.authorization == "Basic dTpw")
        #expect(try folder.text(of: "log") == "oops\n")
    }

    @Test("a command that prints more than anyone needs is not held up")
    func chatty() async throws {
        let credentials = try await reader().read(.command("echo token; head -c 1000000 /dev/zero"))
        #expect(credentials.authorization == "Bearer token")
    }

    @Test("a command that leaves something running with its output is not waited for")
    func background() async throws {
        let credentials = try await reader().read(.command("sleep 60 & echo $! > '\(folder.path)/pid'; echo token"))
        #expect(credentials.authorization == "Bearer token")
        let left = try #require(Int32(folder.text(of: "pid").filter(\.isNumber)))
        kill(left, SIGKILL)
    }

    @Test("a command that fails, or is killed, gives no credentials")
    func failing() async throws {
        await #expect(throws: CredentialsError.commandFailed(status: 3 << 8)) {
            try await reader().read(.command("echo token; exit 3"))
        }
        await #expect(throws: CredentialsError.commandFailed(status: 9)) {
            try await reader().read(.command("kill -9 $$"))
        }
        #expect(CredentialsError.commandFailed(status: 3 << 8).userMessage.contains("exit code 3"))
    }

    @Test("a command that takes too long is ended with its children")
    func slow() async throws {
        let pid = folder.path + "/pid"
        await #expect(throws: CredentialsError.commandTooSlow(seconds: 0)) {
            try await reader(.milliseconds(300)).read(.command("sleep 60 & echo $! > '\(pid)'; wait"))
        }
        let child = try #require(Int32(folder.text(of: "pid").filter(\.isNumber)))
        // It is gone, or a corpse that nobody has buried yet.
        let status = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
        #expect(status == nil || status?.contains(") Z ") == true)
    }
}
