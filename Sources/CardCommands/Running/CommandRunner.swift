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
    private let version: String
    private let keys: @Sendable () -> [KeySection]
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
        askConsent: @escaping @Sendable (String) async throws -> Bool? = { try ConsentPrompt.ask($0) },
        askLine: @escaping @Sendable (String) async throws -> String? = { try ConsentPrompt.line($0) },
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

    public func run(_ command: Command, _ options: Invocation.Options) async -> ExitCode {
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
    private func paged(_ command: Command, _ options: Invocation.Options) async -> ExitCode {
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

    private func finish(_ command: Command, _ options: Invocation.Options) async -> ExitCode {
        do {
            return try await perform(command, options)
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

    private func perform(_ command: Command, _ options: Invocation.Options) async throws -> ExitCode {
        switch command {
        case .help(let topic): try output.write(help(topic))
        case .manual(let topic?): try output.write(ManualPage.text(of: topic, version: version, day: editionDay))
        case .manual: try output.write(ManualPage.text(version: version, day: editionDay, keys: keys()))
        case .version: try output.write("\(CommandTable.program) \(version)\n")
        case .completions(let shell): try output.write(Completions.script(for: shell))
        case .features: try await showFeatures(version: version)
        case .paths(let asJSON): try showPaths(paths(options), asJSON: asJSON)
        case .themes(let command): try showThemes(command, options)
        case .keys(let command): try showKeys(command, options)
        case .complete(let command): try await complete(command, options)
        case .forgetUses(let isConfirmed, let asJSON):
            let question = "Forget when and how often each card was used? This cannot be undone."
            guard try await isAgreed(isGiven: isConfirmed, question) else { return .refused }
            let count = try await store(options).forgetUses()
            if asJSON {
                try write(object: [("cards", .integer(count))])
            } else {
                try output.write("The uses of all cards are forgotten.\n")
            }
        case .check(let isRepairing, let asJSON):
            return try await check(isRepairing: isRepairing, asJSON: asJSON, options)
        case .backup(let command): try await backUp(command, options)
        case .restoreBackup(let command): return try await restoreBackup(command, options)
        case .scan(let command): return try await scan(command, options)
        case .barcode(let command): try await barcode(command, options)
        case .photo(let command): try await photo(command, options)
        case .conflicts(let command): try await conflicts(command, options)
        case .book(let command): try await book(command, options)
        case .ledger(let command): try await showLedger(command, options)
        case .stats(let command): try await showStats(command, options)
        case .remind(let command): try await remind(command, options)
        case .renewPasses(let command): return try await renewPasses(command, options)
        case .renew(let command): try await renew(command, options)
        case .syncStatus(let command): return try await showSyncStatus(command, options)
        case .list(let request): return try await list(request, try await store(options))
        case .show(let text, let form, let withSecrets):
            try await show(text, form, withSecrets: withSecrets, try await store(options))
        case .showPhoto(let text, let side): try await showPhoto(.side(side), of: text, try await store(options))
        case .showBarcode(let text): try await barcode(BarcodeCommand(card: text), options)
        case .showLinks(let texts, let asCode): return try await showLinks(to: texts, asCode: asCode, options)
        case .add(let card, let asJSON): try await add(card, options, asJSON: asJSON)
        case .addLink(let link, let asJSON): try await add(link: link, options, asJSON: asJSON)
        case .addInput(let asJSON): try await addFromInput(options, asJSON: asJSON)
        case .edit(let text, let edits, let asJSON): try await edit(text, edits, options, asJSON: asJSON)
        case .secret(let command): try await setSecret(command, options)
        case .forgetSecret(let command): return try await forgetSecret(command, options)
        case .act(let action, let targets, let form): try await act(action, on: targets, form, try await store(options))
        case .renameGroup(let old, let new, let form):
            try await renameGroup(old, to: new, form, try await store(options))
        case .listGroups(let asJSON): try await listGroups(try await store(options), asJSON: asJSON)
        case .listTrash(let asJSON): try await listTrash(try await store(options), asJSON: asJSON)
        case .restore(let texts, let asJSON): try await restore(texts, try await store(options), asJSON: asJSON)
        case .emptyTrash(let texts, let form): return try await emptyTrash(texts, form, options)
        case .undo(let count, let asJSON): try await undo(count, try await store(options), asJSON: asJSON)
        case .redo(let count, let asJSON): try await redo(count, try await store(options), asJSON: asJSON)
        case .history(let command): try await history(command, options)
        case .importFiles(let paths, let arguments): return try await importCards(paths, arguments, options)
        case .sync(let command): return try await synchronize(command, options)
        case .share(let command): return try await share(command, options)
        case .export(let file, let photos, let arguments):
            return try await export(file: file, photos: photos, arguments, options)
        }
        return .success
    }

    /// The day on which the manual page is made; that of its sources, where a packager says so.
    private var editionDay: CalendarDay {
        let seconds = environment("SOURCE_DATE_EPOCH").flatMap { Int64($0) }
        return seconds.map { Timestamp(milliseconds: $0 &* 1000).day } ?? clock.today()
    }

    private func help(_ topic: String?) -> String {
        guard let topic else { return HelpText.general() }
        if CommandTable.isFamily(topic) {
            return CommandTable.members(of: topic).map(HelpText.of).joined(separator: "\n")
        }
        let command = CommandSpec.Name(rawValue: topic).flatMap(CommandTable.command)
        return command.map(HelpText.of) ?? HelpTopics.text(of: topic) ?? HelpText.general()
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

    func store(_ options: Invocation.Options) async throws -> any CardStore {
        let config = try config(options, notesProblems: true)
        if options.isDemo { return try await openStore(.demo) }
        let store = try await openStore(.file(paths(options).store))
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
