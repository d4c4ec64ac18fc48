public import Cards

/// What a command line asks for.
public enum Invocation: Hashable, Sendable {
    case screen(Options)
    case command(Command, Options)
    /// The words are for standard error, the exit code is ``ExitCode/usage``.
    case failure(String)

    /// What may stand on every command line.
    public struct Options: Hashable, Sendable {
        public var store: String?
        public var config: String?
        /// Checked; instead of the settings' own.
        public var backend: String?
        public var isDemo = false
        public var isPlain = false
        /// A name that nobody has looked up yet; instead of the settings' own.
        public var theme: String?

        public init() {}
    }
}

/// A command with all that it needs, its values read and checked.
public enum Command: Hashable, Sendable {
    public enum Shell: String, Sendable, CaseIterable { case bash, zsh, fish }

    case list(ListForm)
    case show(String, ListForm)
    case showPhoto(String, Card.Side)
    case showBarcode(String)
    /// The card's link for a phone, as a QR code or as text.
    case showLink(String, asCode: Bool)
    case add(NewCard)
    /// From a link, or `-` for standard input.
    case addLink(String)
    case remove(String)
    case importFile(String)
    /// Into a file, the photos into a folder, or both.
    case export(file: String?, photos: String?)
    /// `sendingAll`: also the cards from before the backend.
    case sync(sendingAll: Bool)
    /// The store, mending what can be mended or not.
    case check(isRepairing: Bool)
    case paths
    case completions(Shell)
    /// Of one command, or of all.
    case help(String?)
    case manual
    case version
}

/// How cards are listed.
public enum ListForm: Hashable, Sendable {
    case text
    case json(withPhotos: Bool)
}

/// The fields of a card that the command line gives. Photos are paths that nobody has read yet.
public struct NewCard: Hashable, Sendable {
    /// Its barcode is checked: it can be drawn. The identifier is none of a card: that is made when the card is added.
    public var values = Card(identifier: identifier, name: "")
    public var photos: [Card.Side: String] = [:]

    private static let identifier = CardID("new") ?? .random()
}

/// What a process of the program tells its parent.
public enum ExitCode: Int32, Sendable {
    case success = 0
    case refused = 1
    case usage = 2
    case store = 3
    case network = 4
    /// As a shell says of a program that was interrupted.
    case interrupted = 130
    /// As a shell says of a program that wrote into a closed pipe.
    case outputClosed = 141
}
