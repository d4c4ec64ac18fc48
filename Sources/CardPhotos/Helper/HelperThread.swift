internal import Basics
internal import Dispatch
internal import Synchronization

/// One thread on which an actor may block. The threads of Swift's own pool are few and must not wait for a process.
///
/// The thread starts with the first job and sleeps between jobs. Whoever owns this calls ``stop()`` when no job can
/// follow.
final class HelperThread: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStarted = false
    }

    private let state = Mutex(State())
    /// Raised once for every job; raised without one, it is the word to end.
    private let arrivals = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustStart = state.withLock { state in
            state.jobs.append(job)
            defer { state.isStarted = true }
            return !state.isStarted
        }
        if mustStart { start() }
        arrivals.signal()
    }

    /// Ends the thread after the jobs that it already has.
    func stop() { arrivals.signal() }

    private func start() {
        if DetachedThread.start({ self.runJobs() }) { return }
        // No room for a thread of our own: better one of libdispatch's than a photo that never comes.
        DispatchQueue(label: "cards-tui.photos").async { self.runJobs() }
    }

    private func runJobs() {
        while true {
            arrivals.wait()
            guard let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) else { return }
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }
}
