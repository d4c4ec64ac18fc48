public import Cards

/// The services of the view models, built once by the composition.
public struct AppServices: Sendable {
    public var store: any LocalStore
    /// Nil if no backend is configured.
    public var loader: (any CardLoader)?
    public var photos: any PhotoDecoder
    public var barcodes: any BarcodeDrawing
    public var reader: any BarcodeReading
    public var camera: any Camera
    public var drafts: any DraftKeeping
    public var files: any LocalFiles
    /// Programs of the user, and what is edited with them.
    private let outside: Outside
    public var clock: CardClock
    public var validation: CardValidation
    public var viewState: any ViewStateKeeping
    /// The clock for delays: until a long activity is shown, between camera pictures, after scanned text.
    public var timer: any Clock<Duration>
    /// Opens the store of made-up cards, for `D` on the first screen; nil in a demo.
    public var openDemo: (@Sendable () async throws -> any LocalStore)?

    public init(
        store: any LocalStore, loader: (any CardLoader)?, photos: any PhotoDecoder,
        barcodes: any BarcodeDrawing, reader: any BarcodeReading, camera: any Camera,
        drafts: any DraftKeeping,
        files: any LocalFiles, links: any LinkOpening,
        clipboard: any ClipboardWriting = NoClipboardCommand(), editor: any TextEditing = NoTextEditor(),
        editedTexts: any EditedTextKeeping = NoEditedTexts(), texts: any NamedTextFormat = NoNamedTexts(),
        settings: any SettingsFile = NoSettingsFile(), clock: CardClock, validation: CardValidation,
        openDemo: (@Sendable () async throws -> any LocalStore)?, viewState: any ViewStateKeeping = NoViewState(),
        timer: any Clock<Duration> = ContinuousClock()
    ) {
        self.store = store
        self.loader = loader
        self.photos = photos
        self.barcodes = barcodes
        self.reader = reader
        self.camera = camera
        self.drafts = drafts
        self.files = files
        outside = Outside(
            links: links, clipboard: clipboard, editor: editor, editedTexts: editedTexts, texts: texts,
            settings: settings)
        self.clock = clock
        self.validation = validation
        self.openDemo = openDemo
        self.viewState = viewState
        self.timer = timer
    }

    private struct Outside {
        let links: any LinkOpening
        let clipboard: any ClipboardWriting
        let editor: any TextEditing
        let editedTexts: any EditedTextKeeping
        let texts: any NamedTextFormat
        let settings: any SettingsFile
    }

    public var links: any LinkOpening { outside.links }
    public var clipboard: any ClipboardWriting { outside.clipboard }
    public var editor: any TextEditing { outside.editor }
    public var editedTexts: any EditedTextKeeping { outside.editedTexts }
    /// How a card is written for the editor.
    public var texts: any NamedTextFormat { outside.texts }
    public var settings: any SettingsFile { outside.settings }

    /// Writes no drafts and no view state to the disk, for a demo.
    mutating func keepNothing() { (drafts, viewState) = (NoDrafts(), NoViewState()) }

    /// The same services over a store of made-up cards.
    func demo(_ store: any LocalStore) -> AppServices {
        var services = self
        (services.store, services.loader, services.openDemo) = (store, nil, nil)
        services.keepNothing()
        return services
    }
}
