internal import ChildProcesses
internal import Glibc
internal import TestSupport

/// A shell that runs servers for tests, and the pipes to it: it reads commands from its standard input and answers each with a line. Its
/// input is closed, however this process ends; it ends what it started then.
final class ServerShell: Sendable {
    private let process: ChildProcess
    private let input: Int32
    private let output: Int32

    init(_ script: String, _ arguments: [String]) throws {
        var (toShell, fromShell): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &toShell) == 0, socketpair(AF_UNIX, type, 0, &fromShell) == 0 else {
            throw PostgreSQLServer.Failure(log: "socketpair")
        }
        defer {
            close(toShell[1])
            close(fromShell[1])
        }
        let process = try ChildProcess(
            starting: ChildCommand(
                shell: "exec sh \"$@\"", arguments: [script] + arguments,
                files: [.descriptor(toShell[1]), .descriptor(fromShell[1]), .nothing]))
        self.process = process
        (input, output) = (toShell[0], fromShell[0])
    }

    /// Different ports of 127.0.0.1 that nobody uses now.
    static func freePorts(_ count: Int) throws -> [UInt16] {
        let ports = try (0..<count).map { _ in try RefusingPort() }
        return ports.map(\.port)
    }

    /// Whether it answered that it is done.
    func command(_ text: String) -> Bool { ask(text) == Self.done }

    static let done = "done"

    /// Its answer, for which this blocks; empty if it has ended.
    func ask(_ text: String) -> String {
        let line = Array((text + "\n").utf8)
        guard send(input, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else { return "" }
        var answer = ""
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            answer.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return answer
    }

    /// Ends the servers. Their folder stays until they are gone.
    static func end(_ shell: ServerShell, in folder: TemporaryFolder) {
        OwnThread.start { withExtendedLifetime(folder) { shell.end() } }
    }

    private func end() {
        close(input)
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1 {}
        close(output)
    }
}
