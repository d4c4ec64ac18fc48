import CardNetwork
import CardSettings
import CardStorage
import Cards

/// Sets the backend in the settings file of this program.
struct ConfigBackendSetup: BackendSetup {
    let store: SQLiteCardStore
    /// Those that the form does not change still hold.
    let settings: RunningSettings
    let path: String
    let log: Log

    private var config: Config { settings.config }

    func tryOut(_ proposal: BackendProposal) async throws -> Int {
        let backend = config.backend
        return try await BackendTrial(
            BackendURL(proposal.url), kind: proposal.kind, credentials: try await credentials(proposal),
            certificateFile: backend.certificateFile, allowsPlainHTTP: backend.allowsPlainHTTP
        ).run()
    }

    /// The typed credentials, or those that the settings name.
    private func credentials(_ proposal: BackendProposal) async throws -> Credentials? {
        if proposal.credentials.isEmpty {
            guard let source = config.backend.credentials else { return nil }
            return Credentials(try await CredentialsReader(log: log).read(source).text)
        }
        CredentialsReader.protectMemory()
        guard let credentials = Credentials(proposal.credentials) else { throw BadCredentials() }
        return credentials
    }

    func save(_ proposal: BackendProposal) async throws -> any CardLoader {
        let url = try BackendURL(proposal.url).text
        let typed = proposal.credentials.isEmpty ? nil : Array((proposal.credentials + "\n").utf8)
        let source = try BackendSettings.write(url: url, kind: proposal.kind, credentials: typed, toConfig: path)
        var backend = config.backend
        (backend.url, backend.otherURL, backend.kind) = (url, nil, proposal.kind)
        if let source { backend.credentials = source }
        guard let loader = try Composition.loader(store, backend, log) else { throw BadCredentials() }
        settings.use(backend)
        await loader.start()
        return loader
    }

    private struct BadCredentials: UserFacingError {
        var userMessage: String { "The credentials have to be text on one line: user:password, or a token." }
    }
}
