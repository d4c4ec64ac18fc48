internal import Cards

/// How a loader gets to its backend: the address, the kind, and where the credentials come from. It keeps no credentials.
struct BackendAccess: Sendable {
    /// A client that sends the credentials, and the service that knows the backend's requests.
    struct Connection: Sendable {
        let client: HTTPClient
        let service: any BackendService
        let secrets: SecretFilter
    }

    let base: BackendURL
    let kind: BackendKind
    let credentials: @Sendable () async throws -> Credentials?
    let configuration: HTTPClient.Configuration

    var backend: BackendID { base.backend }

    /// The status before anything was asked.
    var status: LoaderStatus {
        var status = LoaderStatus(host: base.hostAndPort)
        (status.address, status.service) = (base.text, kind.name)
        return status
    }

    /// Reads the credentials and makes a client with them. Where they cannot be read someone has to change something first: the error is
    /// no temporary one, so that a command is not run over and over. Throws ``NetworkError`` and `CancellationError`.
    func connect() async throws -> Connection {
        do {
            let credentials = try await credentials()
            let (service, header) = kind.service(at: base, credentials)
            var configuration = configuration
            (configuration.credentials, configuration.secrets) = (header, SecretFilter(credentials))
            return Connection(
                client: HTTPClient(configuration), service: service, secrets: configuration.secrets)
        } catch let error as any UserFacingError {
            throw NetworkError.noCredentials(host: base.hostAndPort, reason: error.userMessage)
        }
    }
}
