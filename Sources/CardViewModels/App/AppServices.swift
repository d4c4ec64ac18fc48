public import Cards

/// The services of the view models, built once by the composition.
public struct AppServices: Sendable {
    public var store: any CardStore
    private var backend: Backend
    public var photos: any PhotoDecoder
    public var barcodes: any BarcodeDrawing
    public var reader: any BarcodeReading
    public var camera: any Camera
    public var drafts: any DraftKeeping
    public var files: any LocalFiles
    /// Programs of the user, what is edited with them, and the web.
    private let outside: Outside
    private let local: Local
    private let rules: Rules
    public var viewState: any ViewStateKeeping
    /// The clock for delays: until a long activity is shown, between camera pictures, after scanned text.
    public var timer: any Clock<Duration>
    private var copies: Copies
    /// Opens the store of made-up cards, for `D` on the first screen; nil in a demo.
    public var openDemo: (@Sendable () async throws -> any CardStore)?

    public init(
        store: any CardStore, loader: (any CardLoader)?, photos: any PhotoDecoder,
        barcodes: any BarcodeDrawing, reader: any BarcodeReading, camera: any Camera,
        drafts: any DraftKeeping,
        files: any LocalFiles, links: any LinkOpening,
        clipboard: any ClipboardWriting = NoClipboardCommand(), editor: any TextEditing = NoTextEditor(),
        editedTexts: any EditedTextKeeping = NoEditedTexts(), texts: any NamedTextFormat = NoNamedTexts(),
        settings: any SettingsFile = NoSettingsFile(), clock: CardClock, format: LocalFormat,
        validation: CardValidation, countsUses: Bool = true,
        openDemo: (@Sendable () async throws -> any CardStore)?, viewState: any ViewStateKeeping = NoViewState(),
        timer: any Clock<Duration> = ContinuousClock(), backendSetup: (any BackendSetup)? = nil,
        expiry: ExpiryService? = nil, backups: (any BackupMaking)? = nil,
        readStore: StoreFileReader? = nil, sharing: (any VaultControl)? = nil,
        fetching: any FileFetching = NoFetching(), passes: PassServices? = nil
    ) {
        self.store = store
        backend = Backend(loader: loader, setup: backendSetup, sharing: sharing)
        self.photos = photos
        self.barcodes = barcodes
        self.reader = reader
        self.camera = camera
        self.drafts = drafts
        self.files = files
        outside = Outside(
            links: links, clipboard: clipboard, editor: editor, editedTexts: editedTexts, texts: texts,
            settings: settings, fetching: fetching, passes: passes)
        local = Local(clock: clock, format: format)
        rules = Rules(validation: validation, countsUses: countsUses, expiry: expiry)
        self.openDemo = openDemo
        self.viewState = viewState
        self.timer = timer
        copies = Copies(backups: backups, read: readStore)
        if openDemo == nil { keepNothing() }
    }

    /// Nil if no backend is configured.
    public var loader: (any CardLoader)? { backend.loader }
    /// Sets a backend where there is none; nil where that is not possible.
    public var backendSetup: (any BackendSetup)? { backend.setup }
    /// Shares the cards with other devices; nil where that is not possible, such as in a demo.
    public var sharing: (any VaultControl)? { backend.sharing }
    public var links: any LinkOpening { outside.links }
    public var clipboard: any ClipboardWriting { outside.clipboard }
    public var editor: any TextEditing { outside.editor }
    public var editedTexts: any EditedTextKeeping { outside.editedTexts }
    /// How a card is written for the editor.
    public var texts: any NamedTextFormat { outside.texts }
    public var settings: any SettingsFile { outside.settings }
    /// Fetches files to import from the web.
    var fetching: any FileFetching { outside.fetching }
    /// Renews passes; nil where nothing does.
    var passes: PassServices? { outside.passes }
    public var validation: CardValidation { rules.validation }
    /// Whether uses of cards are counted.
    public var countsUses: Bool { rules.countsUses }

    /// What the start does about cards that expire; nil for nothing.
    var expiry: ExpiryService? { rules.expiry }

    /// Nil where no backups are made by themselves, such as in a demo.
    var backups: (any BackupMaking)? { copies.backups }
    /// Deletes cards for good.
    var erasure: CardErasure { CardErasure(store, drafts: drafts, backups: backups) }
    /// Reads backups, for an import of their cards; nil where nothing does.
    var readStore: StoreFileReader? { copies.read }

    /// What makes backups, and what reads them.
    private struct Copies {
        var backups: (any BackupMaking)?
        let read: StoreFileReader?
    }

    /// The backend, or what sets one, and what shares cards with other devices.
    private struct Backend {
        var loader: (any CardLoader)?
        var setup: (any BackendSetup)?
        var sharing: (any VaultControl)?
    }

    private struct Outside {
        let links: any LinkOpening
        let clipboard: any ClipboardWriting
        let editor: any TextEditing
        let editedTexts: any EditedTextKeeping
        let texts: any NamedTextFormat
        let settings: any SettingsFile
        let fetching: any FileFetching
        let passes: PassServices?
    }

    /// What the user's settings ask of the models.
    private struct Rules {
        let validation: CardValidation
        let countsUses: Bool
        let expiry: ExpiryService?
    }

    /// What depends on where the user is: the zone and the locale.
    private struct Local {
        let clock: CardClock
        let format: LocalFormat
    }

    public var clock: CardClock { local.clock }
    /// How days and amounts are shown and typed.
    public var format: LocalFormat { local.format }

    /// What values that are typed now are read with.
    var input: LocalInput { LocalInput(format: format, today: clock.today()) }

    /// Writes no drafts and no view state to the disk, for a demo.
    mutating func keepNothing() { (drafts, viewState) = (NoDrafts(), NoViewState()) }

    /// The same services with a backend.
    func with(_ loader: any CardLoader) -> AppServices {
        var services = self
        (services.backend.loader, services.backend.setup) = (loader, nil)
        return services
    }

    /// The same services over a store of made-up cards.
    func demo(_ store: any CardStore) -> AppServices {
        var services = self
        (services.store, services.backend, services.openDemo) = (store, Backend(), nil)
        services.copies.backups = nil
        services.keepNothing()
        return services
    }
}
