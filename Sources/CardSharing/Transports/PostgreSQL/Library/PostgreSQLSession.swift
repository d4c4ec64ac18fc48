internal import Basics
internal import CPostgreSQL
internal import Glibc
internal import Synchronization

/// A connection with a thread of its own, which starts with the first job and sleeps between jobs. Jobs run one after the other; one
/// whose task is cancelled ends at once. The thread ends, and the connection with it, with ``close()`` or this value.
final class PostgreSQLSession: Sendable {
    private let loop: PostgreSQLLoop

    init(to address: PostgreSQLAddress, password: String?, limits: PostgreSQLConnection.Limits, libraries: [String]) {
        loop = PostgreSQLLoop(to: address, password: password, limits: limits, libraries: libraries)
    }

    deinit { loop.stop() }

    /// Closes the connection. The next job opens it again.
    func close() { loop.stop() }

    /// Runs the body on the thread, with an open connection. It runs again where a connection that was open before turned out to be
    /// broken, or where it collided with another transaction: it must be something that may be done twice.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> Value
    ) async throws(PostgreSQLFailure) -> Value {
        try await InterruptibleWait.value(cancelled: PostgreSQLFailure.cancelled, onCancel: { loop.wake() }) { wait in
            loop.post(
                PostgreSQLLoop.Job(isCancelled: { wait.hasEnded }) { connection in
                    wait.end(
                        Result { () throws(PostgreSQLFailure) in
                            try PostgreSQLLoop.repeatedly(body, try connection.get())
                        })
                })
        }
    }
}

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
        self.address = address
        self.password = password
        self.limits = limits
        self.libraries = libraries
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
        // OpenSSL's writes raise SIGPIPE.
        DetachedThread.blockBrokenPipe()
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

    /// Fails the jobs of a thread that cannot run; the next job starts a new one.
    private func end(because failure: PostgreSQLFailure) {
        let jobs = shared.withLock { shared in
            defer { shared = Shared() }
            return shared.jobs
        }
        for job in jobs { job.body(.failure(failure)) }
    }
}

/// Wakes a thread that waits for a descriptor. Closed with the value.
final class WakePipe: Sendable {
    private let reading: Int32
    private let writing: Int32

    /// Nil where no more files can be opened.
    init?() {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// A full one wakes as well.
    func wake() {
        var byte: UInt8 = 1
        _ = send(writing, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    /// Waits until the socket is ready, somebody wakes it, or the time has passed.
    /// - Parameters:
    ///   - socket: negative for none.
    ///   - timeout: nil to wait without end.
    /// - Returns: whether the socket is ready or closed.
    func wait(for events: Int32, of socket: Int32, timeout: Duration?) -> Bool {
        var descriptors = [
            pollfd(fd: socket, events: Int16(events), revents: 0),
            pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = timeout.map { time in
            let (seconds, attoseconds) = time.components
            return Int32(min(max(seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1, 0), 3_600_000))
        }
        guard poll(&descriptors, 2, milliseconds ?? -1) > 0 else { return false }
        if descriptors[1].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(reading, &bytes, bytes.count) == bytes.count {}
        }
        return descriptors[0].revents != 0
    }
}
