import CardCodes
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

/// Creates everything that the screen needs, shows it, and ends the process when it is left.
@MainActor
struct ScreenComposition {
    private let options: Invocation.Options
    private let paths: Paths
    private let config: Config
    private let log: Log
    private let problems: [ConfigProblem]
    private let themes: ThemeCatalog
    private let theme: ThemePair
    private let viewState: any ViewStateKeeping
    private let running: RunningSettings

    init(_ options: Invocation.Options) {
        guard Composition.hasTerminal else {
            Self.fail(TerminalError.noTerminal.userMessage, .usage)
        }
        do {
            paths = try Paths(store: options.store, config: options.config)
        } catch {
            Self.fail(error.userMessage, .usage)
        }
        self.options = options
        let (config, problems) = Config.read(
            paths.config, isNamed: options.config != nil, validateBackend: Composition.problem(withBackend:))
        let log = Log(path: paths.log)
        let themes = ThemeCatalog(folder: paths.themes) { problem in log.write(problem.userMessage) }
        viewState =
            options.isDemo
            ? NoViewState() : ViewStateFile(path: paths.viewState) { problem in log.write(problem.userMessage) }
        let chosen = Self.theme(named: options.theme, config, viewState, themes, log)
        self.config = config
        self.log = log
        self.themes = themes
        theme = chosen.theme
        self.problems = problems + chosen.problems
        let isThemeNamed = options.theme != nil
        running = RunningSettings(config, path: paths.config, isNamed: options.config != nil) { [viewState] config in
            // A theme of the command line counts until the program ends.
            isThemeNamed ? (nil, []) : Self.theme(config, viewState, themes, log)
        }
    }

    /// The theme: the command line takes precedence over the settings, and these over the last choice on the screen. A
    /// missing theme is an error on the command line, a problem in the settings, and only a log entry as the last
    /// choice, since its file may have been deleted long ago.
    private static func theme(
        named name: String?, _ config: Config, _ viewState: any ViewStateKeeping, _ themes: ThemeCatalog, _ log: Log
    ) -> (theme: ThemePair, problems: [ConfigProblem]) {
        if let problem = name.flatMap(themes.problem) { fail(problem, .usage) }
        guard let name else {
            let (theme, problems) = Self.theme(config, viewState, themes, log)
            return (theme ?? ThemePair(.terminal), problems)
        }
        let (theme, problems) = themes.read(name)
        if theme == nil, let problem = problems.first { fail(problem.userMessage, .usage) }
        return (ThemePair(theme ?? .terminal), problems)
    }

    /// The theme of the settings, or else the last choice on the screen.
    private nonisolated static func theme(
        _ config: Config, _ viewState: any ViewStateKeeping, _ themes: ThemeCatalog, _ log: Log
    ) -> (theme: ThemePair?, problems: [ConfigProblem]) {
        if let chosen = config.theme {
            let (dark, problems) = themes.read(chosen.dark)
            guard chosen.light != chosen.dark else { return (ThemePair(dark ?? .terminal), problems) }
            let (light, more) = themes.read(chosen.light)
            return (ThemePair(light: light ?? .terminal, dark: dark ?? .terminal), more + problems)
        }
        guard let kept = viewState.load().theme else { return (ThemePair(.terminal), []) }
        let (theme, problems) = themes.read(kept)
        for problem in problems { log.write(problem.userMessage) }
        return (ThemePair(theme ?? .terminal), [])
    }

    /// Opens the store and shows the screen. The first frame uses this thread only: starting threads and dispatching
    /// work costs more than everything that the frame reads. If another program has locked the store, it is delayed by
    /// some seconds at most, while the shell still has the terminal.
    /// - Parameter text: what the list finds; nil for all cards. The barcode of a card that is found alone is opened.
    func start(finding text: String?) -> CursesTerminal {
        let store: SQLiteCardStore
        do {
            store = try options.isDemo ? Composition.demoStore() : SQLiteCardStore(at: paths.store)
        } catch {
            Self.fail(error.message, .store)
        }
        let loader = options.isDemo ? nil : makeLoader(store)
        let model = AppModel(services: services(store, loader: loader))
        if let text { model.groups.findInAll(text) }
        // If the store cannot be read, the list reports it when it loads.
        if let first = try? store.first(CursesTerminal.size.rows) {
            model.showFirst(first.rows, of: first.count, trash: first.trash)
        }
        let (screen, terminal) = show(model) { [running] status in
            running.documents.removeAll()
            store.close()
            exit(status)
        }
        if !options.isDemo, let warning = Composition.withheldCredentials(backend) {
            model.messages.post(Message(warning.prefix(1).uppercased() + warning.dropFirst(), kind: .warning))
        }
        if let reason = store.readOnlyReason { model.messages.post(Message(reason.userMessage, kind: .warning)) }
        Task {
            await model.start()
            if text != nil { model.barcodes.openOnlyFound() }
            // The network starts after the first frame.
            await loader?.start()
            model.startBackgroundWork()
            // The main queue continues to handle events; this task only keeps these objects alive, and never ends.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            withExtendedLifetime((screen, terminal)) {}
        }
        return terminal
    }

    /// Takes over the terminal and draws the first frame.
    private func show(
        _ model: AppModel, onEnd: @escaping @MainActor (Int32) -> Void
    ) -> (AppScreen, CursesTerminal) {
        let settings = running
        let keys = KeyMap.resolve(config.keys, actions: KeyReference.commandKeys, path: paths.config)
        let screen = AppScreen(
            model: model, theme: theme,
            isLight: TerminalBackground.isLight(Paths.processEnvironment("COLORFGBG")) ?? model.viewState.wasLight,
            themes: { [themes] in themes.choices }, isPlain: self.options.isPlain,
            keyMap: keys.map, clock: QueueClock(), isMotionReduced: config.motion == .reduced,
            configuredTheme: config.theme?.text, readSettings: { await settings.readAgain() })
        report(problems + keys.problems, model)
        var options = CursesTerminal.Options()
        options.escapeDelay = .milliseconds(config.escapeDelay)
        options.isMouseOn = config.isMouseOn
        options.graphics = Self.graphics(config.pictures)
        options.isPlain = self.options.isPlain
        options.errorLog = log.descriptorForAppending()
        options.log = { [log] line in log.write(line) }
        options.onEnd = onEnd
        let terminal = CursesTerminal(options)
        do {
            try terminal.start(screen)
        } catch {
            Self.fail(error.userMessage, .usage)
        }
        if terminal.encoding == .ascii {
            screen.plain.hasOnlyASCII = true
            terminal.setNeedsDraw()
        }
        return (screen, terminal)
    }

    private static func graphics(_ pictures: Config.Pictures) -> PictureGraphics? {
        switch pictures {
        case .auto: nil
        case .symbols: .symbols
        case .kitty: .kitty
        case .sixel: .sixel
        case .iterm: .iterm
        }
    }

    /// The screen says the first of the problems and lists all on request; the log has all of them.
    private func report(_ problems: [ConfigProblem], _ model: AppModel) {
        model.settings.report(problems.map(SettingsProblem.init))
        for problem in problems { log.write(problem.userMessage) }
    }

    private func services(_ store: SQLiteCardStore, loader: NetworkLoader?) -> AppServices {
        let openDemo: @Sendable () async throws -> any CardStore = { try Composition.demoStore() }
        let drafts = DraftStore(folder: paths.drafts) { [log] problem in log.write(problem.userMessage) }
        var services = AppServices(
            store: store, photos: HelperPhotoDecoder(), barcodes: ZintDrawing(), reader: HelperBarcodeReader(),
            camera: ConfiguredCamera(settings: running), drafts: drafts, files: UserFiles(protecting: OwnFiles(paths)),
            links: ConfiguredLinks(settings: running), clipboard: ConfiguredClipboard(settings: running),
            editor: TextEditor(), editedTexts: EditedTextStore(folder: paths.edits), texts: YAMLTexts(),
            settings: UserSettingsFile(path: paths.config),
            fetching: WebFiles { [running] in running.config.backend.certificateFile }, viewState: viewState,
            clock: .system, format: .system, validation: config.validation, timer: QueueClock(),
            openDemo: options.isDemo ? nil : openDemo)
        services.countsUses = config.countsUses
        services.expiry = ExpiryService(store: store, archiveAfter: config.expiry.archiveAfter)
        services.readStore = { try StoreCardSource($0) }
        services.loader = loader
        if options.isDemo { return services }
        services.backendSetup = ConfigBackendSetup(store: store, settings: running, path: paths.config, log: log)
        services.sharing = Composition.sharing(store, config.sharing, log)
        services.backups = backups
        services.passes = PassServices(
            fetching: ConfiguredPasses(settings: running), consents: PassConsentFile(path: paths.passes))
        return services
    }

    /// They open the store anew, so that no save waits for a backup.
    private var backups: FolderBackups {
        let (path, running) = (paths.store, running)
        return FolderBackups(
            of: path, ownFolder: paths.backups, log: log, clock: .system, settings: { running.config.backup },
            eraseInCopy: { content, copy, store in try SQLiteCardStore.erase(content, inCopy: copy, of: store) },
            openStore: { try SQLiteCardStore(at: path, busyTimeout: Composition.commandBusyTimeout) })
    }

    private func makeLoader(_ store: SQLiteCardStore) -> NetworkLoader? {
        // An invalid address was reported with the other problems of the settings.
        try? Composition.loader(store, backend, log)
    }

    private var backend: Config.Backend {
        var backend = config.backend
        backend.otherURL = options.backend
        return backend
    }

    private static func fail(_ message: String, _ code: ExitCode) -> Never {
        exit(Composition.commandRunner.fail("cards-tui: \(message)", code).rawValue)
    }
}
