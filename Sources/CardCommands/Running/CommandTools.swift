public import CardSettings
public import Cards

/// What commands need of modules that this one does not import. Values only: nothing is opened before a command calls it.
public struct CommandTools: Sendable {
    /// A picture file of a barcode.
    public enum BarcodeFileForm: Hashable, Sendable { case png, svg }

    /// Takes cards out of a copy of the store at a path. Throws ``StoreError``; then the copy is as it was.
    public typealias CopyErasing =
        @Sendable (_ content: ErasedContent, _ copy: String, _ store: String) async throws -> Void

    /// All barcodes in the bytes of a picture or a PDF.
    let readBarcodes: @Sendable ([UInt8]) async throws -> [FoundBarcode]
    /// The bytes of a file that shows the barcode.
    let barcodeFile: @Sendable (BarcodeContent, BarcodeFileForm, _ isInverted: Bool) async throws -> [UInt8]
    /// Makes a card's picture of a part of a photo: upright, no larger than needed, without metadata.
    let cutPhoto: @Sendable ([UInt8], PhotoPart) async throws -> [UInt8]
    /// The main colour of a photo; nil for none.
    let mainColor: @Sendable ([UInt8]) async -> CardColor?
    /// Makes a new store at a path of the copy in a file; without a path it only checks the copy. Returns the number of its cards.
    let restoreStore: @Sendable (_ copy: String, _ path: String?) async throws -> Int
    /// Takes cards out of a copy of a store, for good.
    let eraseInCopy: CopyErasing
    /// Reads the cards of backups.
    let readStore: StoreFileReader
    /// The keys of all screens by their names in the settings file, with those that the settings change.
    let keyMap: @Sendable ([Config.KeySetting], _ path: String) -> (sections: [KeySection], problems: [ConfigProblem])
    /// The identifier of the backend with this address; nil if that is not valid.
    let backend: @Sendable (_ address: String) -> BackendID?
    /// Shares the cards of a store with other devices; nil for a store that cannot.
    let sharing: @Sendable (any CardStore, Config.Sharing, Log) -> (any VaultControl)?
    /// Fetches files by their addresses; the file of certificates is trusted beside those of the system.
    let fetching: @Sendable (_ certificateFile: String?) -> any FileFetching
    /// Asks issuers of passes for new versions, as the settings say.
    let passes: @Sendable (Config) -> any PassFetching
    /// Shows long text with a pager on the terminal; false where it did not.
    let page: (@Sendable ([UInt8]) async -> Bool)?
    /// What waits for those that do not answer.
    let timer: any Clock<Duration>
    /// The libraries and programs that the program uses.
    let features: @Sendable () async -> [ProgramFeature]

    public init(
        readBarcodes: @escaping @Sendable ([UInt8]) async throws -> [FoundBarcode],
        barcodeFile:
            @escaping @Sendable (BarcodeContent, BarcodeFileForm, _ isInverted: Bool) async throws -> [UInt8],
        cutPhoto: @escaping @Sendable ([UInt8], PhotoPart) async throws -> [UInt8],
        mainColor: @escaping @Sendable ([UInt8]) async -> CardColor? = { _ in nil },
        restoreStore: @escaping @Sendable (_ copy: String, _ path: String?) async throws -> Int,
        eraseInCopy: @escaping CopyErasing,
        readStore: @escaping StoreFileReader,
        keyMap:
            @escaping @Sendable ([Config.KeySetting], _ path: String) -> (
                sections: [KeySection], problems: [ConfigProblem]
            ),
        backend: @escaping @Sendable (_ address: String) -> BackendID?,
        sharing: @escaping @Sendable (any CardStore, Config.Sharing, Log) -> (any VaultControl)? = { _, _, _ in nil },
        fetching: @escaping @Sendable (_ certificateFile: String?) -> any FileFetching = { _ in NoFetching() },
        passes: @escaping @Sendable (Config) -> any PassFetching = { _ in NoPasses() },
        page: (@Sendable ([UInt8]) async -> Bool)? = nil, timer: any Clock<Duration> = ContinuousClock(),
        features: @escaping @Sendable () async -> [ProgramFeature]
    ) {
        self.readBarcodes = readBarcodes
        self.barcodeFile = barcodeFile
        self.cutPhoto = cutPhoto
        self.mainColor = mainColor
        self.restoreStore = restoreStore
        self.eraseInCopy = eraseInCopy
        self.keyMap = keyMap
        self.backend = backend
        self.readStore = readStore
        self.sharing = sharing
        self.fetching = fetching
        self.passes = passes
        self.page = page
        self.timer = timer
        self.features = features
    }
}

/// The part of a photo that becomes a card's picture.
public enum PhotoPart: Hashable, Sendable {
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
public struct ProgramFeature: Hashable, Sendable {
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
