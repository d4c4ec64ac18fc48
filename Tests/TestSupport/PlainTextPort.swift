internal import Synchronization

/// A port of 127.0.0.1 that answers whatever it receives with the same bytes, and closes the connection.
public final class PlainTextPort: Sendable {
    public let port: UInt16
    private let listener: Int32

    public init(_ answer: String = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n") throws {
        let listener = try Socket.listen()
        (self.listener, port) = (listener, try Socket.port(of: listener))
        OwnThread.start {
            while let connection = Socket.accept(listener) {
                _ = Socket.receive(connection)
                _ = Socket.send(Array(answer.utf8), connection)
                Socket.close(connection)
            }
        }
    }

    deinit {
        Socket.shutDown(listener)
        Socket.close(listener)
    }
}
