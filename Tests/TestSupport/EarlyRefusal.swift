/// A port of 127.0.0.1 that refuses every request with this status as soon as its header is there, and resets a connection on which a body is
/// under way, so that the answer is lost: as file servers do.
public final class EarlyRefusal: Sendable {
    public let port: UInt16
    private let listener: Int32

    public init(status: Int) throws {
        let listener = try Socket.listen()
        (self.listener, port) = (listener, try Socket.port(of: listener))
        OwnThread.start {
            while let connection = Socket.accept(listener) {
                var head = ""
                while !head.contains("\r\n\r\n"), let bytes = Socket.receive(connection) {
                    head += String(decoding: bytes, as: UTF8.self)
                }
                if head.lowercased().contains("expect: 100-continue") {
                    _ = Socket.send(
                        Array("HTTP/1.1 \(status) No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8),
                        connection)
                } else {
                    Socket.resetWhenClosed(connection)
                }
                Socket.close(connection)
            }
        }
    }

    public var url: String { "http://127.0.0.1:\(port)" }

    deinit {
        Socket.shutDown(listener)
        Socket.close(listener)
    }
}
