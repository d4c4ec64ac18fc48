/// Clients for servers of anybody: the first trusts the system's certificates, another one those of the settings.
struct TrustingClients: Sendable {
    private let system: HTTPClient
    private let own: HTTPClient?

    /// - Parameter certificateFile: trusted beside the system's certificates, in PEM.
    init(_ configuration: HTTPClient.Configuration, certificateFile: String?) {
        system = HTTPClient(configuration)
        own = certificateFile.map { file in
            var configuration = configuration
            configuration.certificateFile = file
            return HTTPClient(configuration)
        }
    }

    /// Throws what `body` throws.
    func use<Result>(_ body: (HTTPClient) async throws -> Result) async throws -> Result {
        guard let own else { return try await body(system) }
        do {
            return try await body(system)
        } catch let error as NetworkError {
            guard error.isOfUnknownIssuer else { throw error }
        }
        // Nothing was sent: the connection ended before the request.
        return try await body(own)
    }
}

extension NetworkError {
    /// Whether the server's certificate is from an authority that this machine does not know.
    fileprivate var isOfUnknownIssuer: Bool {
        switch self {
        case .failed(_, .notTrusted(.unknownIssuer)), .failed(_, .notTrusted(.selfSigned)): true
        default: false
        }
    }
}
