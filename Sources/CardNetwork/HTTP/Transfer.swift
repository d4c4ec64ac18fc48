internal import Synchronization

/// One request under way, shared by the thread that runs it and the task that reads its answer. It holds what has come and
/// was not read yet: the head, and at most ``bufferSize`` and one piece of the body; beyond that the thread is told to pause.
/// Printing it shows nothing of that.
final class Transfer: Sendable {
    /// What the reader gets, in this order.
    enum Event: Sendable {
        case head(HTTPHead)
        /// Some bytes of the body, many at once; empty after ``interrupt()``.
        case chunk([UInt8])
        case end
    }

    /// What the thread has to do after it handed over bytes.
    enum Reception {
        case taken, pause, abort
    }

    /// More than this waiting for the reader pauses the transfer.
    static let bufferSize = 64 << 10
    /// The reader is woken for as much, for the end, and when it is interrupted: waking it for every piece of the line would cost
    /// more than reading.
    static let chunkSize = 32 << 10
    static let maximumHeaderBytes = 64 << 10

    let request: APIRequest
    /// Where it goes: the request's own address, or where a redirect led to. It may hold a secret.
    let url: String
    /// As it comes over the line, and unpacked.
    let maximumBodyBytes: Int
    /// Whether no connection that was used before will do.
    let needsFreshConnection: Bool
    private let state = Mutex(State())

    init(_ request: APIRequest, url: String, maximumBodyBytes: Int, needsFreshConnection: Bool = false) {
        (self.request, self.url, self.maximumBodyBytes) = (request, url, maximumBodyBytes)
        self.needsFreshConnection = needsFreshConnection
    }

    // MARK: - The reader's side: one task

    func next() async throws -> Event {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Event, any Error>) in
            let outcome = state.withLock { state in
                let outcome = state.take()
                if outcome == nil { state.waiter = continuation }
                return outcome
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }

    /// Lets the reader go on with what has come and then an empty chunk, if it waits or as soon as it would.
    func interrupt() { update { $0.isInterrupted = true } }

    /// Whether the thread paused and there is room again; asked after ``next()``.
    func takePause() -> Bool {
        state.withLock { state in
            guard state.isPaused, state.buffer.count < Self.bufferSize else { return false }
            state.isPaused = false
            return true
        }
    }

    /// Ends the transfer for its reader at once; what was not read is dropped.
    func cancel() {
        update { state in
            state.buffer = []
            state.end = .failure(CancellationError())
        }
    }

    var hasEnded: Bool { state.withLock { $0.end != nil } }

    // MARK: - The thread's side

    /// One line of the header, with its line end.
    func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Reception {
        var line = String(decoding: bytes, as: UTF8.self)[...]
        while line.last?.isNewline == true { line.removeLast() }
        return update { state in
            state.headerBytes += bytes.count
            guard state.headerBytes <= Self.maximumHeaderBytes else {
                return state.fail(.headerTooLarge)
            }
            state.readHeader(line: String(line))
            return .taken
        }
    }

    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Reception {
        update { state in
            guard state.buffer.count < Self.bufferSize else {
                state.isPaused = true
                return .pause
            }
            state.receivedBytes += bytes.count
            guard state.receivedBytes <= maximumBodyBytes else {
                return state.fail(.bodyTooLarge(limit: maximumBodyBytes))
            }
            state.buffer.append(contentsOf: bytes)
            return .taken
        }
    }

    /// Whether any of the answer has come.
    var hasBegun: Bool { state.withLock { $0.headerBytes > 0 } }
    var hasHead: Bool { state.withLock { $0.isHeadWhole } }

    /// The first end counts.
    func finish(_ failure: HTTPFailure?) {
        update { state in
            guard state.end == nil else { return }
            state.end = failure.map { .failure($0) } ?? .success(())
        }
    }

    // MARK: -

    private struct State {
        var head: HTTPHead?
        var isHeadWhole = false
        var isHeadTaken = false
        var headerBytes = 0
        var buffer: [UInt8] = []
        var receivedBytes = 0
        var isPaused = false
        var isInterrupted = false
        var end: Result<Void, any Error>?
        var waiter: CheckedContinuation<Event, any Error>?

        mutating func readHeader(line: String) {
            if let head = HTTPHead(statusLine: line) {
                if !isHeadWhole { self.head = head }
            } else if line.isEmpty {
                // 100 Continue and its like come before the answer; trailers come after it.
                isHeadWhole = isHeadWhole || (head?.status ?? 0) >= 200
            } else if !isHeadWhole {
                head?.append(line: line)
            }
        }

        mutating func fail(_ failure: HTTPFailure) -> Reception {
            if end == nil { end = .failure(failure) }
            return .abort
        }

        /// What the reader gets next; nil while there is nothing.
        mutating func take() -> Result<Event, any Error>? {
            if isHeadWhole, !isHeadTaken, let head {
                isHeadTaken = true
                return .success(.head(head))
            }
            if isHeadTaken, buffer.count >= Transfer.chunkSize || (!buffer.isEmpty && (isInterrupted || end != nil)) {
                defer { buffer = [] }
                return .success(.chunk(buffer))
            }
            if isHeadTaken, isInterrupted {
                isInterrupted = false
                return end == nil ? .success(.chunk([])) : take()
            }
            switch end {
            case nil: return nil
            case .failure(let error): return .failure(error)
            case .success where isHeadTaken: return .success(.end)
            // libcurl takes an end within the header for one of the answer.
            case .success: return .failure(head == nil ? HTTPFailure.notHTTP : .closed)
            }
        }
    }

    /// Changes the state and wakes the reader if there is now something for it.
    @discardableResult
    private func update<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
        let (value, waiter, outcome) = state.withLock { state in
            let value = change(&state)
            guard let waiter = state.waiter, let outcome = state.take() else {
                return (value, CheckedContinuation<Event, any Error>?.none, Result<Event, any Error>?.none)
            }
            state.waiter = nil
            return (value, waiter, outcome)
        }
        if let outcome { waiter?.resume(with: outcome) }
        return value
    }
}

extension Transfer: CustomStringConvertible, CustomReflectable {
    var description: String { "transfer of \(request)" }
    var customMirror: Mirror { Mirror(self, children: ["request": request]) }
}
