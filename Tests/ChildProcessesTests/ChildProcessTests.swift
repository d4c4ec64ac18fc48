import ChildProcesses
import Glibc
import TestSupport
import Testing

@Suite("The life of a child process", .blocking, .timeLimit(.minutes(5)))
struct ChildProcessTests {
    private func start(_ line: String) throws -> ChildProcess {
        try ChildProcess(starting: ChildCommand(shell: line, files: [.nothing, .nothing, .nothing]))
    }

    @Test("the end is a code or a signal, and has a description")
    func ends() throws {
        let (fine, failed, killed) = (
            try start("exit 0").wait(), try start("exit 200").wait(), try start("kill -9 $$").wait()
        )
        #expect(fine == .exited(code: 0))
        #expect(failed == .exited(code: 200))
        #expect(failed.description == "exit code 200")
        #expect(killed == .killed(signal: SIGKILL))
        #expect(killed.description == "signal 9")
    }

    @Test("whether it has ended can be asked repeatedly, and it can still be waited for")
    func hasEnded() throws {
        let release = try Pipe()
        let started = try Started(shell: "read -r line <&3; exit 7", more: [.descriptor(release.reader.number)])
        let early = started.child.hasEnded
        #expect(!early)
        let end = started.child.endDescriptor()
        #expect(Readiness.first(of: [end.number], until: .now) == nil)
        #expect(write(release.writer.number, "\n", 1) == 1)
        #expect(Readiness.first(of: [end.number]) == 0)
        let answers = [started.child.hasEnded, started.child.hasEnded]
        #expect(answers == [true, true])
        let how = started.child.wait()
        #expect(how == .exited(code: 7))
    }

    @Test("destroying the value kills it with its children, without zombies")
    func lettingGo() throws {
        let started = try Started(shell: "trap '' TERM; sleep 1000 & echo; wait")
        #expect(started.output.read(upTo: 1) != nil)
        let identifier = started.child.identifier
        let output = started.justOutput()
        #expect(isGone(identifier))
        // Both processes could write to the pipe as long as they ran.
        #expect(Readiness.first(of: [output.number], until: .now.advanced(by: .seconds(20))) == 0)
        #expect(output.read(upTo: 1) == nil)
    }

    @Test("one that has ended by itself leaves no zombie")
    func lettingGoOfEnded() throws {
        let child = try start("exit 0")
        let identifier = child.identifier
        let end = child.endDescriptor()
        #expect(Readiness.first(of: [end.number]) == 0)
        #expect(!isGone(identifier))
        _ = consume child
        #expect(isGone(identifier))
    }

    @Test("a signal reaches its children, too")
    func signalling() throws {
        let started = try Started(shell: "sleep 1000 & echo; wait")
        #expect(started.output.read(upTo: 1) != nil)
        started.child.signalGroup(SIGTERM)
        #expect(Readiness.first(of: [started.output.number], until: .now.advanced(by: .seconds(20))) == 0)
        let end = started.child.wait()
        #expect(end == .killed(signal: SIGTERM))
    }

    @Test("one that is released runs on, and leaves no zombie")
    func released() async throws {
        let input = try Pipe()
        let output = try Pipe()
        let child = try ChildProcess(
            starting: ChildCommand(
                shell: "read -r line; echo $line",
                files: [.descriptor(input.reader.number), .descriptor(output.writer.number), .nothing]))
        let identifier = child.identifier
        child.release()
        #expect(write(input.writer.number, "on\n", 3) == 3)
        #expect(output.reader.read(upTo: 3) == Array("on\n".utf8))
        try await eventually("the end of the child") { isGone(identifier) }
    }
}
