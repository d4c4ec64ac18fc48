/// A port of 127.0.0.1 at which nobody listens, and nobody else can as long as this lives: every connection is refused.
public final class ClosedPort: Sendable {
    public let number: UInt16
    private let socket: Int32

    public init() throws {
        socket = try Socket.bound()
        number = try Socket.port(of: socket)
    }

    deinit { Socket.close(socket) }

    public var url: String { "http://127.0.0.1:\(number)" }
}
