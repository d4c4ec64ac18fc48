internal import Cards

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
    public struct Options: Hashable, Sendable {
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

/// The fields of a card from the command line. Photos are paths that are not read yet.
struct NewCard: Hashable, Sendable {
    /// The barcode is validated and can be drawn. The identifier is a placeholder; it is replaced when the card is added.
    var values = Card(identifier: identifier, name: "")
    var photos: [Card.Side: String] = [:]
    /// Of which the values have the fields and the codes, and not the pictures.
    var entries = EntryEdits()

    private static let identifier = CardID("new") ?? .random()
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
