internal import Synchronization

/// A port of 127.0.0.1 that answers whatever it receives with the same bytes, and closes the connection.
public final class PlainTextPort: Sendable {
    public let port: UInt16
    private let listener: Int32
    private let all = Mutex<[UInt8]>([])

    public init(_ answer: String = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n") throws {
        let listener = try Socket.listen()
        (self.listener, port) = (listener, try Socket.port(of: listener))
        OwnThread.start { [weak self] in
            while let connection = Socket.accept(listener) {
                self?.note(Socket.receive(connection) ?? [])
                _ = Socket.send(Array(answer.utf8), connection)
                Socket.close(connection)
            }
        }
    }

    /// What it received first of each connection.
    public var received: [UInt8] { all.withLock { $0 } }

    private func note(_ bytes: [UInt8]) { all.withLock { $0 += bytes } }

    deinit {
        Socket.shutDown(listener)
        Socket.close(listener)
    }
}
