internal import Synchronization

/// A port of 127.0.0.1 in front of a server's, which passes connections on and cuts them at a random byte, of either direction: between two
/// messages, inside one, during a TLS handshake. Half of the cut ones are reset, the others end as if one side had closed them.
public final class CuttingFront: Sendable {
    private struct State {
        var generator: SeededGenerator
        var isCutting = true
        var cuts = 0
    }

    public let port: UInt16
    private let listener: Int32
    private let state: Mutex<State>

    /// - Parameters:
    ///   - server: the port of the server.
    ///   - seed: chooses which connections are cut, and where. Which connection is the first depends on the client.
    public init(before server: UInt16, seed: UInt64) throws {
        let listener = try Socket.listen()
        (self.listener, port) = (listener, try Socket.port(of: listener))
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
        OwnThread.start { [weak self] in
            while let client = Socket.accept(listener) {
                guard let connection = self?.connection(client, to: server) else {
                    Socket.close(client)
                    continue
                }
                connection.start()
            }
        }
    }

    deinit {
        Socket.shutDown(listener)
        Socket.close(listener)
    }

    /// How many connections were cut so far.
    public var cuts: Int { state.withLock { $0.cuts } }

    /// Connections that are made from now on are whole; those that are open are not cut any more.
    public func stopCutting() { state.withLock { $0.isCutting = false } }

    private func connection(_ client: Int32, to server: UInt16) -> Connection? {
        guard let upstream = Socket.connect(to: server) else { return nil }
        let end: Connection.End? = state.withLock { state in
            guard state.isCutting, Int.random(in: 0..<4, using: &state.generator) > 0 else { return nil }
            // As many short ones as long ones: a request, a handshake, a photo.
            let bits = Int.random(in: 0...17, using: &state.generator)
            let bytes = Int.random(in: 0..<(1 << bits), using: &state.generator)
            return Connection.End(bytes: bytes, isReset: Bool.random(using: &state.generator))
        }
        return Connection(client: client, server: upstream, end: end) { [weak self] in
            self?.state.withLock { state in
                guard state.isCutting else { return false }
                state.cuts += 1
                return true
            } ?? false
        }
    }

    /// Two sockets and the thread that owns them.
    private struct Connection: Sendable {
        /// After how many bytes of both directions it is cut, and how.
        struct End {
            let bytes: Int
            let isReset: Bool
        }

        let client: Int32
        let server: Int32
        let end: End?
        let mayCut: @Sendable () -> Bool

        func start() { OwnThread.start(pass) }

        private func pass() {
            var passed = 0
            var isOpen = true
            while isOpen, let source = Socket.firstReadable([client, server]), let bytes = Socket.receive(source) {
                var count = bytes.count
                if let end, passed + count > end.bytes, mayCut() {
                    count = max(0, end.bytes - passed)
                    isOpen = false
                    if end.isReset { [client, server].forEach(Socket.resetWhenClosed) }
                }
                passed += count
                if !Socket.send(Array(bytes.prefix(count)), source == client ? server : client) { isOpen = false }
            }
            Socket.close(client)
            Socket.close(server)
        }
    }
}
