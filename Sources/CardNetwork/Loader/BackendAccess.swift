public import Cards

/// How a loader reaches its backend: the address, the kind, and the source of the credentials. It stores no credentials.
struct BackendAccess: Sendable {
    /// A client with credentials, and the service with the backend's requests.
    struct Connection: Sendable {
        let client: HTTPClient
        let service: any BackendService
        let secrets: SecretFilter
    }

    let base: BackendURL
    let kind: BackendKind
    let credentials: @Sendable () async throws -> Credentials?
    let configuration: HTTPClient.Configuration
    /// Whether credentials may go to another machine without encryption.
    var allowsPlainHTTP = false

    var backend: BackendID { base.backend }

    /// The initial status.
    var status: LoaderStatus {
        var status = LoaderStatus(host: base.hostAndPort)
        (status.address, status.service) = (base.text, kind.name)
        return status
    }

    /// Reads the credentials and makes a client with them. Throws ``NetworkError`` and `CancellationError`. If the
    /// credentials cannot be read the error is not temporary: the user has to fix something first, and a command must
    /// not be run over and over.
    func connect() async throws -> Connection {
        do {
            let credentials = try await credentials()
            if credentials != nil, !base.isSecure, !base.isLoopback, !allowsPlainHTTP {
                throw NetworkError.plainHTTP(host: base.hostAndPort)
            }
            let (service, header) = kind.service(at: base, credentials)
            var configuration = configuration
            (configuration.credentials, configuration.secrets) = (header, SecretFilter(credentials))
            return Connection(
                client: HTTPClient(configuration), service: service, secrets: configuration.secrets)
        } catch let error as NetworkError {
            throw error
        } catch let error as any UserFacingError {
            throw NetworkError.noCredentials(host: base.hostAndPort, reason: error.userMessage)
        }
    }
}

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
public struct TrialError: UserFacingError, Equatable {
    public let userMessage: String
}
