internal import CardSettings
internal import CardTransfer
internal import Cards

/// Runs one command and returns its exit code. It opens the store only when a command needs it.
public struct CommandRunner: Sendable {
    /// The store that a command uses.
    public enum StoreChoice: Hashable, Sendable {
        case file(String)
        /// Demo cards in memory.
        case demo
    }

    var output: Output
    let platform: any CommandPlatform
    /// The store that the user named.
    private var namedStore: String?

    public init(output: Output, platform: any CommandPlatform) { (self.output, self.platform) = (output, platform) }

    var clock: CardClock { platform.clock }
    /// How days and amounts are shown on a terminal.
    var localFormat: LocalFormat { platform.format }
    var environment: Environment { platform.environment }

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
        guard command.mayBeLong, output.out.isTerminal else { return await finish(command, options) }
        var runner = self
        let text = CollectedText(for: output.out)
        runner.output = output.collecting(in: text)
        let code = await runner.finish(command, options)
        let bytes = text.take()
        if await !platform.page(bytes) { try? output.out.write(bytes) }
        return code
    }

    /// A command that a message names, with the store of this one.
    func again(_ words: String) -> String {
        let store = namedStore.map { "--store \(DroppedPath.text(of: [$0])) " } ?? ""
        return oneLine("\(CommandLineTable.program) \(store)\(words)")
    }

    private func finish(_ command: any ShellCommand, _ options: Invocation.Options) async -> ExitCode {
        do {
            return try await command.run(with: self, options)
        } catch let error as CommandFailure {
            output.warn("\(CommandLineTable.program): \(error.text)")
            return error.code
        } catch is OutputClosed {
            return .outputClosed
        } catch is CancellationError {
            return .interrupted
        } catch {
            // A problem that was reported when the store was opened is not repeated by the change that it made fail.
            let isSaid = (error as? StoreError).map { Self.warning($0) != nil } ?? false
            if !isSaid { output.warn("\(CommandLineTable.program): \(error.message)") }
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
            path, isNamed: options.config != nil, environment: environment,
            validateBackend: platform.problem(withBackend:))
        if options.config != nil, let problem = problems.first(where: { $0.line == nil }) {
            throw CommandFailure(problem.userMessage, .usage)
        }
        if notesProblems { for problem in problems { output.warn(problem.userMessage) } }
        return config
    }

    /// - Parameter isDryRun: whether nothing that is changed in it is kept.
    func store(_ options: Invocation.Options, isDryRun: Bool = false) async throws -> any CardStore {
        let config = try config(options, notesProblems: true)
        let store = try await platform.openStore(options.isDemo ? .demo : .file(paths(options).store))
        await store.rehearse(isDryRun)
        if options.isDemo { return store }
        if let backend = (options.backend ?? config.backend.url).flatMap({ platform.backend($0) }) {
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
