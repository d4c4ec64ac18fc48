internal import Basics
internal import Dispatch
internal import Synchronization

/// A thread on which an actor may block. Swift's shared pool has few threads, which must not wait for a process.
///
/// The thread starts with the first job and sleeps between jobs. The owner calls ``stop()`` after the last job.
final class HelperThread: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStarted = false
    }

    private let state = Mutex(State())
    /// Signalled once for every job; a signal without a job ends the thread.
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

    /// Ends the thread after the pending jobs.
    func stop() { arrivals.signal() }

    private func start() {
        if DetachedThread.start({ self.runJobs() }) { return }
        // Where no thread can be created, a dispatch queue runs the jobs.
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
