internal import Dispatch

/// Runs an actor on its own dispatch queue. Disk writes and waiting for a lock block a thread; on Swift's shared pool, which has
/// one thread per core, they would delay everything else.
final class DispatchExecutor: SerialExecutor {
    let queue: DispatchQueue

    /// Not of higher quality of service than the main queue: where the system allows it, its thread would be scheduled before
    /// keys and frames.
    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
