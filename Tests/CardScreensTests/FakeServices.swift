import Basics
import CardScreens
import CardViewModels
import Cards
import Synchronization
import Terminal

// MARK: - Fakes

@MainActor
final class FakeTerminal: TerminalControl {
    @Observed var colors = ColorDepth.indexed256
    @Observed var isMouseOn = true
    @Observed var followsBackground = false
    @Observed var glyphs = GlyphSet.all
    @Observed var graphics = PictureGraphics.symbols
    @Observed var cell: CellPixels?
    @Observed private(set) var copied: [String] = []
    @Observed private(set) var quitStatus: Int32?
    @Observed private(set) var suspensions = 0
    @Observed private(set) var repaints = 0

    func quit(status: Int32) { quitStatus = status }
    func suspend() { suspensions += 1 }
    func repaint() { repaints += 1 }
    func setNeedsDraw() {}
    func copy(_ text: SafeText) { copied.append(text.string) }
}

/// A loader whose statuses and cards a test sets.
actor FakeLoader: CardLoader {
    private let stream: AsyncStream<LoaderStatus>
    private let continuation: AsyncStream<LoaderStatus>.Continuation
    private(set) var synchronizations = 0
    private(set) var answers: [BackendConsent] = []
    private(set) var cancellations = 0
    private(set) var retries: [CardID?] = []
    private var waitingCards: [PendingCard] = []
    /// How often pending cards were requested.
    private(set) var readings = 0
    private let changes: Changes

    init(changes: Changes) {
        self.changes = changes
        (stream, continuation) = AsyncStream.makeStream()
    }

    nonisolated func publish(_ change: (inout LoaderStatus) -> Void) {
        var status = LoaderStatus(host: "cards.example:8000")
        change(&status)
        continuation.yield(status)
    }

    func synchronize() {
        synchronizations += 1
        changes.note()
    }

    func setConsent(_ consent: BackendConsent) {
        answers.append(consent)
        changes.note()
    }

    func statuses() -> AsyncStream<LoaderStatus> { stream }

    /// Sets the result of ``pendingCards(limit:)``.
    func setWaiting(_ cards: [PendingCard]) { waitingCards = cards }

    func pendingCards(limit: Int) -> [PendingCard] {
        readings += 1
        changes.note()
        return Array(waitingCards.prefix(limit))
    }

    private(set) var looks = 0
    private(set) var decisions: [CardID: AbsenceDecision] = [:]

    func lookAgain() {
        looks += 1
        changes.note()
    }

    /// Cards that are listed again before the decision about them arrives.
    var listedAgain: Set<CardID> = []

    func list(_ card: CardID) { listedAgain.insert(card) }

    func settleAbsent(_ cards: [CardID], _ decision: AbsenceDecision) -> Int {
        waitingCards.removeAll { cards.contains($0.id) }
        changes.note()
        let settled = cards.filter { !listedAgain.contains($0) }
        for card in settled { decisions[card] = decision }
        return settled.count
    }

    func cancel() {
        cancellations += 1
        changes.note()
    }

    func retryRefused(_ card: CardID?) {
        retries.append(card)
        changes.note()
    }
}

/// Decodes a photo's first two bytes as its width and height; a third one marks it as damaged. All pixels have one gray.
struct FakePhotos: PhotoDecoder {
    static let damage: UInt8 = 0xDA
    var gray: UInt8 = 255
    /// A color for all pixels, instead of the grey.
    var color: CardColor?
    /// A brightness for each pixel, instead of the same for all.
    var pattern: (@Sendable (_ x: Int, _ y: Int) -> UInt8)?

    /// What a file begins with that an import takes for a picture.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

    func decode(_ bytes: [UInt8], fitting size: PixelSize) async throws -> PixelImage {
        let bytes = bytes.starts(with: Self.signature) ? Array(bytes.dropFirst(Self.signature.count)) : bytes
        let isDamaged = bytes.count == 3 && bytes[2] == Self.damage
        guard bytes.count == 2 || isDamaged, bytes[0] > 0, bytes[1] > 0,
            let image = PixelImage(
                size: PixelSize(width: Int(bytes[0]), height: Int(bytes[1])),
                rgba: (0..<Int(bytes[0]) * Int(bytes[1])).flatMap { index -> [UInt8] in
                    let value = pattern?(index % Int(bytes[0]), index / Int(bytes[0])) ?? gray
                    return color.map { [$0.red, $0.green, $0.blue, 255] } ?? [value, value, value, 255]
                },
                isDamaged: isDamaged)
        else { throw PhotoError.notAPicture }
        return image
    }

    /// A picture of the crop's size; the uncropped one is the photo itself.
    func crop(_ bytes: [UInt8], to crop: PhotoCrop) async throws -> [UInt8] {
        let image = try await decode(bytes, fitting: PixelSize(width: 1600, height: 1600))
        if crop == .everything { return bytes }
        let size = crop.pictureSize(of: image.size)
        return [UInt8(clamping: size.width), UInt8(clamping: size.height)]
    }

    func thumbnail(of bytes: [UInt8], fitting size: PixelSize) async throws -> [UInt8] {
        _ = try await decode(bytes, fitting: size)
        return bytes
    }

    func releaseResources() async {}
}

/// A camera that shows the pictures set by a test.
final class FakeCamera: Camera {
    private struct State {
        var stream: AsyncThrowingStream<[UInt8], any Error>.Continuation?
        var running = 0
    }

    private let state = Mutex(State())
    private let changes: Changes

    init(changes: Changes) { self.changes = changes }

    /// Whether anybody reads from the camera.
    var isRunning: Bool { state.withLock { $0.running > 0 } }

    func pictures() -> AsyncThrowingStream<[UInt8], any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: [UInt8].self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { [self] _ in
            state.withLock { $0.running -= 1 }
            changes.note()
        }
        state.withLock { ($0.running, $0.stream) = ($0.running + 1, continuation) }
        changes.note()
        return stream
    }

    func show(_ bytes: [UInt8]) { state.withLock { _ = $0.stream?.yield(bytes) } }
    func fail(_ error: CameraError) { state.withLock { $0.stream }?.finish(throwing: error) }
}

/// Finds the codes that a test set for a file, and none in other files.
final class FakeReader: BarcodeReading {
    private struct State {
        var found: [[UInt8]: Result<[FoundBarcode], BarcodeReadingError>] = [:]
        var asked: [[UInt8]] = []
        var cancellations = 0
        var isHeld = false
        var waiting: [AsyncStream<Void>.Continuation] = []
    }

    private let state = Mutex(State())
    private let changes: Changes

    init(changes: Changes) { self.changes = changes }

    /// The files that were searched, in order.
    var asked: [[UInt8]] { state.withLock { $0.asked } }
    /// How often a search was cancelled.
    var cancellations: Int { state.withLock { $0.cancellations } }

    func put(_ codes: FoundBarcode..., in file: [UInt8]) { state.withLock { $0.found[file] = .success(codes) } }
    func fail(_ error: BarcodeReadingError, in file: [UInt8]) { state.withLock { $0.found[file] = .failure(error) } }

    /// Blocks searches from now on.
    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let waiting = state.withLock { state in
            state.isHeld = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.finish() }
    }

    func barcodes(in file: [UInt8]) async throws -> [FoundBarcode] {
        let wait: AsyncStream<Void>? = state.withLock { state in
            state.asked.append(file)
            guard state.isHeld else { return nil }
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            state.waiting.append(continuation)
            return stream
        }
        changes.note()
        if let wait { for await _ in wait {} }
        if Task.isCancelled {
            state.withLock { $0.cancellations += 1 }
            changes.note()
            throw CancellationError()
        }
        return try state.withLock { try $0.found[file]?.get() ?? [] }
    }
}

actor FakeDrafts: DraftKeeping {
    nonisolated let changes = Changes()
    private(set) var kept: [StoredDraft.Key: StoredDraft] = [:] { didSet { changes.note() } }
    private(set) var saves = 0

    init(_ leftovers: [StoredDraft] = []) {
        for draft in leftovers { kept[draft.key] = draft }
    }

    func save(_ draft: StoredDraft) {
        saves += 1
        kept[draft.key] = draft
    }
    func remove(_ key: StoredDraft.Key) { kept[key] = nil }
    func removeAll(of cards: Set<CardID>) { kept = kept.filter { !cards.contains($0.key.card) } }
    func leftovers() -> [StoredDraft] { kept.values.filter { $0.key.process != .current } }
}

struct FakeFiles: LocalFiles {
    /// Files that their folder still lists but that cannot be read.
    var vanished: Set<String> = []
    var files: [String: [UInt8]] = [:]
    /// Whether writing fails because the disk is full.
    var isFull = false
    /// Paths that are never written to.
    var refused: Set<String> = []
    let written = Written()

    final class Written: Sendable {
        private let files = Mutex<[String: [UInt8]]>([:])
        func withLock(_ body: (inout [String: [UInt8]]) -> Void) { files.withLock { body(&$0) } }
        subscript(path: String) -> [UInt8]? { files.withLock { $0[path] } }
    }

    func read(_ path: String, limit: Int) async throws -> [UInt8] { try bytes(of: path) }

    private func bytes(of path: String) throws -> [UInt8] {
        guard let bytes = written[path] ?? files[path], !vanished.contains(path) else {
            throw PhotoError.decoderFailed("there is no \(path)")
        }
        return bytes
    }

    func chunks(of path: String, limit: Int) async throws -> ByteChunks {
        let rest = Mutex([UInt8](try await read(path, limit: limit).reversed()))
        return { rest.withLock { bytes in bytes.popLast().map { [$0] } ?? [] } }
    }

    func file(_ path: String, limit: Int) throws -> any ReadableFile { MemoryFile(try bytes(of: path)) }

    func write(_ path: String, chunks next: @Sendable () async throws -> [UInt8]?) async throws {
        if isFull { throw PhotoError.decoderFailed("there is no room") }
        var bytes: [UInt8] = []
        while let piece = try await next() { bytes += piece }
        written.withLock { $0[path] = bytes }
    }

    func completions(of path: String) async -> [String] { files.keys.filter { $0.hasPrefix(path) }.sorted() }

    /// The files have absolute paths, `~` is `/home`, and that is also the current directory.
    func listing(
        ofFolder path: String, where isWanted: @Sendable (String) -> Bool
    ) async throws -> FolderListing {
        let folder = expanded(path)
        guard await isFolder(path) else { throw PhotoError.decoderFailed("there is no folder \(path)") }
        let inside = files.keys.filter { $0.hasPrefix(folder == "/" ? "/" : folder + "/") }
            .map { $0.dropFirst(folder == "/" ? 1 : folder.count + 1) }
        let folders = Set(inside.filter { $0.contains("/") }.map { String($0.prefix { $0 != "/" }) })
        return FolderListing(
            path: folder, label: folder.hasPrefix("/home") ? "~" + folder.dropFirst(5) : folder,
            entries: folders.map { FolderListing.Entry(name: $0, isFolder: true) }
                + inside.filter { !$0.contains("/") && isWanted(String($0)) }.map {
                    FolderListing.Entry(name: String($0), isFolder: false, byteCount: 2)
                })
    }

    func replacesFile(_ path: String) async throws -> Bool {
        if refused.contains(path) { throw PhotoError.decoderFailed("\(path) is refused") }
        return files[path] != nil || written[path] != nil
    }

    func isFolder(_ path: String) async -> Bool {
        let folder = expanded(path)
        return folder == "/" || files.keys.contains { $0.hasPrefix(folder + "/") }
    }

    private func expanded(_ path: String) -> String {
        var path = path == "." || path == "~" ? "/home" : path
        if path.hasPrefix("~/") { path = "/home" + path.dropFirst() }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}

/// Stores the view state in memory.
final class FakeViewState: ViewStateKeeping {
    private let state: Mutex<ViewState>
    private let changes = Mutex<Changes?>(nil)

    /// - Parameter isLookDue: whether all cards are to be looked through for damage, which a timer waits for.
    init(isLookDue: Bool = false) {
        var state = ViewState()
        if !isLookDue { state.lastLook = Journey.clock.now() }
        self.state = Mutex(state)
    }

    var kept: ViewState { state.withLock { $0 } }
    func load() -> ViewState { kept }

    func keep(_ state: ViewState) async {
        self.state.withLock { $0 = state }
        changes.withLock { $0 }?.note()
    }

    /// Notifies these of each stored state from now on.
    func tell(_ changes: Changes) { self.changes.withLock { $0 = changes } }
}

struct FakeLinks: LinkOpening {
    /// The names and first bytes of documents that were opened.
    static let documents = Mutex<[String]>([])
    func open(_ link: String) async throws -> LinkOutcome { .opened }
    func open(document: [UInt8], named name: String) async throws -> LinkOutcome {
        Self.documents.withLock { $0.append("\(name) \(String(decoding: document.prefix(8), as: UTF8.self))") }
        return .opened
    }
}

/// A setup whose answers a test determines.
actor FakeSetup: BackendSetup {
    struct Failure: UserFacingError {
        let userMessage: String
    }

    private(set) var tried: [BackendProposal] = []
    private(set) var saved: [BackendProposal] = []
    private var failure: String?
    private var isHeld = false
    private let loader: FakeLoader
    private let changes: Changes

    init(loader: FakeLoader, changes: Changes) { (self.loader, self.changes) = (loader, changes) }

    /// - Parameter isHeld: whether the backend never answers.
    func set(failure: String?, isHeld: Bool = false) { (self.failure, self.isHeld) = (failure, isHeld) }

    nonisolated func prepare() {}

    func tryOut(_ proposal: BackendProposal) async throws -> Int {
        tried.append(proposal)
        changes.note()
        if isHeld {
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            for await _ in stream {}
            withExtendedLifetime(continuation) {}
            throw CancellationError()
        }
        if let failure { throw Failure(userMessage: failure) }
        return 340
    }

    func save(_ proposal: BackendProposal) async throws -> any CardLoader {
        saved.append(proposal)
        changes.note()
        return loader
    }
}
