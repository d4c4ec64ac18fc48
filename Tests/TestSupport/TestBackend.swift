public import Cards
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A small My Cards backend on 127.0.0.1, with real sockets: it stores cards, supports `GET /cards.json`, `POST /cards` and `DELETE
/// /cards/ID`, records every request, and can be told to return any response instead. Its list has a strong entity tag that changes
/// with every change, and supports conditional requests.
public final class TestBackend: Sendable {
    /// The response to send instead; nil for the usual one.
    public typealias Fault = @Sendable (Request) -> Answer?

    private struct State {
        var cards = BackendCards()
        /// The encoded list, and the version of the cards that it contains.
        var list: (bytes: [UInt8], version: Int)?
        var traffic = Traffic()
        var watch: (@Sendable (Traffic) -> Void)?
        var requests: [Request] = []
        var fault: Fault?
        var usual: (@Sendable (Request) -> Answer)?
        var scripts: [String: [Answer]] = [:]
        var connections: Set<Int32> = []
        var isStopped = false
        var isReleased = false
        var hanging = 0
        var watchers: [Watcher] = []
    }

    /// A waiter for a request, with the number of requests so far.
    private struct Watcher {
        let isWanted: @Sendable (Request, Int) -> Bool
        let continuation: CheckedContinuation<Request, Never>
    }

    public let port: UInt16
    private let listener: Int32
    /// Distinguishes the tags of a later backend on the same port.
    private let serial = UInt32.random(in: 0 ... .max)
    private let gate = DispatchSemaphore(value: 0)
    /// Never signalled: used to pause a drip.
    private let drips = DispatchSemaphore(value: 0)
    private let state = Mutex(State())

    /// Listens on a free port immediately; ``start()`` begins to answer.
    public init() throws {
        listener = try Socket.listen()
        port = try Socket.port(of: listener)
    }

    public var url: String { "http://127.0.0.1:\(port)" }

    @discardableResult
    public func start() -> TestBackend {
        OwnThread.start { [self] in
            while let connection = Socket.accept(listener) {
                let isWelcome = state.withLock { state in
                    if !state.isStopped { state.connections.insert(connection) }
                    return !state.isStopped
                }
                guard isWelcome else {
                    Socket.close(connection)
                    break
                }
                OwnThread.start { self.serve(connection) }
            }
            Socket.close(listener)
        }
        return self
    }

    /// Closes all sockets; later connections are refused.
    public func stop() {
        state.withLock { state in
            if !state.isStopped { Socket.shutDown(listener) }
            state.isStopped = true
            for connection in state.connections { Socket.shutDown(connection) }
        }
        release()
    }

    // MARK: - Cards and requests

    /// The cards as JSON objects, in the order of arrival.
    public var cards: [JSON] {
        get { state.withLock { $0.cards.all } }
        set { state.withLock { $0.cards.replace(with: newValue) } }
    }

    public func card(_ identifier: String) -> JSON? { state.withLock { $0.cards[identifier] } }

    /// Adds or replaces whole cards.
    public func put(_ cards: [JSON]) {
        state.withLock { state in
            for card in cards { state.cards.put(card) }
        }
    }

    @discardableResult
    public func remove(_ identifier: String) -> Bool { state.withLock { $0.cards.remove(identifier) } }

    public var requests: [Request] { state.withLock { $0.requests } }

    /// The request lines in order, such as `POST /cards`.
    public var lines: [String] { requests.map(\.line) }

    /// The first matching request, past or future.
    public func request(where isWanted: @escaping @Sendable (Request) -> Bool) async -> Request {
        await withCheckedContinuation { continuation in
            let seen = state.withLock { state in
                let seen = state.requests.first(where: isWanted)
                if seen == nil {
                    state.watchers.append(
                        Watcher(isWanted: { request, _ in isWanted(request) }, continuation: continuation))
                }
                return seen
            }
            if let seen { continuation.resume(returning: seen) }
        }
    }

    /// Returns after this number of requests, or ``giveUpWaiting()``.
    public func requests(atLeast count: Int) async {
        _ = await withCheckedContinuation { continuation in
            let last = state.withLock { state in
                let last = state.requests.count >= count ? state.requests.last : nil
                if last == nil {
                    state.watchers.append(Watcher(isWanted: { $1 >= count }, continuation: continuation))
                }
                return last
            }
            if let last { continuation.resume(returning: last) }
        }
    }

    /// Ends all waits for a request, with the last one.
    public func giveUpWaiting() {
        let (waiting, last) = state.withLock { state in
            defer { state.watchers = [] }
            return (state.watchers.map(\.continuation), state.requests.last)
        }
        let request = last ?? Request(method: "", path: "", headers: [:], body: [])
        for continuation in waiting { continuation.resume(returning: request) }
    }

    /// The traffic since ``watch(_:)``.
    public struct Traffic: Hashable, Sendable {
        public var requests = 0
        /// The bytes of sent bodies.
        public var bytes = 0

        public init(requests: Int = 0, bytes: Int = 0) { (self.requests, self.bytes) = (requests, bytes) }
    }

    /// Calls `watch` for every request before it is answered, and for every few thousand bytes sent, synchronously on the
    /// connection's thread, so that a test can act at exactly that moment.
    public func watch(_ watch: (@Sendable (Traffic) -> Void)?) {
        state.withLock { ($0.traffic, $0.watch) = (Traffic(), watch) }
    }

    // MARK: - Faults

    /// Answers every request with this, until it is set to nil.
    public func setFault(_ fault: Fault?) { state.withLock { $0.fault = fault } }

    /// Sets another kind of backend: it answers requests without a script or a fault.
    public func setUsual(_ usual: @escaping @Sendable (Request) -> Answer) { state.withLock { $0.usual = usual } }

    /// Answers the next requests with this request line (`GET /cards.json`) with these, in sequence; then as usual.
    public func script(_ line: String, _ answers: [Answer]) { state.withLock { $0.scripts[line] = answers } }

    /// Serves the list and rejects every write, as `python3 -m http.server` does.
    public func serveFilesOnly() {
        setFault { $0.method == "GET" ? nil : .html(501, "<!DOCTYPE HTML><p>Unsupported method</p>") }
    }

    /// Continues every hanging response, now and later.
    public func release() {
        let hanging = state.withLock { state in
            state.isReleased = true
            return state.hanging
        }
        for _ in 0..<hanging { gate.signal() }
    }

    // MARK: - Answering

    private func serve(_ connection: Int32) {
        var reader = RequestReader(connection)
        while let request = reader.next() {
            note(request)
            guard send(answer(to: request), connection) else { break }
        }
        state.withLock { _ = $0.connections.remove(connection) }
        Socket.close(connection)
    }

    private func note(_ request: Request) {
        let waiting = state.withLock { state in
            state.requests.append(request)
            state.traffic.requests += 1
            let count = state.requests.count
            let waiting = state.watchers.filter { $0.isWanted(request, count) }.map(\.continuation)
            state.watchers.removeAll { $0.isWanted(request, count) }
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: request) }
        notifyWatcher(bytes: 0)
    }

    private func notifyWatcher(bytes: Int) {
        let (watch, traffic) = state.withLock { state in
            state.traffic.bytes += bytes
            return (state.watch, state.traffic)
        }
        watch?(traffic)
    }

    private func answer(to request: Request) -> Answer {
        let (scripted, fault) = state.withLock { state -> (Answer?, Fault?) in
            guard state.scripts[request.line]?.isEmpty == false else { return (nil, state.fault) }
            return (state.scripts[request.line]?.removeFirst(), nil)
        }
        return scripted ?? fault?(request) ?? truth(request)
    }

    /// Processes the request normally and returns the response: for a fault that loses or repeats it.
    public func truth(_ request: Request) -> Answer {
        let usual = state.withLock { $0.usual }
        return usual?(request) ?? usualAnswer(to: request)
    }

    private func usualAnswer(to request: Request) -> Answer {
        switch (request.method, request.path) {
        case ("GET", "/cards.json"):
            let (bytes, tag) = list()
            if request.headers["if-none-match"]?.contains(tag) == true {
                return Answer(head: "HTTP/1.1 304 Not Modified\r\nETag: \(tag)\r\n\r\n")
            }
            return Answer(headers: ["Content-Type": "application/json", "ETag": tag], [.bytes(bytes)])
        case ("POST", "/cards"):
            guard let new = (try? JSONParser.parse(request.body))?.array else { return .status(400) }
            guard new.allSatisfy({ $0["identifier"]?.string != nil }) else { return .status(422) }
            put(new)
            return .json("{}")
        case ("DELETE", let path) where path.hasPrefix("/cards/"):
            let identifier = String(path.dropFirst("/cards/".count))
            return remove(identifier) ? .json("{}") : .status(404)
        default:
            return .status(404)
        }
    }

    /// Cached, since encoding a large list for every request would be slow.
    private func list() -> (bytes: [UInt8], tag: String) {
        let (cards, version, known) = state.withLock { ($0.cards.all, $0.cards.version, $0.list) }
        let tag = "\"\(serial)-\(version)\""
        if let known, known.version == version { return (known.bytes, tag) }
        let bytes = JSONWriter.bytes(of: .array(cards))
        state.withLock { $0.list = (bytes, version) }
        return (bytes, tag)
    }

    /// False if the connection can no longer be used.
    private func send(_ answer: Answer, _ connection: Int32) -> Bool {
        var head = answer.head ?? "HTTP/1.1 \(answer.status) Answer\r\n"
        var isChunked = false
        if answer.head == nil {
            for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
            switch answer.framing {
            case .length(let length): head += "Content-Length: \(length ?? answer.bodyBytes)\r\n"
            case .chunked:
                head += "Transfer-Encoding: chunked\r\n"
                isChunked = true
            case .untilClose: head += "Connection: close\r\n"
            }
            head += "\r\n"
        }
        // A response that begins with a hang does not send its head either.
        if case .hang? = answer.pieces.first { hang() }
        guard Socket.send(Array(head.utf8), connection) else { return false }
        for (index, piece) in answer.pieces.enumerated() {
            switch piece {
            case .bytes(let bytes):
                guard sendBody(bytes, isChunked, connection) else { return false }
            case .text(let text):
                guard sendBody(Array(text.utf8), isChunked, connection) else { return false }
            case .repeated(let bytes, let times):
                for _ in 0..<times { guard sendBody(bytes, isChunked, connection) else { return false } }
            case .drip(let bytes, let milliseconds):
                while !isReleased {
                    guard sendBody(bytes, isChunked, connection) else { return false }
                    _ = drips.wait(timeout: .now() + .milliseconds(milliseconds))
                }
            case .pause(let milliseconds):
                _ = drips.wait(timeout: .now() + .milliseconds(milliseconds))
            case .hang:
                if index > 0 { hang() }
            }
        }
        if answer.resets { Socket.resetWhenClosed(connection) }
        if answer.closes { return false }
        if isChunked, !Socket.send(Array("0\r\n\r\n".utf8), connection) { return false }
        if case .untilClose = answer.framing { return false }
        return true
    }

    /// The watcher is called between the chunks.
    private func sendPlain(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        guard state.withLock({ $0.watch != nil }) else { return Socket.send(bytes, connection) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Self.pieceBytes)
            guard Socket.send(Array(piece), connection) else { return false }
            rest = rest.dropFirst(piece.count)
            notifyWatcher(bytes: piece.count)
        }
        return true
    }

    private static let pieceBytes = 4096

    private var isReleased: Bool { state.withLock { $0.isReleased } }

    private func sendBody(_ bytes: [UInt8], _ isChunked: Bool, _ connection: Int32) -> Bool {
        guard isChunked else { return sendPlain(bytes, connection) }
        defer { notifyWatcher(bytes: bytes.count) }
        if bytes.isEmpty { return true }
        let size = String(bytes.count, radix: 16)
        return Socket.send(Array("\(size)\r\n".utf8) + bytes + Array("\r\n".utf8), connection)
    }

    private func hang() {
        let mustWait = state.withLock { state in
            if !state.isReleased { state.hanging += 1 }
            return !state.isReleased
        }
        if mustWait { gate.wait() }  // blocking: a thread of its own
    }
}
