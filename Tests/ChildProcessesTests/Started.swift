import ChildProcesses
import Glibc
import TestSupport
import Testing

/// A child process with its standard output in a pipe.
struct Started: ~Copyable {
    let child: ChildProcess
    let output: Descriptor

    /// - Parameter more: its further descriptors, from 3 on.
    init(shell line: String, arguments: [String] = [], more: [ChildCommand.File] = []) throws {
        try self.init { output in
            ChildCommand(shell: line, arguments: arguments, files: [.nothing, output, .nothing] + more)
        }
    }

    init(_ command: (_ output: ChildCommand.File) -> ChildCommand) throws {
        let pipe = try Pipe()
        child = try ChildProcess(starting: command(.descriptor(pipe.writer.number)))
        output = pipe.reader
    }

    /// All its output, without the last line end. Waits until no process has the pipe open.
    func text() -> String {
        var bytes: [UInt8] = []
        while let more = output.read(upTo: 100) { bytes += more }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Destroys the child's value.
    consuming func justOutput() -> Descriptor { output }
}

/// Runs tests on threads of their own: what is tested here blocks.
struct OwnThreadTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await TestSupport.blocking { try await function() }
    }
}

extension Trait where Self == OwnThreadTrait {
    static var blocking: Self { Self() }
}

/// Whether the child no longer exists, not even as a zombie.
func isGone(_ child: Int32) -> Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT | WNOHANG) == -1 && errno == ECHILD
}
