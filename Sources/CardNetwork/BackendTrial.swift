public import Cards

/// Tries a backend before it is set: one request for its list, and nothing is stored.
public struct BackendTrial: Sendable {
    private let access: BackendAccess

    public init(
        _ backend: BackendURL, kind: BackendKind, credentials: Credentials?, certificateFile: String? = nil,
        allowsPlainHTTP: Bool = false
    ) {
        access = BackendAccess(
            base: backend, kind: kind, credentials: { credentials },
            configuration: HTTPClient.Configuration(certificateFile: certificateFile), allowsPlainHTTP: allowsPlainHTTP)
    }

    /// How many cards the backend lists. Throws ``TrialError`` and `CancellationError`.
    public func run() async throws -> Int {
        var secrets = SecretFilter()
        do {
            let connection = try await access.connect()
            secrets = connection.secrets
            return try await count(connection.service, connection)
        } catch let error as any UserFacingError {
            // The server's own words may repeat the credentials.
            throw TrialError(userMessage: secrets.clean(error.userMessage))
        }
    }

    private func count(_ service: some BackendService, _ connection: BackendAccess.Connection) async throws -> Int {
        try await ListProbe(client: connection.client, service: service).count()
    }
}

/// Why a backend cannot be used, without the credentials.
public struct TrialError: UserFacingError, Hashable {
    public let userMessage: String
}
