import Dispatch
import Glibc
import PtySupport
import Synchronization

/// One run of a command: its duration, peak memory and output.
struct CommandRun {
    let duration: Duration
    /// In megabytes. Sampled while the command runs: the kernel's value at the end includes the parent's memory.
    let peakMemory: Double
    let text: String

    /// Throws if the command fails, or does not end within the limit: it is killed then.
    init(_ contender: Contender, limit: Duration = .seconds(1800)) throws {
        let recorder = try contender.start()
        let memory = MemoryWatch(recorder.process)
        let status = recorder.waitForEnd(until: recorder.start + limit)
        duration = recorder.start.duration(to: .now)
        peakMemory = memory.stop()
        if status == nil { recorder.kill() }
        text = recorder.chunks.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        guard status == 0 else {
            let command = ([contender.name] + contender.arguments).joined(separator: " ")
            throw BenchError(
                status.map { "\(command) ended with \($0): \(text)" }
                    ?? "\(command) did not end within \(limit): \(text)")
        }
    }

    var seconds: Double {
        let parts = duration.components
        return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
    }
}

/// Samples the peak memory of a process every few milliseconds.
private final class MemoryWatch: Sendable {
    private let peak = Mutex(0.0)
    private let isOver = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    init(_ process: Int32) {
        DispatchQueue(label: "memory watch").async { [self] in
            while !isOver.load(ordering: .relaxed) {
                let now = ProcessStatus(of: process).peakMemory
                peak.withLock { $0 = max($0, now) }
                usleep(5000)
            }
            ended.signal()
        }
    }

    func stop() -> Double {
        isOver.store(true, ordering: .relaxed)
        ended.wait()
        return peak.withLock { $0 }
    }
}
