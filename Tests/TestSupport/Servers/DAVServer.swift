internal import Glibc

/// A private WebDAV server on a port of 127.0.0.1 that can be stopped and started again. It also answers requests that name another host,
/// as a proxy does. It ends with the value.
public final class DAVServer: Sendable {
    /// Whether nginx can be started, also with TLS.
    public static var isPossible: Bool { DAVProgram.nginx.isPossible && TestCertificates.isPossible }

    public let certificates: TestCertificates?
    private let server: LocalServer

    /// Starts nginx.
    /// - Parameters:
    ///   - user: `name:password`, who may do everything; nil for everybody.
    ///   - certificates: for TLS with the good certificate; nil for plain HTTP.
    public convenience init(user: String? = nil, certificates: TestCertificates? = nil) async throws {
        try await self.init(.nginx(user: user, certificates: certificates), certificates)
    }

    /// Starts a server that anybody may use, without TLS.
    public convenience init(_ program: DAVProgram) async throws { try await self.init(program, nil) }

    private init(_ program: DAVProgram, _ certificates: TestCertificates?) async throws {
        self.certificates = certificates
        server = try await LocalServer { port, folder in
            for name in ["/files", "/files/cards", "/files/a folder"] {
                mkdir(folder.path + name, 0o700)
                if let user = program.user, chown(folder.path + name, user, user) != 0 {
                    throw LocalServer.Failure(log: "chown of \(folder.path + name)")
                }
            }
            return try program.prepare(DAVProgram.Place(port: port, folder: folder))
        }
    }

    public var port: UInt16 { server.port }

    private var scheme: String { certificates == nil ? "http" : "https" }
    public var url: String { "\(scheme)://127.0.0.1:\(port)" }

    /// Has what it serves below `files`: the folders `cards` and `a folder`.
    public var folder: TemporaryFolder { server.folder }

    /// A line for each request so far, of nginx only.
    public var requests: String { (try? folder.text(of: "requests.log")) ?? "" }

    /// The error log.
    public var errors: String { server.errors }

    /// Kills it, with the requests that it answers.
    public func stop() { server.stop() }

    public func start() async throws { try await server.start() }
}
