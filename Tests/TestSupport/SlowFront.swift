/// A port of 127.0.0.1 in front of a server's, from which everything arrives later, in both directions: a long way. It carries as much at
/// once as is sent.
public final class SlowFront: Sendable {
    public let port: UInt16
    private let listener: Int32

    /// - Parameters:
    ///   - server: the port of the server.
    ///   - delay: of one direction: half a round trip.
    public init(before server: UInt16, delay: Duration) throws {
        let listener = try Socket.listen()
        (self.listener, port) = (listener, try Socket.port(of: listener))
        OwnThread.start {
            while let client = Socket.accept(listener) {
                guard let upstream = Socket.connect(to: server) else {
                    Socket.close(client)
                    continue
                }
                OwnThread.start { Self.pass(client, upstream, delay) }
            }
        }
    }

    deinit {
        Socket.shutDown(listener)
        Socket.close(listener)
    }

    private struct Piece {
        let due: ContinuousClock.Instant
        /// Nil for the end of the connection.
        let bytes: [UInt8]?
        let target: Int32
    }

    /// Owns both sockets until one of them has ended, and what came before has arrived.
    private static func pass(_ client: Int32, _ server: Int32, _ delay: Duration) {
        // All take equally long, so that the first one is due first.
        var pieces: [Piece] = []
        var isEnding = false
        while true {
            let pause = pieces.first.map { max(.zero, ContinuousClock.now.duration(to: $0.due)) }
            if let source = Socket.firstReadable(isEnding ? [] : [client, server], within: pause) {
                let bytes = Socket.receive(source)
                let target = source == client ? server : client
                pieces.append(Piece(due: .now + delay, bytes: bytes, target: target))
                isEnding = bytes == nil
            }
            guard let piece = pieces.first, piece.due <= .now else { continue }
            pieces.removeFirst()
            guard let bytes = piece.bytes, Socket.send(bytes, piece.target) else { break }
        }
        Socket.close(client)
        Socket.close(server)
    }
}
