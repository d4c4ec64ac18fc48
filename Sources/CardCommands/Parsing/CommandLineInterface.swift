public import CardSettings
public import Cards

/// Parses a command line: splits it by the table, then parses and validates the values. It opens nothing and prints nothing.
public enum CommandLineInterface {
    /// `arguments` does not include the program's name.
    /// - Parameter input: what days and amounts are read with; called only where there are some.
    public static func parse(
        _ arguments: [String], validateBackend: BackendCheck, input: () -> LocalInput
    ) -> Invocation {
        // Fast path for the most common start, without allocations.
        if arguments.isEmpty { return .screen(Invocation.Options()) }
        do {
            return try read(ArgumentParser(arguments), validateBackend, input)
        } catch {
            return .failure(error.userMessage)
        }
    }

    /// Whether `--json` is among the options, also of a command line that is invalid: its message is JSON, too.
    public static func asksForJSON(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains { $0 == "--json" || $0.hasPrefix("--json=") }
    }

    private static func read(
        _ parsed: ArgumentParser, _ validateBackend: BackendCheck, _ input: () -> LocalInput
    ) throws(UsageError) -> Invocation {
        var options = Invocation.Options()
        options.store = try parsed.path("store")
        options.config = try parsed.path("config")
        options.backend = parsed.value("backend")
        options.isDemo = parsed.has("demo")
        options.isPlain = parsed.has("plain")
        options.isQuiet = parsed.has("quiet")
        options.theme = parsed.value("theme")
        if let help = parsed.value("help") {
            if help == "man" { return .command(ManualCommand(topic: nil), options) }
            return .command(HelpCommand(topic: parsed.command?.name ?? parsed.family, isBrief: true), options)
        }
        let isVerbose = parsed.has("verbose")
        if parsed.has("version") { return .command(VersionCommand(isVerbose: isVerbose), options) }
        options.isVerbose = isVerbose
        try parsed.exclude("verbose", "quiet")
        if let backend = options.backend, let refusal = validateBackend(backend) {
            throw parsed.failure("--backend: " + (refusal.hasSuffix(".") ? String(refusal.dropLast()) : refusal))
        }
        if options.store == "-" { throw parsed.failure("--store must name a file, not standard input or output") }
        try refuseSecondInput(parsed)
        guard let command = parsed.command else {
            if options.isVerbose { throw parsed.failure("--verbose needs a command, or --version") }
            guard parsed.findsCards else { return .screen(options) }
            let text = parsed.operands.joined(separator: " ")
            return .screen(options, finding: text, otherwise: parsed.noCommand?.userMessage)
        }
        return .command(try command.read(parsed, input), options)
    }

    /// The options and the operands that are read, of which `-` is standard input.
    private static let readOptions = ["config", "password-file", "secret-file", "front", "back", "icon", "set"]

    /// Standard input has an end.
    private static func refuseSecondInput(_ parsed: ArgumentParser) throws(UsageError) {
        let options =
            readOptions.flatMap { parsed.values[$0] ?? [] }
            + (parsed.values["picture"] ?? []).filter { $0.hasSuffix("=-") }.map { _ in "-" }
        let isReading = parsed.command?.readsInput ?? false
        let inputs = (options + (isReading ? parsed.operands : [])).filter { $0 == "-" }
        if inputs.count > 1 { throw parsed.failure("- can be used once only: standard input is read to its end") }
    }
}

/// A parsed command line.
public enum Invocation: Sendable {
    /// - Parameters:
    ///   - finding: what the list finds at the start; nil for all cards.
    ///   - otherwise: the message for standard error where there is no terminal; nil for that of every screen.
    case screen(Options, finding: String? = nil, otherwise: String? = nil)
    case command(any ShellCommand, Options)
    /// A message for standard error; the exit code is ``ExitCode/usage``.
    case failure(String)

    /// The options that every command accepts.
    public struct Options: Equatable, Sendable {
        public var store: String?
        public var config: String?
        /// Validated; overrides the settings.
        public var backend: String?
        public var isDemo = false
        public var isPlain = false
        /// Whether a command says nothing but its result, and why it failed.
        public var isQuiet = false
        /// Whether a command says which files it uses, and how long it took.
        public var isVerbose = false
        /// A theme name that is not resolved yet; overrides the settings.
        public var theme: String?

        public init() {}
    }
}

/// The exit codes of the program.
public enum ExitCode: Int32, Sendable {
    case success = 0
    case refused = 1
    case usage = 2
    case store = 3
    case network = 4
    /// The shell convention for an interrupted program: 128 + SIGINT.
    case interrupted = 130
    /// The shell convention for a program that wrote to a closed pipe: 128 + SIGPIPE.
    case outputClosed = 141
}
