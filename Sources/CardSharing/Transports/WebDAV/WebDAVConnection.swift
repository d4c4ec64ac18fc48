public import CardNetwork
internal import Cards

/// How a WebDAV server is reached: its address, where its credentials come from, whom to trust. It holds no credentials.
public struct WebDAVConnection: Sendable {
    public let address: BackendURL
    let credentials: @Sendable () async throws -> Credentials?
    /// Trusted certificates instead of the system's, in PEM.
    let certificateFile: String?
    let allowsPlainHTTP: Bool

    /// - Parameters:
    ///   - credentials: called before the first request.
    ///   - allowsPlainHTTP: whether credentials may go to another machine without encryption.
    public init(
        _ address: BackendURL, certificateFile: String? = nil, allowsPlainHTTP: Bool = false,
        credentials: @escaping @Sendable () async throws -> Credentials? = { nil }
    ) {
        self.address = address
        self.credentials = credentials
        self.certificateFile = certificateFile
        self.allowsPlainHTTP = allowsPlainHTTP
    }

    /// Throws ``NetworkError`` and `CancellationError`.
    func client() async throws -> HTTPClient {
        do {
            let credentials = try await credentials()
            if credentials != nil, !address.isSecure, !address.isLoopback, !allowsPlainHTTP {
                throw NetworkError.plainHTTP(host: address.hostAndPort)
            }
            return HTTPClient(credentials: credentials, certificateFile: certificateFile)
        } catch let error as NetworkError {
            throw error
        } catch let error as any UserFacingError {
            throw NetworkError.noCredentials(host: address.hostAndPort, reason: error.userMessage)
        }
    }
}

extension TreeTransport {
    /// A vault on a WebDAV server.
    /// - Parameter clock: when the server is asked for news; another one for tests.
    public static func webDAV(
        _ connection: WebDAVConnection, clock: any Clock<Duration> = QueueClock(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) -> TreeTransport {
        TreeTransport(WebDAVTree(WebDAVServer(connection), clock: clock), now: now)
    }
}
