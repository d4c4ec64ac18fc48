internal import Basics
import CardCodes
public import CardCommands
public import CardNetwork
import CardPhotos
import CardScreens
import CardSettings
import CardSharing
import CardStorage
import Cards
import Curses
import Glibc
import Terminal

/// What commands need of the machine and of the modules, in the program.
struct ProgramPlatform: CommandPlatform {
    var version: String { Composition.version }
    var clock: CardClock { .system }
    var format: LocalFormat { .system }
    var timer: any Clock<Duration> { QueueClock() }
    var environment: Environment { Paths.processEnvironment }

    func makeIdentifier() -> CardID { Self.identifiers.next() }
    private static let identifiers = CardIDSequence()

    // MARK: - Stores

    func openStore(_ choice: CommandRunner.StoreChoice) throws -> any CardStore {
        switch choice {
        case .file(let path):
            let store = try SQLiteCardStore(at: path, busyTimeout: Composition.commandBusyTimeout)
            Composition.openedStore.withLock { $0 = store }
            return store
        case .demo: return try Composition.demoStore()
        }
    }

    func restoreStore(_ copy: String, _ path: String?) throws -> Int { try SQLiteCardStore.restore(copy, to: path) }

    func erase(_ content: ErasedContent, inCopy copy: String, of store: String) throws {
        try SQLiteCardStore.erase(content, inCopy: copy, of: store)
    }

    func readStore(_ path: String) throws -> any CardSource { try StoreCardSource(path) }

    // MARK: - The network

    func problem(withBackend text: String) -> String? { Composition.problem(withBackend: text) }
    func backend(_ address: String) -> BackendID? { (try? BackendURL(address))?.backend }
    func withheldCredentials(_ backend: Config.Backend) -> String? { Composition.withheldCredentials(backend) }

    func makeLoader(_ store: any CardStore, _ backend: Config.Backend, _ log: Log) throws -> any CommandLoader {
        guard let store = store as? SQLiteCardStore, let loader = try Composition.loader(store, backend, log) else {
            throw NoLoader()
        }
        return loader
    }

    /// Never thrown: the stores of commands are opened above, and a command without a backend has ended before.
    private struct NoLoader: Error {}

    func sharing(_ store: any CardStore, _ settings: Config.Sharing, _ log: Log) -> (any VaultControl)? {
        (store as? SQLiteCardStore).map { Composition.sharing($0, settings, log) }
    }

    func fetching(_ certificateFile: String?) -> any FileFetching { WebFiles { certificateFile } }

    func passes(_ config: Config) -> any PassFetching {
        PassDownload(certificateFile: config.backend.certificateFile, allowsLocal: config.passes.allowsLocal)
    }

    // MARK: - The terminal

    var editor: any TextEditing { CommandEditor() }

    func page(_ text: [UInt8]) async -> Bool { await Pager().show(text, rows: CursesTerminal.size.rows) }

    func keyMap(
        _ settings: [Config.KeySetting], _ path: String
    ) -> (sections: [KeySection], problems: [ConfigProblem]) {
        let (map, problems) = KeyMap.resolve(settings, actions: KeyReference.commandKeys, path: path)
        let sections = KeyReference.sections.map { section in
            KeySection(
                title: section.title,
                keys: section.entries.map { entry in
                    let keys = map.keys[entry.name] ?? entry.keys
                    return (action: entry.name, keys: keys.map(\.name).joined(separator: " "), title: entry.title)
                })
        }
        return (sections, problems)
    }

    func keys() -> [KeySection] {
        KeyReference.sections.map { section in
            KeySection(
                title: section.title, keys: section.entries.map { ($0.name, $0.hint.key, $0.title) })
        }
    }

    // MARK: - Photos and barcodes

    var barcodes: (any BarcodeDrawing)? { ZintDrawing() }

    func readBarcodes(_ bytes: [UInt8]) async throws -> [FoundBarcode] {
        try await HelperBarcodeReader().barcodes(in: bytes)
    }

    func mainColor(_ bytes: [UInt8]) async -> CardColor? { await HelperPhotoDecoder().mainColor(of: bytes) }

    /// Draws a photo as large as the terminal allows above its prompt.
    @MainActor
    func drawPhoto(_ bytes: [UInt8]) async throws -> [String] {
        let (size, medium) = (CursesTerminal.size, CursesTerminal.outputMedium)
        let area = Size(columns: size.columns, rows: max(1, size.rows - 2))
        let image = try await HelperPhotoDecoder().decode(bytes, fitting: PixelSize(width: 800, height: 800))
        let viewport = PictureViewport(
            width: image.size.width, height: image.size.height, transform: .whole, area: area,
            cellAspect: medium.cellAspect)
        guard
            let view = PictureView(
                rgba: image.rgba, width: image.size.width, height: image.size.height, size: viewport.cells,
                colors: medium.colors, symbols: medium.symbols)
        else { throw PhotoError.libraryMissing("chafa") }
        var canvas = Canvas(size: viewport.cells)
        view.draw(on: &canvas, in: canvas.bounds)
        return canvas.sgrLines + (image.isDamaged ? ["The photo is damaged and shown in part."] : [])
    }

    /// Draws a barcode as large as the terminal allows.
    /// - Parameter rowsBelow: the rows written below it, apart from the prompt.
    @MainActor
    func drawBarcode(
        _ content: BarcodeContent, _ look: BarcodeLook, _ rowsBelow: Int
    ) async throws -> BarcodeLines {
        let symbols = try ZintDrawing().symbols(for: content)
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let size = CursesTerminal.size
        let area = Size(columns: size.columns, rows: max(1, size.rows - rowsBelow - 1))
        let printed = PrintedBarcode(
            symbols, in: isTerminal ? area : nil, medium: CursesTerminal.outputMedium,
            isPlain: look.isPlain || !CursesTerminal.outputGlyphs.hasHalves, isInverted: look.isInverted)
        switch printed {
        case .lines(let lines): return .lines(lines)
        // The text around it needs rows too.
        case .needs(let size?): return .needs(columns: size.columns, rows: size.rows + rowsBelow + 1)
        case .needs(nil): return .needsPixels
        }
    }

    /// Larger photos are not decoded.
    private static let largestPhoto = PixelSize(width: 30_000, height: 30_000)

    /// Enough to see whether it can be decoded.
    private static let smallPhoto = PixelSize(width: 64, height: 64)

    func cutPhoto(_ bytes: [UInt8], _ part: PhotoPart) async throws -> [UInt8] {
        let decoder = HelperPhotoDecoder()
        if part == .attachment, PhotoFileName.isDocument(bytes) { return try await decoder.attachment(of: bytes) }
        let isRectangle = if case .rectangle = part { true } else { false }
        let image = try await decoder.decode(bytes, fitting: isRectangle ? Self.largestPhoto : Self.smallPhoto)
        // A command has no screen on which the missing part would be seen.
        if image.isDamaged { throw PhotoError.decoderFailed("its data is damaged") }
        switch part {
        case .whole, .attachment: return try await decoder.crop(bytes, to: .everything)
        case .icon: return try await decoder.crop(bytes, to: .everything(for: .icon))
        case .card:
            return try await decoder.cardPicture(of: bytes)
        case .rectangle(let left, let top, let width, let height):
            guard let part = PhotoCrop.Part(left: left, top: top, width: width, height: height, of: image.size) else {
                throw NoPart(size: image.size)
            }
            return try await decoder.crop(bytes, to: PhotoCrop(part))
        }
    }

    func barcodeFile(
        _ content: BarcodeContent, _ form: BarcodeFileForm, _ isInverted: Bool
    ) async throws -> [UInt8] {
        guard let symbol = try ZintDrawing().symbols(for: content).first else { throw NoPicture.shape }
        switch form {
        case .png:
            guard let bytes = BarcodeFile.png(symbol, isInverted: isInverted) else { throw NoPicture.library }
            return bytes
        case .svg:
            guard let text = BarcodeFile.svg(symbol, isInverted: isInverted) else { throw NoPicture.shape }
            return Array(text.utf8)
        }
    }

    // MARK: - Features

    func features() async -> [ProgramFeature] {
        let drawing = try? BarcodeContent("1", as: .qrCode)
        let drawsBarcodes = drawing.map { (try? ZintDrawing().symbols(for: $0)) != nil } ?? false
        return [
            ProgramFeature("cards", provider: "SQLite \(SQLiteCardStore.libraryVersion)", isFound: true),
            Self.library("backend", CurlLibrary.names),
            Self.library("compressed lists", ["libz.so.1"]),
            Self.library("photos", ["libgdk_pixbuf-2.0.so.0"]), Self.library("photos as symbols", ["libchafa.so.0"]),
            Self.library("photos as pixels, barcodes in files", ["libpng16.so.16"]),
            Self.library("sharing over PostgreSQL", PostgreSQLLibrary.names),
            Self.library("sharing over WebDAV, workbooks", ["libexpat.so.1"]),
            Self.library("sharing, encrypted", SodiumLibrary.names),
            Self.library("ZIP archives", ["libzip.so.5", "libzip.so.4"]),
            ProgramFeature("drawing barcodes", provider: "libzint", isFound: drawsBarcodes),
            Self.library("reading barcodes", ["libZXing.so.3", "libZXing.so.2"]),
            Self.executable("barcodes in PDFs", "pdftoppm"),
            Self.executable("camera", "ffmpeg"),
        ]
    }

    /// - Parameter names: the first of them that can be opened is shown; for none the first.
    private static func library(_ feature: String, _ names: [String]) -> ProgramFeature {
        let found = names.first { name in
            guard let handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { return false }
            dlclose(handle)
            return true
        }
        return ProgramFeature(feature, provider: found ?? names[0], isFound: found != nil)
    }

    /// Searched as when it is started: in the absolute folders of `PATH`.
    private static func executable(_ feature: String, _ name: String) -> ProgramFeature {
        let folders = (ThisMachine.environment("PATH") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        return ProgramFeature(
            feature, provider: name,
            isFound: folders.contains { access(PathText.cString("\($0)/\(name)"), X_OK) == 0 })
    }
}

/// The rectangle is not on the photo.
private struct NoPart: UserFacingError {
    let size: PixelSize
    var userMessage: String { "The crop area lies outside the photo, which has \(size.width) x \(size.height) pixels." }
}

/// Why a barcode cannot be written as a picture.
private enum NoPicture: UserFacingError {
    case library, shape

    var userMessage: String {
        switch self {
        case .library: "Pictures in PNG need the library libpng16, which is not installed. SVG needs none."
        case .shape: "This barcode cannot be drawn."
        }
    }
}

/// The user's editor for a command. Ctrl-C, Ctrl-\ and Ctrl-Z are the editor's while it runs: they reach this process, too.
struct CommandEditor: TextEditing {
    private static let keys = [SIGINT, SIGQUIT, SIGTSTP]

    func edit(_ path: String, line: Int?) async throws -> EditorEnd {
        for number in Self.keys { signal(number, SIG_IGN) }
        defer { for number in Self.keys { signal(number, SIG_DFL) } }
        return try await TextEditor().edit(path, line: line)
    }
}

/// Fetches files of cards from the web, into memory or a temporary file without a name.
struct WebFiles: FileFetching {
    /// Trusted beside the system's certificates, as the settings say at that time.
    let certificateFile: @Sendable () -> String?

    func target(of text: String) throws -> FetchTarget { try FileDownload.target(of: text) }

    func fetch(_ target: FetchTarget, limit: Int, _ watch: FetchWatch) async throws -> FetchOutcome {
        let spool = FileSpool()
        let elsewhere = try await FileDownload(certificateFile: certificateFile()).fetch(
            target, limit: limit, progress: watch.progress
        ) { chunk in
            try spool.append(chunk)
            return !watch.isUseless(chunk)
        }
        if let elsewhere { return .elsewhere(elsewhere) }
        let file = try spool.finish()
        return .file(FetchedFile(name: target.name, byteCount: file.byteCount) { file.again() })
    }
}

/// Conforms here, because CardCommands and CardNetwork do not import each other.
extension NetworkLoader: CommandLoader {}
