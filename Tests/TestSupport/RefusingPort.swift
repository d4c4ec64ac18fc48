/// A port of 127.0.0.1 that refuses every connection, and that no other process can use meanwhile.
public final class RefusingPort: Sendable {
    public let port: UInt16
    private let socket: Int32

    public init() throws {
        socket = try Socket.bindFreePort()
        port = try Socket.port(of: socket)
    }

    deinit { Socket.close(socket) }

    public var url: String { "http://127.0.0.1:\(port)" }
}
