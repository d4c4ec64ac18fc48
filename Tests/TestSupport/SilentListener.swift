/// A port of 127.0.0.1 that neither accepts nor refuses connections: its backlog is full, so the kernel drops new ones.
public final class SilentListener: Sendable {
    public let port: UInt16
    private let sockets: [Int32]

    public init() throws {
        let listener = try Socket.listen(backlog: 0)
        port = try Socket.port(of: listener)
        var sockets = [listener]
        // One fills the backlog, the others make sure of it.
        for _ in 0..<3 { sockets.append(try Socket.beginConnecting(to: port)) }
        self.sockets = sockets
    }

    deinit { sockets.forEach(Socket.close) }

    public var url: String { "http://127.0.0.1:\(port)" }
}
