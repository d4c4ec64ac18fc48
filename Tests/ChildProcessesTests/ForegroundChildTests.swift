import ChildProcesses
import Glibc
import Testing

@Suite("A child process on the terminal", .blocking, .timeLimit(.minutes(5)))
struct ForegroundChildTests {
    @Test("it is in the session and process group of this process")
    func group() async throws {
        let pipe = try Pipe()
        let end = try await ForegroundChild.run(
            ChildCommand(
                shell: "ps -o pgid=,sid= -p $$", files: [.nothing, .descriptor(pipe.writer.number), .nothing]))
        #expect(end == .exited(code: 0))
        let fields = String(decoding: pipe.reader.read(upTo: 100) ?? [], as: UTF8.self).split(
            whereSeparator: \.isWhitespace)
        #expect(fields.map { Int32($0) } == [getpgrp(), getsid(0)])
    }

    @Test(
        "cancelling the task ends it, whatever it ignores",
        arguments: [("", SIGHUP), ("HUP", SIGTERM), ("HUP TERM", SIGKILL)])
    func cancelled(ignored: String, signal: Int32) async throws {
        let pipe = try Pipe()
        let command = ChildCommand(
            shell: "\(ignored.isEmpty ? "" : "trap '' \(ignored);") echo; exec sleep 1000",
            files: [.nothing, .descriptor(pipe.writer.number), .nothing])
        let task = Task { try await ForegroundChild.run(command) }
        _ = Readiness.first(of: [pipe.reader.number])
        task.cancel()
        #expect(try await task.value == .killed(signal: signal))
    }

    @Test("cancelling the task also ends what the child has started", arguments: ["", "HUP", "HUP TERM"])
    func started(ignored: String) async throws {
        let trap = ignored.isEmpty ? "" : "trap '' \(ignored);"
        // The first shell waits for the second, and ends at the first signal.
        let end = try await endOfCancelled("sh -c \"\(trap) echo; exec sleep 1000\"; exit 3")
        #expect(end == .killed(signal: SIGHUP))
    }

    @Test("what the child has started ends also where the child ends by itself, and the other ignores signals")
    func leftBehind() async throws {
        let end = try await endOfCancelled(
            "trap 'exit 0' HUP; sh -c \"trap '' HUP TERM; echo; exec sleep 1000\" & wait")
        #expect(end == .exited(code: 0))
    }

    /// Runs a script, cancels it when it has written a byte, and checks that none of its processes is left afterwards.
    private func endOfCancelled(_ script: String) async throws -> ChildEnd {
        let pipe = try Pipe()
        let reader = pipe.reader
        let writer = pipe.writer
        let command = ChildCommand(shell: script, files: [.nothing, .descriptor(writer.number), .nothing])
        let task = Task { try await ForegroundChild.run(command) }
        _ = Readiness.first(of: [reader.number])
        // The pipe ends with the last process that has it.
        _ = consume writer
        let first = reader.read(upTo: 1)
        #expect(first?.count == 1)
        task.cancel()
        let end = try await task.value
        let ended = Readiness.first(of: [reader.number], until: ContinuousClock.now)
        try #require(ended == 0)
        let rest = reader.read(upTo: 1)
        #expect(rest == nil)
        return end
    }
}
