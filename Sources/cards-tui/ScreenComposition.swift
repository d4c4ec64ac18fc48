import CardCommands
import CardNetwork
import CardPhotos
import CardScreens
import CardSettings
import CardStorage
import CardViewModels
import Cards
import Curses
import Glibc
import Terminal

/// Builds what the screen stands on, shows it, and ends the process when it is left.
@MainActor
struct ScreenComposition {
    private let options: Invocation.Options
    private let paths: Paths
    private let config: Config
    private let log: Log
    private let problems: [ConfigProblem]

    init(_ options: Invocation.Options) {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
            Self.fail(TerminalError.noTerminal.userMessage, .usage)
        }
        do {
            paths = try Paths(store: options.store, config: options.config)
        } catch {
            Self.fail(error.userMessage, .usage)
        }
        self.options = options
        (config, problems) = Config.read(
            paths.config, isNamed: options.config != nil, refusingBackend: Composition.problem(withBackend:))
        log = Log(path: paths.log)
    }

    /// Opens the store and shows the screen. The first frame needs no other thread than this one: starting threads and handing
    /// work to them costs more than all that the frame reads. A lock of another program holds it up for some seconds at most,
    /// while the terminal is still the shell's.
    func start() {
        let store: SQLiteCardStore
        do {
            store = try options.isDemo ? Composition.demoStore() : SQLiteCardStore(at: paths.store)
        } catch {
            Self.fail((error as? any UserFacingError)?.userMessage ?? "\(error)", .store)
        }
        let loader = options.isDemo ? nil : makeLoader(store)
        let model = AppModel(services: services(store, loader: loader))
        // A store that cannot be read is told in words when the list itself asks.
        if let first = try? store.first(CursesTerminal.size.rows) { model.showFirst(first.rows, of: first.count) }
        let (screen, terminal) = show(model)
        if let reason = store.readOnlyReason { model.say(Message(reason.userMessage, kind: .warning)) }
        Task {
            await model.start()
            // Nothing of the network runs before the first frame.
            await loader?.start()
            model.startBehind()
            // The main queue goes on with events; this task only keeps what they need, and never ends.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            withExtendedLifetime((screen, terminal)) {}
        }
    }

    /// Takes the terminal and draws the first frame.
    private func show(_ model: AppModel) -> (AppScreen, CursesTerminal) {
        let keys = KeyMap.resolve(config.keys, actions: KeyReference.actionNames, path: paths.config)
        let screen = AppScreen(model: model, isPlain: options.isPlain, keyMap: keys.map)
        if let problem = (problems + keys.problems).first { model.say(Message(problem.userMessage, kind: .warning)) }
        var settings = CursesTerminal.Options()
        settings.escapeDelay = .milliseconds(config.escapeDelay)
        settings.isMouseOn = config.isMouseOn
        settings.errorLog = log.descriptorForAppending()
        settings.log = { [log] line in log.write(line) }
        let terminal = CursesTerminal(settings)
        do {
            try terminal.start(screen)
        } catch {
            Self.fail(error.userMessage, .usage)
        }
        if terminal.encoding == .ascii {
            screen.isPlain = true
            terminal.setNeedsDraw()
        }
        return (screen, terminal)
    }

    private func services(_ store: SQLiteCardStore, loader: NetworkLoader?) -> AppServices {
        let openDemo: @Sendable () async throws -> any CardStore = { try Composition.demoStore() }
        let drafts = DraftStore(folder: paths.drafts) { [log] problem in log.write(problem.userMessage) }
        return AppServices(
            store: store, loader: loader, photos: HelperPhotoDecoder(), drafts: drafts, files: UserFiles(),
            links: LinkOpener(command: config.openCommand), clock: .system, validation: config.validation,
            openDemo: options.isDemo ? nil : openDemo)
    }

    private func makeLoader(_ store: SQLiteCardStore) -> NetworkLoader? {
        guard let text = options.backend ?? config.backend.url, let backend = try? BackendURL(text) else { return nil }
        return NetworkLoader(
            store: store, backend: backend,
            credentials: { [log, source = config.backend.credentials] in
                guard let source else { return nil }
                return Credentials(try await CredentialsReader(log: log).read(source).text)
            }, certificateFile: config.backend.certificateFile)
    }

    private static func fail(_ words: String, _ code: ExitCode) -> Never {
        exit(Composition.commandRunner.fail("cards-tui: \(words)", code).rawValue)
    }
}
