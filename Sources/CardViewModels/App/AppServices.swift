public import Cards

/// The services of the view models, built once by the composition.
public struct AppServices: Sendable {
    public var store: any CardStore
    public var photos: any PhotoDecoder
    public var barcodes: any BarcodeDrawing
    public var reader: any BarcodeReading
    public var camera: any Camera
    public var drafts: any DraftKeeping
    public var files: any LocalFiles
    public var links: any LinkOpening
    public var clipboard: any ClipboardWriting
    public var editor: any TextEditing
    public var editedTexts: any EditedTextKeeping
    /// How a card is written for the editor.
    public var texts: any NamedTextFormat
    public var settings: any SettingsFile
    /// Fetches files to import from the web.
    public var fetching: any FileFetching
    public var viewState: any ViewStateKeeping
    public var clock: CardClock
    /// How days and amounts are shown and typed.
    public var format: LocalFormat
    public var validation: CardValidation
    /// The clock for delays: until a long activity is shown, between camera pictures, after scanned text.
    public var timer: any Clock<Duration>
    /// Whether uses of cards are counted.
    public var countsUses = true

    // What is not everywhere, such as in a demo.

    /// Opens the store of made-up cards, for `D` on the first screen; nil in a demo.
    public private(set) var openDemo: (@Sendable () async throws -> any CardStore)?
    /// Nil if no backend is configured.
    public var loader: (any CardLoader)?
    /// Sets a backend where there is none.
    public var backendSetup: (any BackendSetup)?
    /// Shares the cards with other devices.
    public var sharing: (any VaultControl)?
    /// What the start does about cards that expire.
    public var expiry: ExpiryService?
    /// Makes backups without being asked.
    public var backups: (any BackupMaking)?
    /// Reads backups, for an import of their cards.
    public var readStore: StoreFileReader?
    public var passes: PassServices?

    public init(
        store: any CardStore, photos: any PhotoDecoder, barcodes: any BarcodeDrawing, reader: any BarcodeReading,
        camera: any Camera, drafts: any DraftKeeping, files: any LocalFiles, links: any LinkOpening,
        clipboard: any ClipboardWriting, editor: any TextEditing, editedTexts: any EditedTextKeeping,
        texts: any NamedTextFormat, settings: any SettingsFile, fetching: any FileFetching,
        viewState: any ViewStateKeeping, clock: CardClock, format: LocalFormat, validation: CardValidation,
        timer: any Clock<Duration>, openDemo: (@Sendable () async throws -> any CardStore)?
    ) {
        self.store = store
        self.photos = photos
        self.barcodes = barcodes
        self.reader = reader
        self.camera = camera
        self.drafts = drafts
        self.files = files
        self.links = links
        self.clipboard = clipboard
        self.editor = editor
        self.editedTexts = editedTexts
        self.texts = texts
        self.settings = settings
        self.fetching = fetching
        self.viewState = viewState
        self.clock = clock
        self.format = format
        self.validation = validation
        self.timer = timer
        self.openDemo = openDemo
        if openDemo == nil { keepNothing() }
    }

    /// Deletes cards for good.
    var erasure: CardErasure { CardErasure(store, drafts: drafts, texts: editedTexts, backups: backups) }

    /// What values that are typed now are read with.
    var input: LocalInput { LocalInput(format: format, today: clock.today()) }

    /// Writes no drafts and no view state to the disk, for a demo.
    private mutating func keepNothing() { (drafts, viewState) = (NoDrafts(), NoViewState()) }

    /// The same services with a backend.
    func with(_ loader: any CardLoader) -> AppServices {
        var services = self
        services.loader = loader
        services.backendSetup = nil
        return services
    }

    /// The same services over a store of made-up cards.
    func demo(_ store: any CardStore) -> AppServices {
        var services = self
        services.store = store
        (services.loader, services.backendSetup, services.sharing) = (nil, nil, nil)
        services.backups = nil
        services.openDemo = nil
        services.keepNothing()
        return services
    }
}

/// Stores no draft: nothing of a demo outlives the program, and a made-up card must never be offered among real ones.
struct NoDrafts: DraftKeeping {
    func save(_ draft: StoredDraft) async {}
    func remove(_ key: StoredDraft.Key) async {}
    func removeAll(of cards: Set<CardID>) async {}
    func leftovers() async -> [StoredDraft] { [] }
}
