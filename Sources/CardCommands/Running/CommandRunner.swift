public import CardSettings
internal import CardTransfer
public import Cards

/// Runs one command and returns its exit code. It opens the store only when a command needs it.
public struct CommandRunner: Sendable {
    /// The store that a command uses.
    public enum StoreChoice: Hashable, Sendable {
        case file(String)
        /// Demo cards in memory.
        case demo
    }

    var output: Output
    let clock: CardClock
    /// How days and amounts are shown on a terminal.
    let localFormat: LocalFormat
    let makeIdentifier: @Sendable () -> CardID
    let version: String
    let keys: @Sendable () -> [KeySection]
    let environment: Environment
    /// The user's editor.
    let editor: any TextEditing
    let validateBackend: BackendCheck
    /// Renders a photo as lines for the terminal on standard output.
    let drawPhoto: @Sendable ([UInt8]) async throws -> [String]
    /// Renders a barcode as lines for standard output.
    let drawBarcode: @Sendable (BarcodeContent, BarcodeLook, _ rowsBelow: Int) async throws -> BarcodeLines
    /// Asks for a password on the terminal; nil without one.
    let askPassword: @Sendable (String) async throws -> [UInt8]?
    /// Asks a question on the terminal; nil without one.
    let askConsent: @Sendable (String) async throws -> Bool?
    /// Nil without a terminal.
    let askLine: @Sendable (String) async throws -> String?
    /// Draws the barcodes of a page.
    let barcodes: (any BarcodeDrawing)?
    let openStore: @Sendable (StoreChoice) async throws -> any CardStore
    /// Why the configured credentials are not sent to the backend of the command line; nil if they are sent, or there are none.
    let withholdingCredentials: @Sendable (Config.Backend) -> String?
    /// Makes the loader between a store and a backend with a validated address.
    let makeLoader: @Sendable (any CardStore, Config.Backend, Log) throws -> any CommandLoader
    let tools: CommandTools
    /// The store that the user named.
    private var namedStore: String?

    /// `keys` are those of the screens, for the manual page.
    public init(
        output: Output, version: String, keys: @escaping @Sendable () -> [KeySection] = { [] },
        clock: CardClock = .system, format: LocalFormat = .iso,
        environment: @escaping Environment = Paths.processEnvironment, editor: (any TextEditing)? = nil,
        validateBackend: @escaping BackendCheck,
        makeIdentifier: @escaping @Sendable () -> CardID = CardIDSequence().next,
        drawPhoto: @escaping @Sendable ([UInt8]) async throws -> [String],
        drawBarcode:
            @escaping @Sendable (BarcodeContent, BarcodeLook, _ rowsBelow: Int) async throws -> BarcodeLines,
        askPassword: @escaping @Sendable (String) async throws -> [UInt8]? = { try PasswordPrompt.read($0) },
        askConsent: @escaping @Sendable (String) async throws -> Bool? = { try await ConsentPrompt.ask($0) },
        askLine: @escaping @Sendable (String) async throws -> String? = { try await ConsentPrompt.line($0) },
        barcodes: (any BarcodeDrawing)? = nil,
        openStore: @escaping @Sendable (StoreChoice) async throws -> any CardStore, tools: CommandTools,
        withholdingCredentials: @escaping @Sendable (Config.Backend) -> String? = { _ in nil },
        makeLoader: @escaping @Sendable (any CardStore, Config.Backend, Log) throws -> any CommandLoader
    ) {
        self.output = output
        self.version = version
        self.keys = keys
        self.clock = clock
        localFormat = format
        self.environment = environment
        self.editor = editor ?? TextEditor(environment: environment)
        self.validateBackend = validateBackend
        self.makeIdentifier = makeIdentifier
        self.drawPhoto = drawPhoto
        self.drawBarcode = drawBarcode
        self.askPassword = askPassword
        self.askConsent = askConsent
        self.barcodes = barcodes
        self.askLine = askLine
        self.openStore = openStore
        self.tools = tools
        self.withholdingCredentials = withholdingCredentials
        self.makeLoader = makeLoader
    }

    public func run(_ command: any ShellCommand, _ options: Invocation.Options) async -> ExitCode {
        var runner = self
        runner.namedStore = options.store
        if options.isQuiet { runner.output = output.quiet() }
        let start = ContinuousClock.now
        if options.isVerbose, let places = try? paths(options) { tell(places, isDemo: options.isDemo) }
        let code = await runner.paged(command, options)
        if code != .success { runner.output.writeHeld() }
        if options.isVerbose { output.tell("Time: \(Int(start.duration(to: .now) / .milliseconds(1))) ms") }
        return code
    }

    private func tell(_ places: Paths, isDemo: Bool) {
        output.tell("Settings: \(places.config)")
        output.tell("Store: \(isDemo ? "sample cards" : places.store)")
        output.tell("Log: \(places.log)")
    }

    /// Runs a command; what may be long is shown with the user's pager, if it is to a terminal.
    private func paged(_ command: any ShellCommand, _ options: Invocation.Options) async -> ExitCode {
        guard command.mayBeLong, output.out.isTerminal, let page = tools.page else {
            return await finish(command, options)
        }
        var runner = self
        let text = CollectedText(for: output.out)
        runner.output = output.collecting(in: text)
        let code = await runner.finish(command, options)
        let bytes = text.take()
        if await !page(bytes) { try? output.out.write(bytes) }
        return code
    }

    /// A command that a message names, with the store of this one.
    func again(_ words: String) -> String {
        let store = namedStore.map { "--store \(DroppedPath.text(of: [$0])) " } ?? ""
        return oneLine("\(CommandTable.program) \(store)\(words)")
    }

    private func finish(_ command: any ShellCommand, _ options: Invocation.Options) async -> ExitCode {
        do {
            return try await command.run(with: self, options)
        } catch let error as CommandFailure {
            output.warn("\(CommandTable.program): \(error.text)")
            return error.code
        } catch is OutputClosed {
            return .outputClosed
        } catch is CancellationError {
            return .interrupted
        } catch {
            // A problem that was reported when the store was opened is not repeated by the change that it made fail.
            let isSaid = (error as? StoreError).map { Self.warning($0) != nil } ?? false
            if !isSaid { output.warn("\(CommandTable.program): \(error.message)") }
            return error is StoreError ? .store : error is TransportError ? .network : .refused
        }
    }

    /// ISO in a pipe, for other programs.
    var format: LocalFormat { output.out.isTerminal ? localFormat : .iso }

    /// Reports why nothing was done; by default a usage error.
    public func fail(_ message: String, _ code: ExitCode = .usage) -> ExitCode {
        output.warn(message)
        return code
    }

    // MARK: - Shared by commands

    /// The settings. What is wrong with a line is noted on standard error, and disables that setting only; a file that was named
    /// and cannot be read ends the command.
    /// - Parameter notesProblems: false where ``store(_:)`` notes them.
    func config(_ options: Invocation.Options, notesProblems: Bool = false) throws -> Config {
        let path = try paths(options).config
        let (config, problems) = Config.read(
            path, isNamed: options.config != nil, environment: environment, validateBackend: validateBackend)
        if options.config != nil, let problem = problems.first(where: { $0.line == nil }) {
            throw CommandFailure(problem.userMessage, .usage)
        }
        if notesProblems { for problem in problems { output.warn(problem.userMessage) } }
        return config
    }

    /// - Parameter isDryRun: whether nothing that is changed in it is kept.
    func store(_ options: Invocation.Options, isDryRun: Bool = false) async throws -> any CardStore {
        let config = try config(options, notesProblems: true)
        let store = try await openStore(options.isDemo ? .demo : .file(paths(options).store))
        await store.rehearse(isDryRun)
        if options.isDemo { return store }
        if let backend = (options.backend ?? config.backend.url).flatMap({ tools.backend($0) }) {
            await store.note(backend)
        }
        if let text = store.readOnlyReason.flatMap(Self.warning) { output.warn(text) }
        return store
    }

    /// The warning of a command about the opened store: the data may be older than the last save, and the next change will fail.
    /// Nil for reasons that do not affect reading.
    private static func warning(_ reason: StoreError) -> String? {
        switch reason {
        case .openedOnFullDisk, .readOnlyWithoutLatest: reason.userMessage
        default: nil
        }
    }

    func paths(_ options: Invocation.Options) throws -> Paths {
        try Paths(environment: environment, store: options.store, config: options.config)
    }
}

/// Ends a command with this message for standard error.
struct CommandFailure: Error {
    let text: String
    let code: ExitCode

    init(_ text: String, _ code: ExitCode = .refused) { (self.text, self.code) = (text, code) }
}
