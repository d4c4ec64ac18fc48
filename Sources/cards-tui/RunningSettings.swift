import CardNetwork
import CardPhotos
import CardScreens
import CardSettings
import CardStorage
import CardViewModels
import Cards
import Synchronization
import Terminal

/// The settings while the program runs: read at the start, and again after they were edited. The services below follow them.
final class RunningSettings: Sendable {
    private struct State {
        var config: Config
        var camera: CommandCamera
        /// That of the start, or the one that was set since.
        var backend: Config.Backend
        /// What was wrong when they were read again.
        var problems: [SettingsProblem] = []
    }

    /// As the program was started with: what cannot change meanwhile is compared with these.
    private let first: Config
    private let path: String
    private let isNamed: Bool
    /// Reads the theme that is named by the settings, or chosen on the screen; nil keeps the theme.
    private let theme: @Sendable (Config) -> (theme: ThemePair?, problems: [ConfigProblem])
    private let state: Mutex<State>
    let documents = OpenedDocuments()

    init(
        _ config: Config, path: String, isNamed: Bool,
        theme: @escaping @Sendable (Config) -> (theme: ThemePair?, problems: [ConfigProblem])
    ) {
        first = config
        self.path = path
        self.isNamed = isNamed
        self.theme = theme
        state = Mutex(State(config: config, camera: Self.camera(config), backend: config.backend))
    }

    private static func camera(_ config: Config) -> CommandCamera {
        CommandCamera(command: config.commands.camera, clock: QueueClock())
    }

    var config: Config { state.withLock { $0.config } }
    /// One camera as long as its command stays: its sessions run one after another.
    var camera: CommandCamera { state.withLock { $0.camera } }

    /// Notes the backend that was set while the program runs.
    func use(_ backend: Config.Backend) {
        state.withLock { ($0.backend, $0.config.backend) = (backend, backend) }
    }

    /// The backend as the file has it now; nothing follows it.
    @concurrent func backendOfFile() async -> Config.Backend {
        Config.read(path, isNamed: isNamed, validateBackend: Composition.problem(withBackend:)).config.backend
    }

    /// Reads the file again; from now on the services follow it.
    @concurrent func readAgain() async -> ScreenSettings {
        let (config, problems) = Config.read(path, isNamed: isNamed, validateBackend: Composition.problem(withBackend:))
        let keys = KeyMap.resolve(config.keys, actions: KeyReference.commandKeys, path: path)
        let chosen = theme(config)
        let all = (problems + keys.problems + chosen.problems).map(SettingsProblem.init)
        let isChanged = state.withLock { state in
            defer { (state.config, state.problems) = (config, all) }
            if config.commands.camera != state.config.commands.camera { state.camera = Self.camera(config) }
            return config.withoutLines != state.config.withoutLines || all != state.problems
        }
        return ScreenSettings(
            themes: chosen.theme, configuredTheme: config.theme?.text, keyMap: keys.map, isMouseOn: config.isMouseOn,
            isMotionReduced: config.motion == .reduced,
            outcome: SettingsOutcome(problems: all, later: later(than: config), isChanged: isChanged))
    }

    /// The names of settings that differ from those in use and cannot change while the program runs.
    private func later(than config: Config) -> [String] {
        [
            ("backend", config.backend != state.withLock { $0.backend }),
            ("pictures", config.pictures != first.pictures),
            ("escape_delay", config.escapeDelay != first.escapeDelay),
            ("validation", config.validation != first.validation),
            ("count_uses", config.countsUses != first.countsUses),
        ].filter(\.1).map(\.0)
    }
}

extension SettingsProblem {
    init(_ problem: ConfigProblem) {
        self.init(path: problem.path, line: problem.line, text: problem.message, remedy: problem.remedy)
    }
}

/// Opens links and documents as the settings say at that time.
struct ConfiguredLinks: LinkOpening {
    let settings: RunningSettings
    private var opener: LinkOpener {
        LinkOpener(command: settings.config.commands.open, documents: settings.documents)
    }

    func open(_ link: String) async throws -> LinkOutcome { try await opener.open(link) }
    func open(document: [UInt8], named name: String) async throws -> LinkOutcome {
        try await opener.open(document: document, named: name)
    }
}

/// Copies text as the settings say at that time.
struct ConfiguredClipboard: ClipboardWriting {
    let settings: RunningSettings
    func copy(_ text: String) async throws -> ClipboardOutcome {
        try await ClipboardCommand(command: settings.config.commands.copy).copy(text)
    }
}

/// The camera that the settings name at that time.
struct ConfiguredCamera: Camera {
    let settings: RunningSettings
    func pictures() -> AsyncThrowingStream<[UInt8], any Error> { settings.camera.pictures() }
}

/// Asks issuers of passes as the settings say at that time.
struct ConfiguredPasses: PassFetching {
    let settings: RunningSettings

    private var download: PassDownload {
        let config = settings.config
        return PassDownload(certificateFile: config.backend.certificateFile, allowsLocal: config.passes.allowsLocal)
    }

    func host(of service: PassService) throws(PassError) -> String { try download.host(of: service) }
    func fetch(_ service: PassService, since: String?, limit: Int) async throws -> PassAnswer {
        try await download.fetch(service, since: since, limit: limit)
    }
}

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
