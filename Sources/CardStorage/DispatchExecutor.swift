internal import Dispatch

/// Runs an actor on a dispatch queue of its own. Disk writes and waits for a lock block a thread; on Swift's shared pool,
/// which has one thread a core, they would hold up everybody else.
final class DispatchExecutor: SerialExecutor {
    let queue: DispatchQueue

    /// Of no higher quality than the main queue: where the system allows it, its thread would go before keys and frames.
    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
