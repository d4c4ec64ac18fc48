internal import Basics
internal import CPostgreSQL
internal import Cards
internal import Glibc

/// One connection to a server, used by one thread only. It blocks that thread in ``WakePipe/wait(for:of:timeout:)`` and nowhere else,
/// except where libpq looks up a host's name.
///
/// A statement that is cancelled or late takes the connection with it: what the server still does is rolled back, or is done as if the
/// answer had been lost.
final class PostgreSQLConnection {
    /// How long things may take.
    struct Limits: Sendable {
        /// How long a host may be silent while it is connected to. TLS and the sign-in take six round trips.
        var connecting: Duration = .seconds(10)
        var statement: Duration = .seconds(60)
    }

    /// A host that goes on saying something is given up after so many times the limit.
    private static let longestConnecting = 4

    private let functions: PostgreSQLFunctions
    private let address: PostgreSQLAddress
    private let password: String?
    private let limits: Limits
    private let pipe: WakePipe
    /// Whether what is done now is not wanted any more.
    private let isCancelled: () -> Bool
    private var handle: OpaquePointer?
    /// The names of the statements that this connection has prepared.
    private var prepared: Set<String> = []
    /// How far a vault was read by it. Nothing of it holds for another connection: a standby that took over, or a backup that was
    /// restored, may have given the same revisions to other batches.
    var cursor = PostgreSQLCursor()

    init(
        _ functions: PostgreSQLFunctions, to address: PostgreSQLAddress, password: String?, limits: Limits,
        pipe: WakePipe,
        isCancelled: @escaping () -> Bool
    ) {
        self.functions = functions
        self.address = address
        self.password = password
        self.limits = limits
        self.pipe = pipe
        self.isCancelled = isCancelled
    }

    deinit { close() }

    var isOpen: Bool { handle != nil }

    /// 150018 for 15.18; 0 while it is closed.
    var serverVersion: Int { handle.map { Int(functions.PQserverVersion($0)) } ?? 0 }

    /// The number of the server's process for this connection, which notices of its own changes name.
    var processID: Int32 { handle.map { functions.PQbackendPID($0) } ?? 0 }

    var isEncrypted: Bool { handle.map { functions.PQsslInUse($0) == 1 } ?? false }

    func close() {
        if let handle { functions.PQfinish(handle) }
        handle = nil
        prepared = []
        cursor = PostgreSQLCursor()
    }

    // MARK: - Opening

    /// Opens it, if it is not open, to the first host that takes it.
    func open() throws(PostgreSQLFailure) {
        guard handle == nil else { return }
        var told: PostgreSQLFailure?
        for host in address.hosts {
            do throws(PostgreSQLFailure) {
                return try open(host)
            } catch {
                close()
                if error == .cancelled { throw error }
                // That the password is wrong says more than that another host is away.
                if told.map({ $0.error(of: "").isTemporary }) ?? true { told = error }
            }
        }
        throw told ?? .lost
    }

    private func open(_ host: PostgreSQLAddress.Host) throws(PostgreSQLFailure) {
        var options = address.options
        if let name = host.name { options.append((key: "host", value: name)) }
        if let port = host.port { options.append((key: "port", value: port)) }
        if let password { options.append((key: "password", value: password)) }
        let texts = options.map { ($0.key, $0.value) }
        let started = Self.withCStrings(texts.map(\.0)) { keys in
            Self.withCStrings(texts.map(\.1)) { values in functions.PQconnectStartParams(keys, values, 0) }
        }
        guard let started else { throw .lost }
        handle = started
        functions.silence(started)
        // Only the number of the server's errors: its words are in its own language.
        _ = functions.PQsetErrorVerbosity(started, Int32(CARDS_ERRORS_SQLSTATE))
        // An address may limit all of it, as libpq does.
        let last = ContinuousClock.now + (address.connectTimeout ?? limits.connecting * Self.longestConnecting)
        let silence = address.connectTimeout ?? limits.connecting
        var step = Int32(CARDS_POLLING_WRITING)
        if functions.PQstatus(started) == CARDS_CONNECTION_BAD { step = Int32(CARDS_POLLING_FAILED) }
        while step != CARDS_POLLING_OK {
            guard step != CARDS_POLLING_FAILED else { throw connectionFailure(started) }
            let end = min(last, ContinuousClock.now + silence)
            _ = try wait(for: step == CARDS_POLLING_READING ? POLLIN : POLLOUT, until: end)
            step = functions.PQconnectPoll(started)
        }
        _ = functions.PQsetErrorVerbosity(started, 0)
        guard functions.PQsetnonblocking(started, 1) == 0, functions.PQenterPipelineMode(started) == 1 else {
            throw .lost
        }
        // A server must not keep a lock for a device that is gone.
        let milliseconds = limits.statement.components.seconds * 1000
        try execute([
            PostgreSQLStatement("SET statement_timeout = \(milliseconds)"),
            PostgreSQLStatement("SET idle_in_transaction_session_timeout = \(milliseconds)"),
            PostgreSQLStatement("SET tcp_keepalives_idle = 60"),
        ])
    }

    private func connectionFailure(_ handle: OpaquePointer) -> PostgreSQLFailure {
        let words = Self.words(functions.PQerrorMessage(handle))
        // "…failed: FATAL:  28P01"
        if let state = words.split(separator: " ").last, state.utf8.count == 5, words.contains(bytesOf: ":  "),
            state.utf8.allSatisfy({ (48...57).contains($0) || (65...90).contains($0) })
        {
            return .answered(state: String(state), message: "")
        }
        return .notConnected(words)
    }

    // MARK: - Statements

    /// Sends the statements at once, and reads what each answers. Without a BEGIN among them, all are done or none.
    @discardableResult
    func execute(_ statements: [PostgreSQLStatement]) throws(PostgreSQLFailure) -> [PostgreSQLRows] {
        guard let handle else { throw .lost }
        do throws(PostgreSQLFailure) {
            // What each result will be of: a statement that is prepared, or one that is executed (nil).
            var expected: [String?] = []
            for statement in statements { try send(statement, by: handle, &expected) }
            guard functions.PQpipelineSync(handle) == 1 else { throw .lost }
            return try read(expected, by: handle)
        } catch {
            switch error {
            case .cancelled, .late: abandon()
            default:
                // Within a transaction that failed, nothing else would be done.
                if error.isLostConnection || functions.PQstatus(handle) == CARDS_CONNECTION_BAD
                    || functions.PQtransactionStatus(handle) != CARDS_TRANSACTION_IDLE
                {
                    close()
                }
            }
            throw error
        }
    }

    private func send(
        _ statement: PostgreSQLStatement, by handle: OpaquePointer, _ expected: inout [String?]
    ) throws(PostgreSQLFailure) {
        let types = statement.values.map(\.type)
        let count = Int32(types.count)
        if let name = statement.name, !prepared.contains(name), !expected.contains(name) {
            guard functions.PQsendPrepare(handle, name, statement.text, count, types) == 1 else { throw .lost }
            expected.append(name)
        }
        let isSent = Self.withValues(statement.values.map(\.encoded)) { values, lengths in
            let formats = [Int32](repeating: 1, count: types.count)
            guard let name = statement.name else {
                return functions.PQsendQueryParams(handle, statement.text, count, types, values, lengths, formats, 1)
            }
            return functions.PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw .lost }
        expected.append(nil)
    }

    private func read(_ expected: [String?], by handle: OpaquePointer) throws(PostgreSQLFailure) -> [PostgreSQLRows] {
        let end = ContinuousClock.now + limits.statement
        var answers: [PostgreSQLRows] = []
        var failure: PostgreSQLFailure?
        for name in expected {
            // Results of one statement end with none.
            while let result = try nextResult(handle, until: end) {
                defer { functions.PQclear(result) }
                switch Int(functions.PQresultStatus(result)) {
                case CARDS_RESULT_COMMAND, CARDS_RESULT_ROWS:
                    if let name { prepared.insert(name) } else { answers.append(PostgreSQLRows(result, by: functions)) }
                case CARDS_RESULT_PIPELINE_ABORTED: break
                default: failure = failure ?? self.failure(of: result)
                }
                if functions.PQstatus(handle) == CARDS_CONNECTION_BAD { throw failure ?? .lost }
            }
        }
        guard let result = try nextResult(handle, until: end) else { throw failure ?? .lost }
        let isSynchronized = Int(functions.PQresultStatus(result)) == CARDS_RESULT_PIPELINE_SYNC
        functions.PQclear(result)
        if let failure { throw failure }
        guard isSynchronized, answers.count == expected.filter({ $0 == nil }).count else { throw .lost }
        return answers
    }

    private func nextResult(_ handle: OpaquePointer, until end: ContinuousClock.Instant) throws(PostgreSQLFailure)
        -> OpaquePointer?
    {
        while true {
            let flushed = functions.PQflush(handle)
            if functions.PQisBusy(handle) == 0 { return functions.PQgetResult(handle) }
            guard flushed >= 0 else { throw .lost }
            _ = try wait(for: flushed == 1 ? POLLIN | POLLOUT : POLLIN, until: end)
            // A connection that breaks still has what the server said before.
            if functions.PQconsumeInput(handle) == 0, functions.PQisBusy(handle) != 0 { throw .lost }
        }
    }

    private func failure(of result: OpaquePointer) -> PostgreSQLFailure {
        guard let state = functions.PQresultErrorField(result, Int32(UInt8(ascii: "C"))) else { return .lost }
        let message = functions.PQresultErrorField(result, Int32(UInt8(ascii: "M")))
        return .answered(state: String(cString: state), message: Self.words(message))
    }

    // MARK: - Notices

    /// Waits for notices of a channel that this connection listens to, and takes those that are there; none if none came in this time.
    func waitForNotices(_ timeout: Duration) throws(PostgreSQLFailure) -> [PostgreSQLNotice] {
        guard let handle else { throw .lost }
        let end = ContinuousClock.now + timeout
        while true {
            guard functions.PQconsumeInput(handle) == 1 else {
                close()
                throw .lost
            }
            var notices: [PostgreSQLNotice] = []
            while let notice = functions.PQnotifies(handle) {
                notices.append(
                    PostgreSQLNotice(process: notice.pointee.be_pid, text: Self.words(notice.pointee.extra)))
                functions.PQfreemem(notice)
            }
            if !notices.isEmpty { return notices }
            do throws(PostgreSQLFailure) {
                _ = try wait(for: POLLIN, until: end)
            } catch {
                if error == .late { return [] }
                close()
                throw error
            }
        }
    }

    // MARK: - Passwords

    /// What the server stores of a password (SCRAM-SHA-256): the password itself would be in its log.
    func verifier(of password: String, for role: String) -> String? {
        guard let handle, let text = functions.PQencryptPasswordConn(handle, password, role, "scram-sha-256") else {
            return nil
        }
        defer { functions.PQfreemem(text) }
        return String(cString: text)
    }

    // MARK: - Waiting

    /// Waits before the same is tried again.
    func pause(_ time: Duration) throws(PostgreSQLFailure) {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
            guard !isCancelled() else { throw .cancelled }
            _ = pipe.wait(for: 0, of: -1, timeout: ContinuousClock.now.duration(to: end))
        }
    }

    private func wait(for events: Int32, until end: ContinuousClock.Instant) throws(PostgreSQLFailure) -> Bool {
        guard let handle else { throw .lost }
        while true {
            guard !isCancelled() else { throw .cancelled }
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { throw .late }
            if pipe.wait(for: events, of: functions.PQsocket(handle), timeout: left) { return true }
        }
    }

    /// Tells the server to stop, on a thread of its own since libpq blocks in it, and closes the connection at once.
    private func abandon() {
        if let handle {
            let cancel = PostgreSQLCancel(handle: functions.PQgetCancel(handle))
            let functions = functions
            let isStarted = DetachedThread.start {
                var words = [CChar](repeating: 0, count: 256)
                _ = functions.PQcancel(cancel.handle, &words, Int32(words.count))
                functions.PQfreeCancel(cancel.handle)
            }
            if !isStarted { functions.PQfreeCancel(cancel.handle) }
        }
        close()
    }
}
