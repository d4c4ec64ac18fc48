public import Cards
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A small My Cards backend on 127.0.0.1, with real sockets: it keeps cards, takes `GET /cards.json`, `POST /cards` and
/// `DELETE /cards/ID`, writes down every request, and can be told to answer anything instead.
public final class TestBackend: Sendable {
    /// What to answer instead; nil for what the backend would answer.
    public typealias Fault = @Sendable (Request) -> Answer?

    private struct State {
        var cards: [(identifier: String, json: JSON)] = []
        var requests: [Request] = []
        var fault: Fault?
        var scripts: [String: [Answer]] = [:]
        var connections: Set<Int32> = []
        var isStopped = false
        var isReleased = false
        var hanging = 0
        var watchers: [(isWanted: @Sendable (Request) -> Bool, continuation: CheckedContinuation<Request, Never>)] = []
    }

    public let port: UInt16
    private let listener: Int32
    private let gate = DispatchSemaphore(value: 0)
    /// Never signalled: a drip is a wait for nothing.
    private let drips = DispatchSemaphore(value: 0)
    private let state = Mutex(State())

    /// Listens on a free port at once; ``start()`` answers.
    public init() throws {
        listener = try Socket.listen()
        port = try Socket.port(of: listener)
    }

    public var url: String { "http://127.0.0.1:\(port)" }

    @discardableResult
    public func start() -> TestBackend {
        DispatchQueue(label: "TestBackend").async { [self] in
            while let connection = Socket.accept(listener) {
                let isWelcome = state.withLock { state in
                    if !state.isStopped { state.connections.insert(connection) }
                    return !state.isStopped
                }
                guard isWelcome else {
                    Socket.close(connection)
                    break
                }
                DispatchQueue(label: "TestBackend.connection").async { self.serve(connection) }
            }
            Socket.close(listener)
        }
        return self
    }

    /// Closes everything; from then on connections are refused.
    public func stop() {
        state.withLock { state in
            if !state.isStopped { Socket.shutDown(listener) }
            state.isStopped = true
            for connection in state.connections { Socket.shutDown(connection) }
        }
        release()
    }

    // MARK: - What it has and saw

    /// The cards as JSON objects, in the order in which they came.
    public var cards: [JSON] {
        get { state.withLock { $0.cards.map(\.json) } }
        set {
            let cards = newValue.map { (identifier: $0["identifier"]?.string ?? "", json: $0) }
            state.withLock { $0.cards = cards }
        }
    }

    public func card(_ identifier: String) -> JSON? {
        state.withLock { state in state.cards.first { $0.identifier == identifier }?.json }
    }

    public var requests: [Request] { state.withLock { $0.requests } }

    /// The requests in short, in order: `POST /cards`.
    public var lines: [String] { requests.map(\.line) }

    /// The first request of that kind, seen already or still to come.
    public func request(where isWanted: @escaping @Sendable (Request) -> Bool) async -> Request {
        await withCheckedContinuation { continuation in
            let seen = state.withLock { state in
                let seen = state.requests.first(where: isWanted)
                if seen == nil { state.watchers.append((isWanted, continuation)) }
                return seen
            }
            if let seen { continuation.resume(returning: seen) }
        }
    }

    // MARK: - Faults

    /// Answers every request by this, until it is set to nil.
    public func setFault(_ fault: Fault?) { state.withLock { $0.fault = fault } }

    /// Answers the next requests of that line (`GET /cards.json`) by these, one after the other; then as usual.
    public func script(_ line: String, _ answers: [Answer]) { state.withLock { $0.scripts[line] = answers } }

    /// Serves the list and refuses every write, as `python3 -m http.server` does.
    public func serveFilesOnly() {
        setFault { $0.method == "GET" ? nil : .html(501, "<!DOCTYPE HTML><p>Unsupported method</p>") }
    }

    /// Lets every answer that hangs go on, now and later.
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
            let waiting = state.watchers.filter { $0.isWanted(request) }.map(\.continuation)
            state.watchers.removeAll { $0.isWanted(request) }
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: request) }
    }

    private func answer(to request: Request) -> Answer {
        let (scripted, fault) = state.withLock { state -> (Answer?, Fault?) in
            guard state.scripts[request.line]?.isEmpty == false else { return (nil, state.fault) }
            return (state.scripts[request.line]?.removeFirst(), nil)
        }
        return scripted ?? fault?(request) ?? usualAnswer(to: request)
    }

    private func usualAnswer(to request: Request) -> Answer {
        switch (request.method, request.path) {
        case ("GET", "/cards.json"):
            return Answer([.bytes(JSONWriter.bytes(of: .array(cards)))])
        case ("POST", "/cards"):
            guard let new = (try? JSONParser.parse(request.body))?.array else { return .status(400) }
            guard new.allSatisfy({ $0["identifier"]?.string != nil }) else { return .status(422) }
            for card in new { put(card) }
            return .json("{}")
        case ("DELETE", let path) where path.hasPrefix("/cards/"):
            let identifier = String(path.dropFirst("/cards/".count))
            return state.withLock { state in
                guard let index = state.cards.firstIndex(where: { $0.identifier == identifier }) else {
                    return .status(404)
                }
                state.cards.remove(at: index)
                return .json("{}")
            }
        default:
            return .status(404)
        }
    }

    private func put(_ card: JSON) {
        let identifier = card["identifier"]?.string ?? ""
        state.withLock { state in
            if let index = state.cards.firstIndex(where: { $0.identifier == identifier }) {
                state.cards[index].json = card
            } else {
                state.cards.append((identifier, card))
            }
        }
    }

    /// False when the connection is of no more use.
    private func send(_ answer: Answer, _ connection: Int32) -> Bool {
        var head = answer.head ?? "HTTP/1.1 \(answer.status) Answer\r\n"
        var isChunked = false
        if answer.head == nil {
            for (name, value) in answer.headers { head += "\(name): \(value)\r\n" }
            switch answer.framing {
            case .length(let length): head += "Content-Length: \(length ?? answer.length)\r\n"
            case .chunked:
                head += "Transfer-Encoding: chunked\r\n"
                isChunked = true
            case .untilClose: head += "Connection: close\r\n"
            }
            head += "\r\n"
        }
        // An answer that begins with silence has no head either.
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

    private func sendBody(_ bytes: [UInt8], _ isChunked: Bool, _ connection: Int32) -> Bool {
        guard isChunked else { return Socket.send(bytes, connection) }
        if bytes.isEmpty { return true }
        let size = String(bytes.count, radix: 16)
        return Socket.send(Array("\(size)\r\n".utf8) + bytes + Array("\r\n".utf8), connection)
    }

    private var isReleased: Bool { state.withLock { $0.isReleased } }

    private func hang() {
        let mustWait = state.withLock { state in
            if !state.isReleased { state.hanging += 1 }
            return !state.isReleased
        }
        if mustWait { gate.wait() }
    }
}
