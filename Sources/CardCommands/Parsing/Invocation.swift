public import CardTransfer
public import Cards

/// A parsed command line.
public enum Invocation: Hashable, Sendable {
    /// - Parameters:
    ///   - finding: what the list finds at the start; nil for all cards.
    ///   - otherwise: the message for standard error where there is no terminal; nil for that of every screen.
    case screen(Options, finding: String? = nil, otherwise: String? = nil)
    case command(Command, Options)
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

/// A command with its parsed and validated values.
public enum Command: Hashable, Sendable {
    public enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }

    case list(ListRequest)
    /// With the secret fields of the card, or with dots for them.
    case show(String, ListForm, withSecrets: Bool = false)
    case showPhoto(String, Card.Side)
    case showBarcode(String)
    /// The cards' share links as text, or that of one card as a QR code.
    case showLinks([String], asCode: Bool)
    case add(NewCard, asJSON: Bool = false)
    /// Adds a card from a link; `-` reads the link from standard input.
    case addLink(String, asJSON: Bool = false)
    /// Adds the JSON card on standard input.
    case addInput(asJSON: Bool)
    /// Changes fields of a card; without any, in the user's editor.
    case edit(String, CardEdits, asJSON: Bool)
    case secret(SecretCommand)
    case forgetSecret(ForgetSecretCommand)
    case renewPasses(PassesCommand)
    case act(CardAction, CardTargets, ActionForm)
    case renameGroup(String, to: String, ActionForm)
    case listGroups(asJSON: Bool)
    case listTrash(asJSON: Bool)
    case restore([String], asJSON: Bool)
    /// Deletes these cards of the trash forever; without any, all.
    case emptyTrash([String], ActionForm)
    case undo(Int, asJSON: Bool)
    case redo(Int, asJSON: Bool)
    case history(HistoryCommand)
    /// Imports files, and the pictures of folders; `-` is standard input.
    case importFiles([String], ImportArguments = ImportArguments())
    /// Exports to a file, the photos to a folder, or both.
    case export(file: String?, photos: String?, ExportArguments = ExportArguments())
    /// `sendingAll` includes the cards from before the backend was set.
    case sync(SyncCommand)
    case syncStatus(SyncStatusCommand)
    case share(ShareCommand)
    /// Checks the settings and the store, with or without repairs.
    case check(isRepairing: Bool, asJSON: Bool = false)
    case scan(ScanCommand)
    case barcode(BarcodeCommand)
    case photo(PhotoCommand)
    case conflicts(ConflictsCommand)
    case book(BookCommand)
    case ledger(LedgerCommand)
    case stats(StatsCommand)
    case remind(RemindCommand)
    case renew(RenewCommand)
    case themes(ThemesCommand)
    case keys(KeysCommand)
    case backup(BackupCommand)
    case restoreBackup(RestoreCommand)
    /// Prints the words with which a shell completes a command line.
    case complete(CompleteCommand)
    /// Forgets when and how often cards were used.
    case forgetUses(isConfirmed: Bool = false, asJSON: Bool = false)
    case paths(asJSON: Bool = false)
    case completions(Shell)
    /// The help of one command or topic, or of all.
    case help(String?)
    /// The manual page of the program, or of a topic.
    case manual(String?)
    case version
    /// The version, and the libraries and programs that were found.
    case features

    /// Whether its result is text to read that may have any length.
    var mayBeLong: Bool {
        switch self {
        case .help, .list, .history, .ledger, .stats, .listTrash, .listGroups, .keys: true
        default: false
        }
    }
}

/// How a file is imported. The password is a path that is not read yet.
public struct ImportArguments: Hashable, Sendable {
    /// Nil to recognize it.
    public var format: FileFormat?
    public var isDryRun = false
    /// Whether the result is written as JSON.
    public var isJSON = false
    public var passwordFile: String?
    public var duplicates = ImportOptions.Duplicates.merge
    /// Whether a card with a number that is here becomes the card that has it, where nothing else has that number.
    public var takesRenames = false
    public var columns: [TableColumn: String] = [:]
    /// Of the amounts of a table; nil to tell it by them.
    public var decimalMark: DecimalMark?
    /// Of the text of a table; nil to tell it by its bytes.
    public var encoding: TableEncoding?

    /// Whether something is said that only tables have.
    var isOfTable: Bool { !columns.isEmpty || decimalMark != nil || encoding != nil }

    public init() {}
}

/// Which cards are exported, and in which format.
public struct ExportArguments: Hashable, Sendable {
    public var format = ExportFormat.json
    public var passwordFile: String?
    /// Whether a password is asked for on the terminal.
    public var asksForPassword = false
    /// Whether the file has the secret fields of the cards.
    public var takesSecrets = false
    /// The cards to export; without any, all.
    public var cards = CardTargets()
    /// Whether the result is written as JSON.
    public var isJSON = false

    public init() {}
}

/// How cards are listed.
public enum ListForm: Hashable, Sendable {
    case text
    case json(withPhotos: Bool)
}

/// The fields of a card from the command line. Photos are paths that are not read yet.
public struct NewCard: Hashable, Sendable {
    /// The barcode is validated and can be drawn. The identifier is a placeholder; it is replaced when the card is added.
    public var values = Card(identifier: identifier, name: "")
    public var photos: [Card.Side: String] = [:]
    /// Of which the values have the fields and the codes, and not the pictures.
    public var entries = EntryEdits()

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
