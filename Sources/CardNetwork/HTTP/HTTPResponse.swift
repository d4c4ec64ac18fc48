internal import Basics
internal import Cards
internal import Synchronization

/// An answer that is being received: its head, and its body chunk by chunk. A slow reader slows the sender down; the
/// body is never buffered as a whole. Its description contains neither headers nor body.
package struct HTTPResponse: Sendable {
    /// The rest of a body is read up to this size, so that the connection can be reused.
    private static let maximumIdleBytes = 64 << 10

    package let head: HTTPHead
    let request: APIRequest
    let transfer: Transfer
    let loop: TransferLoop
    /// Nil if the body is not compressed.
    private let gzip: GzipBody?

    init(head: HTTPHead, request: APIRequest, transfer: Transfer, loop: TransferLoop) {
        self.head = head
        self.request = request
        self.transfer = transfer
        self.loop = loop
        gzip = head.encoding == .gzip ? GzipBody(limit: transfer.maximumBodyBytes) : nil
    }

    /// The next bytes of the decompressed body, as soon as enough of them have arrived or it ends; nil at its end,
    /// empty after ``interrupt()``. Throws ``HTTPFailure``.
    package func nextChunk() async throws -> [UInt8]? {
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

    /// The next bytes as received.
    private func nextReceived() async throws -> [UInt8]? {
        // libcurl reads such an answer to the end of the connection, wherever that is.
        if head.isLengthInvalid { throw HTTPFailure.invalidLength }
        let event = try await transfer.next()
        if case .other(let name) = head.encoding, case .chunk(let bytes) = event, !bytes.isEmpty {
            throw HTTPFailure.encoding(name)
        }
        if transfer.consumePause() { loop.post(.resume(transfer)) }
        if case .chunk(let bytes) = event { return bytes }
        return nil
    }

    /// Makes ``nextChunk()`` return the bytes received so far, and then an empty chunk, immediately if it waits: for a
    /// reader that has other work meanwhile.
    func interrupt() { transfer.interrupt() }

    /// How long the server asks to wait; nil if it does not.
    package var retryAfter: Duration? { RetryAfter(head, now: loop.clock.now(), by: loop.functions)?.delay }

    package var isWebPage: Bool { head["Content-Type"]?.lowercased().hasPrefix("text/html") == true }

    /// Reads and discards the rest of a body that may be incomplete. Throws ``HTTPFailure`` if it is cut off.
    func drain() async throws {
        var count = 0
        while count < Self.maximumIdleBytes, let chunk = try await nextChunk() { count += chunk.count }
    }

    /// Reads and discards the rest of a body that must be complete. Throws ``HTTPFailure`` if it is cut off, announces
    /// more than the limit, or takes longer than an answer may.
    func readToEnd() async throws {
        let limit = transfer.maximumBodyBytes
        if let promised = head.bodyBytes, promised > limit { throw HTTPFailure.bodyTooLarge(limit: limit) }
        let deadline = ContinuousClock.now.advanced(by: loop.answerTimeout)
        let timer = interrupting(at: deadline)
        defer { timer.cancel() }
        while try await nextChunk() != nil {
            if ContinuousClock.now >= deadline { throw HTTPFailure.tooSlow }
        }
    }

    /// Interrupts then: waking up only for received bytes, a reader would miss the deadline of a slow answer.
    func interrupting(at deadline: ContinuousClock.Instant) -> Task<Void, any Error> {
        Task {
            try await QueueClock().sleep(until: deadline, tolerance: nil)
            interrupt()
        }
    }

    /// The target of a redirect; nil if it is missing or invalid.
    var redirectTarget: HTTPAddress? {
        guard let location = head["Location"] else { return nil }
        return HTTPAddress(transfer.url)?.resolving(location)
    }

    /// Throws ``NetworkError`` unless the status is 2xx, with the backend's reason where it gives one.
    package func requireSuccess() async throws {
        let (host, status) = (request.base.hostAndPort, head.status)
        if (200..<300).contains(status) { return }
        // 304 is not a redirect; callers that expect it check for it before.
        if (300..<400).contains(status), status != 304 {
            throw NetworkError.redirected(host: host, target: redirectTarget?.shown ?? "")
        }
        if status == 429 || status == 503, let pause = RetryAfter(head, now: loop.clock.now(), by: loop.functions) {
            throw NetworkError.busy(host: host, status: status, retryAfter: pause.delay)
        }
        let isJSON = head["Content-Type"]?.lowercased().contains(bytesOf: "json") == true
        if status == 403 || status >= 500, !isJSON, let proxy = ProxyRules().plainProxy(for: request.base) {
            throw NetworkError.refusedOnTheWay(host: host, proxy: proxy, status: status)
        }
        let (reason, wantsTLS) = try await refusal
        if wantsTLS { throw NetworkError.failed(host: host, cause: .needsTLS) }
        throw NetworkError.refused(host: host, status: status, reason: reason)
    }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
    package var description: String { "\(head.status) to \(request)" }
    package var customMirror: Mirror { Mirror(self, children: ["status": head.status, "request": request]) }
}

extension HTTPResponse {
    /// The backend's reason for refusing a request, on one line: a short text, or the value of a common key in a JSON
    /// object. Nil if there is none; web pages are ignored. Throws ``HTTPFailure``.
    var reason: String? {
        get async throws {
            guard hasType("text/plain") || hasType("application/json") else { return nil }
            let bytes = try await beginning
            let text = hasType("text/plain") ? String(validating: bytes, as: UTF8.self) : BackendMessage.text(in: bytes)
            return text.flatMap(BackendMessage.oneLine)
        }
    }

    /// The reason in a JSON body only, since an error page in plain text says no more than the status; and whether the body says that
    /// the port expects TLS, as nginx, Apache and Go do. A body that breaks off says nothing. Throws `CancellationError`.
    var refusal: (reason: String?, wantsTLS: Bool) {
        get async throws {
            let mayWantTLS = head.status == 400 && !request.base.isSecure
            guard mayWantTLS || hasType("application/json") else { return (nil, false) }
            let bytes: [UInt8]
            do {
                bytes = try await beginning
            } catch let error as CancellationError {
                throw error
            } catch {
                return (nil, false)
            }
            let text = String(decoding: bytes, as: UTF8.self).lowercased()
            let wantsTLS = ["to https port", "an https server", "an ssl-enabled server port"].contains {
                text.contains(bytesOf: $0)
            }
            return (BackendMessage.text(in: bytes).flatMap(BackendMessage.oneLine), mayWantTLS && wantsTLS)
        }
    }

    private func hasType(_ type: String) -> Bool { head["Content-Type"]?.lowercased().hasPrefix(type) == true }

    /// What arrives in time: the failure is known without it.
    private var beginning: [UInt8] {
        get async throws {
            let deadline = ContinuousClock.now.advanced(by: Self.reasonTimeout)
            let timer = interrupting(at: deadline)
            defer { timer.cancel() }
            var bytes: [UInt8] = []
            while bytes.count < BackendMessage.maximumBytes, ContinuousClock.now < deadline,
                let chunk = try await nextChunk()
            {
                bytes += chunk
            }
            return bytes
        }
    }

    private static let reasonTimeout = Duration.seconds(3)
}

/// The text of an error in a backend's answer.
enum BackendMessage {
    static let maximumBytes = 16 << 10
    private static let maximumCharacters = 200

    /// The text in a JSON answer: it is a string, or the value of a common key of an object. Nil if there is none.
    static func text(in bytes: [UInt8]) -> String? {
        guard let json = try? JSONParser.parse(bytes, maximumValues: 1000) else { return nil }
        if let text = json.string { return text }
        for key in ["error", "message", "detail", "reason", "title"] {
            guard let value = json[key] else { continue }
            // Some wrap it once more: {"error": {"code": 7, "message": "…"}}.
            if let text = value.string ?? value["message"]?.string { return text }
        }
        return nil
    }

    /// Nil for an empty text.
    static func oneLine(_ text: String) -> String? {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if line.isEmpty { return nil }
        return line.shortened(to: maximumCharacters)
    }
}

/// Unpacks a gzip body at the reader's pace: it holds the packed bytes received so far, and at most one chunk of unpacked ones.
/// libcurl would unpack everything that it has read, up to 1,000 bytes for each byte, even while the reader waits.
final class GzipBody: Sendable {
    /// The size of an unpacked chunk, in bytes.
    static let chunkSize = 64 << 10

    private struct State: ~Copyable {
        /// Nil where zlib or memory is missing.
        var stream = ZlibStream(unpacking: .gzip)
        var unpackedBytes = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: the maximum of unpacked bytes.
    init(limit: Int) { self.limit = limit }

    /// Appends packed bytes. Call it when ``next()`` has returned nil.
    func feed(_ bytes: [UInt8]) { state.withLock { $0.stream?.feed(bytes) } }

    /// The next unpacked bytes; nil if it needs more input, or at the end of the body.
    func next() throws(HTTPFailure) -> [UInt8]? {
        let limit = limit
        let result = state.withLock { state -> Result<[UInt8]?, HTTPFailure> in
            let chunk: [UInt8]
            do throws(ZlibStream.Broken) {
                guard let next = try state.stream?.next(room: Self.chunkSize) else {
                    return .failure(
                        .other("the response is compressed, and there is no zlib (zlib1g) or no memory for it"))
                }
                chunk = next
            } catch {
                return .failure(.damagedGzip)
            }
            state.unpackedBytes += chunk.count
            if state.unpackedBytes > limit { return .failure(.bodyTooLarge(limit: limit)) }
            return .success(chunk.isEmpty ? nil : chunk)
        }
        return try result.get()
    }

    /// Throws if the body ended within a member.
    func finish() throws(HTTPFailure) {
        if !state.withLock({ $0.stream?.isComplete ?? true }) { throw .closed }
    }
}
