internal import ChildProcesses
internal import Glibc

/// A thread for blocking code. libdispatch limits its threads, and concurrent tests would exhaust them: the program under test
/// would wait for a thread forever.
public enum OwnThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    public static func start(_ body: @escaping @Sendable () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, 1 << 20)
        defer { pthread_attr_destroy(&attributes) }
        let context = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, &attributes,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        if code != 0 { context.release() }
    }

    /// Runs each piece of a task on a thread that ends with it.
    fileprivate final class Executor: TaskExecutor {
        static let shared = Executor()

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            OwnThread.start { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}

/// Runs what blocks on a thread of its own. Those of Swift's shared pool are few, and what is waited for needs them: without this a run
/// of all tests may stand still.
public func blocking<Result: Sendable, Failure: Error>(
    _ work: @Sendable () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await withTaskExecutorPreference(OwnThread.Executor.shared) { () async throws(Failure) in try await work() }
}

/// Whether a shell line succeeds, with these as its `$1` and so on.
public func succeeds(_ line: String, _ arguments: String...) async throws -> Bool {
    try await blocking {
        try ChildProcess(
            starting: ChildCommand(shell: line, arguments: arguments, files: [.nothing, .nothing, .nothing])
        ).wait() == .exited(code: 0)  // blocking
    }
}
