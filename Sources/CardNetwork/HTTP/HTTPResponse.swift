/// An answer that is coming in: its head, and its body piece by piece. A reader that is slow slows the sender down; the
/// body is never held whole here. Printing it shows neither headers nor body.
struct HTTPResponse: Sendable {
    /// A body that does not matter is read up to here, so that its connection can be used again; no further.
    private static let maximumIdleBytes = 64 << 10

    let head: HTTPHead
    let request: APIRequest
    let transfer: Transfer
    let loop: TransferLoop
    /// Nil for a body that is not packed.
    private let gzip: GzipBody?

    init(head: HTTPHead, request: APIRequest, transfer: Transfer, loop: TransferLoop) {
        (self.head, self.request, self.transfer, self.loop) = (head, request, transfer, loop)
        gzip = head.encoding == .gzip ? GzipBody(limit: transfer.maximumBodyBytes) : nil
    }

    /// The next bytes of the body, decoded, as soon as there are many or it ends; nil at its end, empty after ``interrupt()``.
    /// Throws ``HTTPFailure``.
    func nextChunk() async throws -> [UInt8]? {
        guard let gzip else { return try await nextReceived() }
        while true {
            if let unpacked = try gzip.next() { return unpacked }
            guard let packed = try await nextReceived() else {
                try gzip.finish()
                return nil
            }
            if packed.isEmpty { return [] }
            gzip.feed(packed)
        }
    }

    /// The same as it came over the line.
    private func nextReceived() async throws -> [UInt8]? {
        let event = try await transfer.next()
        if head.encoding == .unknown, case .chunk(let bytes) = event, !bytes.isEmpty { throw HTTPFailure.notHTTP }
        if transfer.takePause() { loop.post(.resume(transfer)) }
        if case .chunk(let bytes) = event { return bytes }
        return nil
    }

    /// Makes ``nextChunk()`` give what has come so far and then an empty chunk, at once when it waits: for a reader with something
    /// else to do meanwhile.
    func interrupt() { transfer.interrupt() }

    /// Reads the rest of a body that does not matter. Throws ``HTTPFailure`` where it is cut off.
    func drain() async throws {
        var count = 0
        while count < Self.maximumIdleBytes, let chunk = try await nextChunk() { count += chunk.count }
    }

    /// Reads the rest of a body that has to be whole, and keeps none of it. Throws ``HTTPFailure`` where it is cut off, promises more
    /// than is taken, or goes on for longer than an answer may.
    func readToEnd() async throws {
        let limit = transfer.maximumBodyBytes
        if let promised = head.bodyBytes, promised > limit { throw HTTPFailure.bodyTooLarge(limit: limit) }
        let deadline = ContinuousClock.now.advanced(by: loop.answerTimeout)
        // The reader is woken by what has come; of what comes too slowly it would not hear in time.
        let timer = Task {
            try await QueueClock().sleep(until: deadline, tolerance: nil)
            interrupt()
        }
        defer { timer.cancel() }
        while try await nextChunk() != nil {
            if ContinuousClock.now >= deadline { throw HTTPFailure.tooSlow }
        }
    }

    /// Where the answer sends us; nil when it does not say, or when that cannot be read.
    var redirectTarget: HTTPAddress? {
        guard let place = head["Location"] else { return nil }
        return HTTPAddress(transfer.url)?.resolving(place)
    }

    /// Throws ``NetworkError`` unless the status is one of success.
    func requireSuccess() throws(NetworkError) {
        let (host, status) = (request.base.hostAndPort, head.status)
        if (200..<300).contains(status) { return }
        // 304 is no redirect: what we have is what there is, and who asked for that looks for it before this.
        if (300..<400).contains(status), status != 304 {
            throw .redirected(host: host, place: redirectTarget?.shown ?? "")
        }
        if status == 429 || status == 503, let pause = RetryAfter(head, now: loop.clock.now(), by: loop.functions) {
            throw .busy(host: host, status: status, retryAfter: pause.delay)
        }
        throw .refused(host: host, status: status)
    }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    var description: String { "\(head.status) to \(request)" }
    var customMirror: Mirror { Mirror(self, children: ["status": head.status, "request": request]) }
}
