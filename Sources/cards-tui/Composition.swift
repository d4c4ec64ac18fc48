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

/// Builds the rooms and puts them together: the one place that knows all of them.
@MainActor
struct Composition {
    let options: ScreenOptions
    let paths: Paths
    let config: Config
    private let log: Log
    private var problems: [String]

    init(_ options: ScreenOptions) throws(PathsError) {
        self.options = options
        paths = try Paths(store: options.store, config: options.config)
        let (config, problems) = Config.read(
            paths.config, isNamed: options.config != nil, refusingBackend: Self.problem(withBackend:))
        (self.config, self.problems) = (config, problems.map { $0.userMessage })
        log = Log(path: paths.log)
    }

    /// Shows the screen until it is left. Opens the store first: when it cannot be opened there is nothing to show.
    func runScreen() async -> Never {
        let store: SQLiteCardStore
        do {
            store = try await Self.openStore(at: paths.store, isDemo: options.isDemo)
        } catch {
            fail(error, status: ExitStatus.store)
        }
        let loader = options.isDemo ? nil : makeLoader(store)
        let photos = HelperPhotoDecoder()
        let model = AppModel(services: services(store, loader: loader, photos: photos))
        await model.start()
        show(model, loader: loader)
        if let reason = store.readOnlyReason { model.say(Message(reason.userMessage, kind: .warning)) }
        await loader?.start()
        model.startBehind()
        // The main queue goes on; this task has nothing left to do and never ends.
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        exit(ExitStatus.success)
    }

    private func show(_ model: AppModel, loader: NetworkLoader?) {
        let keys = KeyMap.resolve(config.keys, actions: AppScreen.actionNames, path: paths.config)
        let screen = AppScreen(model: model, isPlain: options.isPlain, keyMap: keys.map)
        var terminalOptions = CursesTerminal.Options()
        terminalOptions.escapeDelay = .milliseconds(config.escapeDelay)
        terminalOptions.isMouseOn = config.isMouseOn
        terminalOptions.errorLog = log.descriptorForAppending()
        terminalOptions.log = { [log] in _ = log.write($0) }
        let terminal = CursesTerminal(terminalOptions)
        do {
            try terminal.start(screen)
        } catch {
            fail(error, status: ExitStatus.usage)
        }
        Self.kept = (screen, terminal)
        if terminal.encoding == .ascii { screen.isPlain = true }
        if let problem = (problems + keys.problems.map { $0.userMessage }).first {
            model.say(Message(problem, kind: .warning))
        }
    }

    /// The screen and its terminal live as long as the process.
    private static var kept: (AppScreen, CursesTerminal)?

    private func services(
        _ store: SQLiteCardStore, loader: NetworkLoader?, photos: HelperPhotoDecoder
    ) -> AppServices {
        let openDemo: @Sendable () async throws -> any CardStore = { try await Self.openStore(at: "", isDemo: true) }
        let drafts = DraftStore(folder: paths.drafts) { [log] problem in log.write(problem.userMessage) }
        return AppServices(
            store: store, loader: loader, photos: photos, drafts: drafts, files: UserFiles(),
            links: LinkOpener(command: config.openCommand), clock: .system, validation: config.validation,
            openDemo: options.isDemo ? nil : openDemo)
    }

    private func makeLoader(_ store: SQLiteCardStore) -> NetworkLoader? {
        guard let text = options.backend ?? config.backend.url, let backend = try? BackendURL(text) else { return nil }
        return NetworkLoader(store: store, backend: backend, certificateFile: config.backend.certificateFile)
    }

    /// Opens the store away from the main actor: a lock may hold it up for seconds.
    private nonisolated static func openStore(at path: String, isDemo: Bool) async throws -> SQLiteCardStore {
        guard isDemo else { return try SQLiteCardStore(at: path) }
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        try await store.apply(DemoCards.changes(today: CardClock.system.today()))
        return store
    }

    /// Why a text is no address of a backend.
    private nonisolated static func problem(withBackend text: String) -> String? {
        do {
            _ = try BackendURL(text)
            return nil
        } catch {
            return error.userMessage
        }
    }

    private func fail(_ error: any Error, status: Int32) -> Never {
        let words = (error as? any UserFacingError)?.userMessage ?? (error as? TerminalError)?.userMessage ?? "\(error)"
        let line = Array("cards-tui: \(words)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(status)
    }
}

/// What the process's exit status says.
enum ExitStatus {
    static let success: Int32 = 0
    static let refused: Int32 = 1
    static let usage: Int32 = 2
    static let store: Int32 = 3
    static let network: Int32 = 4
}
