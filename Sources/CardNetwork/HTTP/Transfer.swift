internal import Synchronization

/// A running request, shared by the network thread and the task that reads the answer. It buffers what was received but
/// not yet read: the head, and at most ``bufferSize`` plus one chunk of the body; beyond that the thread pauses the
/// transfer. Its description contains nothing of that.
final class Transfer: Sendable {
    /// The events for the reader, in this order.
    enum Event: Sendable {
        case head(HTTPHead)
        /// A part of the body; empty after ``interrupt()``.
        case chunk([UInt8])
        case end
    }

    /// What the thread has to do after it passed bytes on.
    enum Reception {
        case accepted, pause, abort
    }

    /// The transfer pauses if more than this waits for the reader.
    static let bufferSize = 64 << 10
    /// The reader is woken for this many bytes, at the end, and when it is interrupted: waking it for every network
    /// read would cost more than reading.
    static let chunkSize = 32 << 10
    static let maximumHeaderBytes = 64 << 10

    let request: APIRequest
    /// The request's own URL, or the target of a redirect. It may contain a secret.
    let url: String
    /// The limit of the body, both as received and decompressed.
    let maximumBodyBytes: Int
    /// Whether a reused connection must not be used.
    let needsFreshConnection: Bool
    /// Whether the server is asked before the body is sent (RFC 9110, 10.1.1): one that refuses it would close the connection, and the answer
    /// would be lost.
    let asksBeforeBody: Bool
    private let state = Mutex(State())

    init(
        _ request: APIRequest, url: String, maximumBodyBytes: Int, needsFreshConnection: Bool = false,
        asksBeforeBody: Bool = false
    ) {
        self.asksBeforeBody = asksBeforeBody
        self.request = request
        self.url = url
        self.maximumBodyBytes = maximumBodyBytes
        self.needsFreshConnection = needsFreshConnection
    }

    // MARK: - The reader: one task

    func next() async throws -> Event {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Event, any Error>) in
            let outcome = state.withLock { state in
                let outcome = state.nextEvent()
                if outcome == nil { state.waiter = continuation }
                return outcome
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }

    /// Wakes the reader with the bytes received so far and then an empty chunk, now or at its next call.
    func interrupt() { update { $0.isInterrupted = true } }

    /// Whether the transfer was paused and can be resumed; call it after ``next()``.
    func consumePause() -> Bool {
        state.withLock { state in
            guard state.isPaused, state.buffer.count < Self.bufferSize else { return false }
            state.isPaused = false
            return true
        }
    }

    /// Ends the transfer for the reader at once; unread bytes are dropped.
    func cancel() {
        update { state in
            state.buffer = []
            state.end = .failure(CancellationError())
        }
    }

    var hasEnded: Bool { state.withLock { $0.end != nil } }

    // MARK: - The thread

    /// Receives a header line, including its line end.
    func receiveHeader(_ bytes: UnsafeRawBufferPointer) -> Reception {
        var line = String(decoding: bytes, as: UTF8.self)[...]
        while line.last?.isNewline == true { line.removeLast() }
        return update { state in
            state.headerBytes += bytes.count
            guard state.headerBytes <= Self.maximumHeaderBytes else {
                return state.fail(.headerTooLarge)
            }
            state.readHeader(line: String(line))
            return .accepted
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
            return .accepted
        }
    }

    /// Whether a part of the answer was received.
    var hasBegun: Bool { state.withLock { $0.headerBytes > 0 } }
    /// Whether the header has a length that is none.
    var isLengthInvalid: Bool { state.withLock { $0.head?.isLengthInvalid ?? false } }
    /// Whether a connection was refused because its address is not one of the internet.
    var hasLocalAddress: Bool { state.withLock { $0.hasLocalAddress } }
    func noteLocalAddress() { state.withLock { $0.hasLocalAddress = true } }
    var hasHead: Bool { state.withLock { $0.isHeadWhole } }

    /// Only the first call has an effect.
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
        var isHeadDelivered = false
        var headerBytes = 0
        var hasLocalAddress = false
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
                // Informational responses (100 Continue) precede the final one; trailers follow it.
                isHeadWhole = isHeadWhole || (head?.status ?? 0) >= 200
            } else if !isHeadWhole {
                head?.append(line: line)
            }
        }

        mutating func fail(_ failure: HTTPFailure) -> Reception {
            if end == nil { end = .failure(failure) }
            return .abort
        }

        /// The next event for the reader; nil if there is none yet.
        mutating func nextEvent() -> Result<Event, any Error>? {
            if isHeadWhole, !isHeadDelivered, let head {
                isHeadDelivered = true
                return .success(.head(head))
            }
            if isHeadDelivered, buffer.count >= Transfer.chunkSize || (!buffer.isEmpty && (isInterrupted || end != nil))
            {
                defer { buffer = [] }
                return .success(.chunk(buffer))
            }
            if isHeadDelivered, isInterrupted {
                isInterrupted = false
                return end == nil ? .success(.chunk([])) : nextEvent()
            }
            switch end {
            case nil: return nil
            case .failure(let error): return .failure(error)
            case .success where isHeadDelivered: return .success(.end)
            // libcurl treats an end of stream within the header as the end of the answer.
            case .success: return .failure(head == nil ? HTTPFailure.notHTTP : .closed)
            }
        }
    }

    /// Changes the state and resumes the reader if there is an event for it.
    @discardableResult
    private func update<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
        let (value, waiter, outcome) = state.withLock { state in
            let value = change(&state)
            guard let waiter = state.waiter, let outcome = state.nextEvent() else {
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
