import CardCodes
import CardCommands
import CardNetwork
import CardPhotos
import CardScreens
import CardSettings
import CardStorage
import Cards
import Curses
import Glibc
import Synchronization
import Terminal

/// Puts the modules together: the only code that depends on all of them.
enum Composition {
    static let version = "0.1.0"

    /// Runs the commands that need no screen.
    static var commandRunner: CommandRunner {
        CommandRunner(
            output: Output(
                out: .standardOutput(columns: { CursesTerminal.size.columns }),
                hasJSONMessages: CommandLineInterface.asksForJSON(arguments),
                safeText: { SafeText($0).string }, width: { SafeText($0).width },
                isolate: { WritingDirection.isolated($0) }), version: version,
            keys: keySections, format: .system, editor: CommandEditor(),
            validateBackend: problem(withBackend:), drawPhoto: drawPhoto,
            drawBarcode: drawBarcode,
            barcodes: ZintDrawing(),
            openStore: { choice in
                switch choice {
                case .file(let path):
                    let store = try SQLiteCardStore(at: path, busyTimeout: commandBusyTimeout)
                    openedStore.withLock { $0 = store }
                    return store
                case .demo: return try demoStore()
                }
            },
            tools: .program,
            withholdingCredentials: withheldCredentials,
            makeLoader: { store, backend, log in
                guard let store = store as? SQLiteCardStore, let loader = try loader(store, backend, log) else {
                    throw NoLoader()
                }
                return loader
            })
    }

    /// The store of the running command.
    private static let openedStore = Mutex<SQLiteCardStore?>(nil)

    /// Runs a command, and then removes what older versions left of deleted cards, unless another program has the store open.
    static func run(_ command: any ShellCommand, _ options: Invocation.Options) async -> ExitCode {
        if let name = options.theme, let paths = try? Paths(store: options.store, config: options.config),
            let problem = ThemeCatalog(folder: paths.themes, report: { _ in }).problem(withName: name)
        {
            return commandRunner.fail(problem, .usage)
        }
        let code = await commandRunner.run(command, options)
        await removeLeftovers()
        return code
    }

    /// Closes the store of the command, too: nothing else refers to it.
    private static func removeLeftovers() async {
        let store = openedStore.withLock { store in
            defer { store = nil }
            return store
        }
        if let store { _ = try? await store.removeLeftovers() }
    }

    /// For the start, while there is only one thread.
    static func keepTemporaryFiles(_ options: Invocation.Options) {
        guard !options.isDemo, let paths = try? Paths(store: options.store, config: options.config) else { return }
        SQLiteCardStore.putTemporaryFiles(besideStore: paths.store)
    }

    /// Longer than on the screen: nobody waits for a command, and many commands may write at once.
    static let commandBusyTimeout = Duration.seconds(30)

    /// Never thrown: the stores of commands are opened above, and a command without a backend has ended before.
    private struct NoLoader: Error {}

    /// The loader between a store and the backend; nil if no backend is set. Throws if its address is invalid.
    static func loader(_ store: SQLiteCardStore, _ backend: Config.Backend, _ log: Log) throws -> NetworkLoader? {
        guard let address = backend.address else { return nil }
        let source = withheldCredentials(backend) == nil ? backend.credentials : nil
        return NetworkLoader(
            store: store, backend: try BackendURL(address), kind: backend.kind,
            credentials: {
                guard let source else { return nil }
                return Credentials(try await CredentialsReader(log: log).read(source).text)
            }, certificateFile: backend.certificateFile, allowsPlainHTTP: backend.allowsPlainHTTP)
    }

    /// Credentials are sent only to the origin for which they were set. Returns a message if the backend has another
    /// one; nil otherwise.
    static func withheldCredentials(_ backend: Config.Backend) -> String? {
        guard backend.credentials != nil, let other = backend.otherURL.flatMap({ try? BackendURL($0) }) else {
            return nil
        }
        guard let own = backend.url.flatMap({ try? BackendURL($0) }) else {
            return
                "the settings have credentials but no backend; they are not sent to \(other.text). "
                + "Set backend.url."
        }
        if own.hasSameOrigin(as: other) { return nil }
        return "the credentials of the settings are for \(own.text), and are not sent to \(other.text)."
    }

    /// Draws a photo as large as the terminal allows above its prompt.
    @MainActor
    private static func drawPhoto(_ bytes: [UInt8]) async throws -> [String] {
        let (size, medium) = (CursesTerminal.size, CursesTerminal.outputMedium)
        let area = Size(columns: size.columns, rows: max(1, size.rows - 2))
        let image = try await HelperPhotoDecoder().decode(bytes, fitting: PixelSize(width: 800, height: 800))
        let viewport = PictureViewport(
            width: image.size.width, height: image.size.height, transform: .whole, area: area,
            cellAspect: medium.cellAspect)
        guard
            let view = PictureView(
                rgba: image.rgba, width: image.size.width, height: image.size.height, size: viewport.cells,
                colors: medium.colors, symbols: medium.symbols)
        else { throw PhotoError.libraryMissing("chafa") }
        var canvas = Canvas(size: viewport.cells)
        view.draw(on: &canvas, in: canvas.bounds)
        return canvas.sgrLines + (image.isDamaged ? ["The photo is damaged and shown in part."] : [])
    }

    /// Draws a barcode as large as the terminal allows.
    /// - Parameter rowsBelow: the rows written below it, apart from the prompt.
    @MainActor
    private static func drawBarcode(
        _ content: BarcodeContent, _ look: BarcodeLook, _ rowsBelow: Int
    ) async throws -> BarcodeLines {
        let symbols = try ZintDrawing().symbols(for: content)
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let size = CursesTerminal.size
        let area = Size(columns: size.columns, rows: max(1, size.rows - rowsBelow - 1))
        let printed = PrintedBarcode(
            symbols, in: isTerminal ? area : nil, medium: CursesTerminal.outputMedium,
            isPlain: look.isPlain || !CursesTerminal.outputGlyphs.hasHalves, isInverted: look.isInverted)
        switch printed {
        case .lines(let lines): return .lines(lines)
        // The text around it needs rows too.
        case .needs(let size?): return .needs(columns: size.columns, rows: size.rows + rowsBelow + 1)
        case .needs(nil): return .needsPixels
        }
    }

    private static func keySections() -> [KeySection] {
        KeyReference.sections.map { section in
            KeySection(
                title: section.title, keys: section.entries.map { ($0.name, $0.hint.key, $0.title) })
        }
    }

    /// An in-memory store with sample cards.
    static func demoStore() throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        try store.runSynchronously {
            try $0.apply(DemoCards.changes(today: CardClock.system.today()))
            try $0.forgetSteps()
        }
        return store
    }

    /// Why a text is not a valid address of a backend; nil if it is.
    static func problem(withBackend text: String) -> String? {
        do {
            _ = try BackendURL(text)
            return nil
        } catch {
            return error.userMessage
        }
    }

    @MainActor
    static func startScreen(_ options: Invocation.Options, finding text: String?) -> CursesTerminal {
        ScreenComposition(options).start(finding: text)
    }

    /// Whether a screen can be shown.
    nonisolated static var hasTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }
}
