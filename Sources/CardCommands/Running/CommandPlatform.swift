public import CardSettings
public import Cards

/// What commands need of the machine and of the modules above and beside: one implementation is the program's, the other that of the tests.
public protocol CommandPlatform: Sendable {
    var version: String { get }
    var clock: CardClock { get }
    /// How days and amounts are shown on a terminal.
    var format: LocalFormat { get }
    /// What waits for those that do not answer.
    var timer: any Clock<Duration> { get }
    var environment: Environment { get }
    func makeIdentifier() -> CardID
    /// The libraries and programs that the program uses.
    func features() async -> [ProgramFeature]

    // MARK: Stores

    func openStore(_ choice: CommandRunner.StoreChoice) async throws -> any CardStore
    /// Makes a new store at a path of the copy in a file; without a path it only checks the copy. Returns the number of its cards.
    func restoreStore(_ copy: String, _ path: String?) async throws -> Int
    /// Takes cards out of a copy of the store at a path. Throws ``StoreError``; then the copy is as it was.
    func erase(_ content: ErasedContent, inCopy copy: String, of store: String) async throws
    /// The cards of a backup.
    func readStore(_ path: String) throws -> any CardSource

    // MARK: The network

    /// Why a text is not a valid address of a backend; nil if it is.
    func problem(withBackend text: String) -> String?
    /// The identifier of the backend with this address; nil if that is not valid.
    func backend(_ address: String) -> BackendID?
    /// Why the configured credentials are not sent to the backend of the command line; nil if they are sent, or there are none.
    func withheldCredentials(_ backend: Config.Backend) -> String?
    /// Makes the loader between a store and a backend with a validated address.
    func makeLoader(_ store: any CardStore, _ backend: Config.Backend, _ log: Log) throws -> any CommandLoader
    /// Shares the cards of a store with other devices; nil for a store that cannot.
    func sharing(_ store: any CardStore, _ settings: Config.Sharing, _ log: Log) -> (any VaultControl)?
    /// Fetches files by their addresses; the file of certificates is trusted beside those of the system.
    func fetching(_ certificateFile: String?) -> any FileFetching
    /// Asks issuers of passes for new versions, as the settings say.
    func passes(_ config: Config) -> any PassFetching

    // MARK: Photos and barcodes

    /// Draws the barcodes of a page; nil where none are drawn.
    var barcodes: (any BarcodeDrawing)? { get }
    /// Renders a photo as lines for the terminal on standard output.
    func drawPhoto(_ bytes: [UInt8]) async throws -> [String]
    /// Renders a barcode as lines for standard output.
    func drawBarcode(_ content: BarcodeContent, _ look: BarcodeLook, _ rowsBelow: Int) async throws -> BarcodeLines
    /// The bytes of a file that shows the barcode.
    func barcodeFile(_ content: BarcodeContent, _ form: BarcodeFileForm, _ isInverted: Bool) async throws -> [UInt8]
    /// All barcodes in the bytes of a picture or a PDF.
    func readBarcodes(_ bytes: [UInt8]) async throws -> [FoundBarcode]
    /// Makes a card's picture of a part of a photo: upright, no larger than needed, without metadata.
    func cutPhoto(_ bytes: [UInt8], _ part: PhotoPart) async throws -> [UInt8]
    /// The main color of a photo; nil for none.
    func mainColor(_ bytes: [UInt8]) async -> CardColor?

    // MARK: The terminal

    /// The user's editor.
    var editor: any TextEditing { get }
    /// The keys of all screens by their names in the settings file, with those that the settings change.
    func keyMap(_ settings: [Config.KeySetting], _ path: String) -> (sections: [KeySection], problems: [ConfigProblem])
    /// The keys of the screens as people read them, for the manual page.
    func keys() -> [KeySection]
    /// Asks for a password; nil without a terminal.
    func askPassword(_ prompt: String) async throws -> [UInt8]?
    /// Asks a question; nil without a terminal.
    func askConsent(_ question: String) async throws -> Bool?
    /// Nil without a terminal.
    func askLine(_ question: String) async throws -> String?
    /// Shows long text with a pager; false where it did not.
    func page(_ text: [UInt8]) async -> Bool
}

extension CommandPlatform {
    public func askPassword(_ prompt: String) async throws -> [UInt8]? { try PasswordPrompt.read(prompt) }
    public func askConsent(_ question: String) async throws -> Bool? { try await ConsentPrompt.ask(question) }
    public func askLine(_ question: String) async throws -> String? { try await ConsentPrompt.line(question) }
}

/// A picture file of a barcode.
public enum BarcodeFileForm: Hashable, Sendable { case png, svg }

/// The part of a photo that becomes a card's picture.
public enum PhotoPart: Equatable, Sendable {
    case whole
    /// All of it for a further picture: a PDF stays as it is.
    case attachment
    /// All of it, at the size of an icon.
    case icon
    /// The card, where its edges are clear; otherwise the whole photo.
    case card
    /// In pixels of the upright photo.
    case rectangle(left: Int, top: Int, width: Int, height: Int)

    static func all(for side: Card.Side) -> PhotoPart { side == .icon ? .icon : .whole }
}

/// A library or a program, and what it is for.
public struct ProgramFeature: Equatable, Sendable {
    public let name: String
    /// `libcurl.so.4`, `pdftoppm`, `SQLite 3.40.1`.
    public let provider: String
    public let isFound: Bool

    public init(_ name: String, provider: String, isFound: Bool) {
        self.name = name
        self.provider = provider
        self.isFound = isFound
    }
}

/// How a barcode is printed.
public struct BarcodeLook: Equatable, Sendable {
    /// Whole cells only.
    public var isPlain: Bool
    /// White on black.
    public var isInverted = false

    public init(isPlain: Bool, isInverted: Bool = false) { (self.isPlain, self.isInverted) = (isPlain, isInverted) }
}

/// A barcode as printed, including escape sequences.
public enum BarcodeLines: Equatable, Sendable {
    case lines([String])
    /// The terminal is too small; this size is required.
    case needs(columns: Int, rows: Int)
    /// Its modules are not square; the screen draws it if the terminal supports pixels.
    case needsPixels
}

/// The loader's interface for a command, which starts and stops it.
public protocol CommandLoader: CardLoader {
    /// Starts a download, then the pending uploads. Returns immediately.
    func start() async

    /// Cancels transfers and ends the streams of statuses; returns when nothing is running.
    func stop() async
}

/// The keys of one screen for the manual page, from the screen's own bindings.
public struct KeySection: Sendable {
    public let title: String
    /// The action's name in the settings file, its keys and its description.
    public let keys: [(action: String, keys: String, title: String)]

    public init(title: String, keys: [(action: String, keys: String, title: String)]) {
        self.title = title
        self.keys = keys
    }
}
