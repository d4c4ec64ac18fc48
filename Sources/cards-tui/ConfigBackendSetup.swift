import CardNetwork
import CardSettings
import CardStorage
import Cards

/// Sets the backend in the settings file of this program. The file is read again for each step: it may have been edited since the start.
struct ConfigBackendSetup: BackendSetup {
    let store: SQLiteCardStore
    let settings: RunningSettings
    let path: String
    let log: Log

    func prepare() { CredentialsReader.protectMemory() }

    func tryOut(_ proposal: BackendProposal) async throws -> Int {
        let url = try BackendURL(proposal.url)
        let backend = await settings.backendOfFile()
        return try await BackendTrial(
            url, kind: proposal.kind, credentials: try await credentials(proposal, for: url, backend),
            certificateFile: backend.certificateFile, allowsPlainHTTP: backend.allowsPlainHTTP
        ).run()
    }

    /// The typed credentials, or those of the settings if they are for this origin.
    private func credentials(
        _ proposal: BackendProposal, for url: BackendURL, _ backend: Config.Backend
    ) async throws -> Credentials? {
        if proposal.credentials.isEmpty {
            guard let source = Self.source(in: backend, for: url) else { return nil }
            return Credentials(try await CredentialsReader(log: log).read(source).text)
        }
        guard let credentials = Credentials(proposal.credentials) else { throw BadCredentials() }
        return credentials
    }

    /// Nil where the settings have no credentials, or those of another backend.
    private static func source(in backend: Config.Backend, for url: BackendURL) -> CredentialsSource? {
        var backend = backend
        backend.otherURL = url.text
        return Composition.withheldCredentials(backend) == nil ? backend.credentials : nil
    }

    func save(_ proposal: BackendProposal) async throws -> any CardLoader {
        let url = try BackendURL(proposal.url)
        let old = await settings.backendOfFile()
        let credentials: BackendSettings.Credentials =
            if !proposal.credentials.isEmpty {
                .typed(Array((proposal.credentials + "\n").utf8))
            } else {
                Self.source(in: old, for: url) == nil ? .none : .kept
            }
        try BackendSettings.write(url: url.text, kind: proposal.kind, credentials: credentials, toConfig: path)
        let backend = await settings.backendOfFile()
        guard backend.url == url.text, let loader = try Composition.loader(store, backend, log) else {
            throw NotRead(path: path)
        }
        settings.use(backend)
        await loader.start()
        return loader
    }

    private struct BadCredentials: UserFacingError {
        var userMessage: String { "The credentials must be text on one line: user:password, or a token." }
    }

    private struct NotRead: UserFacingError {
        let path: String
        var userMessage: String {
            "The backend was added to \(path), which changed in the meantime. Restart to use the backend."
        }
    }
}
