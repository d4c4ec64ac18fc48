import ChildProcesses
import Dispatch
import Glibc
import Testing

@Suite("A child process on the terminal", .timeLimit(.minutes(5)))
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
        // On a thread of its own: it blocks until the child runs.
        let reader = pipe.reader.number
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "reader").async {
                _ = Readiness.first(of: [reader])
                continuation.resume()
            }
        }
        task.cancel()
        #expect(try await task.value == .killed(signal: signal))
    }
}
