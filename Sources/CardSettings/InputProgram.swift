internal import Basics
internal import ChildProcesses

/// Runs a program that gets bytes on its standard input, and waits for its end. Its output is discarded. After a time limit it is
/// killed with all processes that it started.
struct InputProgram: Sendable {
    /// Why it failed, as a part of a sentence: "exit code 1".
    struct Failure: Error, Equatable {
        let reason: String
    }

    let timeout: Duration
    /// Makes the command with these open files.
    let command: @Sendable ([ChildCommand.File]) -> ChildCommand

    @concurrent func run(_ input: [UInt8] = []) async throws {
        let child: ChildProcess
        do {
            let descriptor = try Descriptor(holding: input)
            child = try ChildProcess(starting: command([.descriptor(descriptor.number), .nothing, .nothing]))
        } catch {
            throw Failure(reason: "could not be started: \(error.reason)")
        }
        guard child.ends(before: ContinuousClock.now.advanced(by: timeout)) else {
            // Releasing the child ends it with all processes that it started.
            throw Failure(reason: "did not finish within \(timeout.text) and was stopped")
        }
        // Processes that it left running are not ended.
        let outcome = child.wait()
        guard outcome == .exited(code: 0) else { throw Failure(reason: "failed: \(outcome.description)") }
    }
}

extension ChildProcess {
    /// Blocks until it has ended; false when the deadline passes first, or the task is cancelled.
    func ends(before deadline: ContinuousClock.Instant) -> Bool {
        let end = endDescriptor()
        while !hasEnded {
            let now = ContinuousClock.now
            guard now < deadline, !Task.isCancelled else { return false }
            let next = min(deadline, now.advanced(by: .milliseconds(end.number < 0 ? 20 : 200)))
            _ = Readiness.first(of: [end.number], until: next)
        }
        return true
    }
}
