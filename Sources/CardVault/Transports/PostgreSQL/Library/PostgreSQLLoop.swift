internal import Basics
internal import CPostgreSQL
internal import Glibc
internal import Synchronization

/// The thread of a ``PostgreSQLSession`` and its jobs.
final class PostgreSQLLoop: Sendable {
    struct Job: Sendable {
        let isCancelled: @Sendable () -> Bool
        let body: @Sendable (Result<PostgreSQLConnection, PostgreSQLFailure>) -> Void
    }

    private struct Shared {
        var jobs: [Job] = []
        var isRunning = false
        /// Set while the thread runs.
        var pipe: WakePipe?
        /// Ends the thread behind the jobs that are there.
        var mustStop = false
    }

    private let address: PostgreSQLAddress
    private let password: String?
    private let limits: PostgreSQLConnection.Limits
    private let libraries: [String]
    private let shared = Mutex(Shared())

    init(to address: PostgreSQLAddress, password: String?, limits: PostgreSQLConnection.Limits, libraries: [String]) {
        (self.address, self.password, self.limits, self.libraries) = (address, password, limits, libraries)
    }

    func post(_ job: Job) {
        let mustStart = shared.withLock { shared in
            shared.jobs.append(job)
            shared.pipe?.wake()
            defer { shared.isRunning = true }
            return !shared.isRunning
        }
        if mustStart, !DetachedThread.start({ self.run() }) { end(because: .noThread) }
    }

    func wake() { shared.withLock { $0.pipe?.wake() } }

    func stop() {
        shared.withLock { shared in
            guard shared.isRunning else { return }
            shared.mustStop = true
            shared.pipe?.wake()
        }
    }

    // MARK: - On the thread

    private static let collisions = 8

    /// Runs what may be done twice.
    static func repeatedly<Value>(
        _ body: (PostgreSQLConnection) throws(PostgreSQLFailure) -> Value, _ connection: PostgreSQLConnection
    ) throws(PostgreSQLFailure) -> Value {
        var collided = 0
        while true {
            let wasOpen = connection.isOpen
            do throws(PostgreSQLFailure) {
                try connection.open()
                return try body(connection)
            } catch {
                if error.isCollision, collided < collisions {
                    collided += 1
                    try connection.pause(.milliseconds(Int.random(in: 1...20) << min(collided, 5)))
                } else if error.isLostConnection, wasOpen {
                    connection.close()
                } else {
                    if error.isLostConnection { connection.close() }
                    throw error
                }
            }
        }
    }

    private func run() {
        blockBrokenPipe()
        guard let pipe = WakePipe() else { return end(because: .noThread) }
        guard let functions = PostgreSQLLibrary.open(libraries) else { return end(because: .noLibrary) }
        shared.withLock { $0.pipe = pipe }
        let current = CurrentJob()
        let connection = PostgreSQLConnection(
            functions, to: address, password: password, limits: limits, pipe: pipe,
            isCancelled: { current.job?.isCancelled() ?? false })
        while true {
            let (job, mustEnd) = next()
            if mustEnd { return connection.close() }
            current.job = job
            if let job {
                if !job.isCancelled() { job.body(.success(connection)) }
            } else {
                _ = pipe.wait(for: 0, of: -1, timeout: nil)
            }
        }
    }

    private final class CurrentJob {
        var job: Job?
    }

    private func next() -> (job: Job?, mustEnd: Bool) {
        shared.withLock { shared in
            if !shared.jobs.isEmpty { return (shared.jobs.removeFirst(), false) }
            guard shared.mustStop else { return (nil, false) }
            (shared.isRunning, shared.pipe, shared.mustStop) = (false, nil, false)
            return (nil, true)
        }
    }

    /// A closed connection must not kill the process: OpenSSL's writes raise SIGPIPE.
    private func blockBrokenPipe() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Fails the jobs of a thread that cannot run; the next job starts a new one.
    private func end(because failure: PostgreSQLFailure) {
        let jobs = shared.withLock { shared in
            defer { shared = Shared() }
            return shared.jobs
        }
        for job in jobs { job.body(.failure(failure)) }
    }
}
