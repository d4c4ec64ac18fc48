import CardScreens
import CardStorage
import Cards
import Dispatch
import GoldenSupport
import Observation
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import CardViewModels

/// The whole program in this process, over a store in memory: presses keys, waits for what is to be seen, never for a time.
@MainActor
final class Journey {
    let store: SQLiteCardStore
    let model: AppModel
    let screen: AppScreen
    let terminal = FakeTerminal()
    let loader: FakeLoader
    let drafts: FakeDrafts
    /// Everything that a wait may be for: what is drawn, and what the made-up services were told.
    private let changes: Changes
    /// Between the models and the store.
    let gate: Gate
    /// Stands still until a test moves it: for what takes its time on the screen.
    let time = TestClock()
    var size: Size

    /// Friday, 20 November 2026, 12:00 UTC.
    nonisolated static let clock = CardClock(
        now: { Timestamp(milliseconds: 1_795_176_000_000) }, today: { CalendarDay(daysSince1970: 20_777) })

    init(
        _ cards: [Card] = [], photos: [PhotoHash: [UInt8]] = [:], size: Size = Size(columns: 80, rows: 24),
        hasLoader: Bool = true, drafts: FakeDrafts = FakeDrafts(), validation: CardValidation = .standard,
        files: FakeFiles = FakeFiles(), isPlain: Bool = false, theme: Theme = .terminal,
        themes: @escaping () -> [ThemeChoice] = { [.terminal] }, keyMap: KeyMap = .empty,
        look: FakeLook = FakeLook(), holdsFirstAnswer: Bool = false
    ) async throws {
        store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: Self.clock)
        try await store.apply(
            cards.map { card in
                .set(CardPatch(from: nil, to: card, photos: photos.filter { card.photos.contains($0.key) }))
            })
        self.size = size
        self.drafts = drafts
        changes = drafts.changes
        look.tell(changes)
        loader = FakeLoader(changes: changes)
        gate = Gate(changes: changes)
        model = AppModel(
            services: AppServices(
                store: GatedStore(store: store, gate: gate), loader: hasLoader ? loader : nil, photos: FakePhotos(),
                drafts: drafts, files: files,
                links: FakeLinks(), clock: Self.clock, validation: validation, openDemo: { [store] in store },
                viewState: look, timer: time))
        screen = AppScreen(
            model: model, theme: theme, themes: themes, isPlain: isPlain, keyMap: keyMap, clock: time)
        screen.attach(to: terminal)
        if holdsFirstAnswer {
            // As in the first frame of the program: rows are shown, and nothing has been found yet.
            await gate.hold(.find)
            let first = try store.first(size.rows)
            model.showFirst(first.rows, of: first.count)
            Task { [model] in
                await model.start()
                model.startBehind()
            }
        } else {
            await model.start()
            model.startBehind()
        }
    }

    // MARK: - Hands

    func press(_ keys: Key...) {
        for key in keys {
            screen.handle(.key(key))
            _ = draw()
        }
    }

    func type(_ text: String) { for character in text { press(Key(character)) } }

    /// Looks for cards, and waits until those that were found are seen.
    func find(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        press(Key("/"))
        type(text)
        await wait("what \(text) finds", sourceLocation) { model.list.shownQuery.filter.text == text }
    }

    func paste(_ text: String) { screen.handle(.paste(text)) }

    func mouse(_ action: MouseEvent.Action, column: Int, row: Int) {
        // A hand points at what it sees.
        _ = draw()
        screen.handle(.mouse(MouseEvent(action, at: Point(column: column, row: row))))
        _ = draw()
    }

    func click(column: Int, row: Int) {
        mouse(.press(.left), column: column, row: row)
        mouse(.release, column: column, row: row)
    }

    /// Clicks on the first place where the text stands.
    func click(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let place = place(of: text, sourceLocation: sourceLocation)
        click(column: place.column, row: place.row)
    }

    // MARK: - Eyes

    /// What the store holds of the samples, without what the store itself notes of a change.
    func cards() async throws -> [Card] {
        var cards: [Card] = []
        for sample in Card.samples {
            guard var card = try await store.card(sample.identifier) else { continue }
            (card.created, card.modified) = (sample.created, sample.modified)
            cards.append(card)
        }
        return cards
    }

    func draw() -> Canvas {
        var canvas = Canvas(size: size)
        screen.draw(into: &canvas)
        return canvas
    }

    var lines: [String] {
        let canvas = draw()
        return (0..<size.rows).map(canvas.text(ofRow:))
    }

    var text: String { lines.joined(separator: "\n") }

    /// The names of the rows in sight, where each card has one.
    var names: [String] {
        lines.dropFirst().dropLast(2).compactMap { line in
            line.dropFirst(3).split(separator: "  ").first { $0 != " " }.map(String.init)
        }
    }

    /// The names of the rows in sight that have a mark.
    var markedNames: [String] {
        zip(lines.dropFirst().dropLast(2), names).filter { $0.0.dropFirst().first == "✓" }.map(\.1)
    }

    /// The first place where the text stands, in columns.
    func place(of text: String, sourceLocation: SourceLocation = #_sourceLocation) -> Point {
        let canvas = draw()
        for row in 0..<canvas.size.rows {
            let cells = (0..<canvas.size.columns).map { canvas[$0, row].text }
            let line = cells.joined()
            guard let range = line.firstRange(of: text) else { continue }
            var (left, column) = (line.distance(from: line.startIndex, to: range.lowerBound), 0)
            while left > 0 { (left, column) = (left - cells[column].count, column + 1) }
            return Point(column: column, row: row)
        }
        Issue.record("\(text) is not on the screen:\n\(self.text)", sourceLocation: sourceLocation)
        return Point(column: -1, row: -1)
    }

    /// Lets everything run until the screen shows the text; fails after a time that no working program needs.
    func see(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await wait("the screen to show \"\(text)\"", sourceLocation) { self.text.contains(text) }
    }

    /// Lets everything run until these are the rows in sight.
    func see(names: [String], sourceLocation: SourceLocation = #_sourceLocation) async {
        await wait("the rows to be \(names)", sourceLocation) { self.names == names }
    }

    func seeNo(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await wait("\"\(text)\" to go", sourceLocation) { !self.text.contains(text) }
    }

    /// Lets the card beside the list be read, where there is room for one.
    func seeBeside(sourceLocation: SourceLocation = #_sourceLocation) async {
        guard size.columns >= 100, model.path.isEmpty else { return }
        await wait("the card beside the list", sourceLocation) {
            guard let row = model.list.selectedRow else { return true }
            guard let preview = model.preview, preview.card?.identifier == row.id else { return false }
            return preview.pictures.values.allSatisfy { $0 != .loading }
        }
    }

    /// Lets the pictures that the screen shows become symbols.
    func seePictures(sourceLocation: SourceLocation = #_sourceLocation) async {
        _ = draw()
        await wait("the pictures", sourceLocation) { !screen.isWorking }
    }

    func wait(
        _ what: String, _ sourceLocation: SourceLocation = #_sourceLocation, until isTrue: () async throws -> Bool
    ) async {
        let deadline = ContinuousClock.now + .seconds(60)
        DispatchQueue.global().asyncAfter(deadline: .now() + 60) { [changes] in changes.note() }
        repeat {
            let seen = changes.count
            withObservationTracking {
                _ = draw()
                // A small screen does not show the pictures that a test may wait for.
                if case .form(let form)? = model.path.last { _ = form.pictures }
                if case .card(let card)? = model.path.last { _ = card.pictures }
                // What lies beneath a question is not drawn anew.
                _ = (model.loaderStatus, model.list.count)
                // Rows that are fetched for later are drawn nowhere.
                _ = model.list.hasAtHand(.max / 4)
            } onChange: { [changes] in
                changes.note()
            }
            if (try? await isTrue()) == true { return }
            await changes.wait(after: seen)
            // A change is told before it is made.
            await Task.yield()
        } while ContinuousClock.now < deadline
        Issue.record("waited in vain for \(what):\n\(text)", sourceLocation: sourceLocation)
    }
}

// MARK: - What is not ours to test here

@MainActor
final class FakeTerminal: TerminalControl {
    var colors = ColorDepth.indexed256
    var isMouseOn = true
    private(set) var copied: [String] = []
    private(set) var quitStatus: Int32?
    private(set) var suspensions = 0
    private(set) var repaints = 0

    func quit(status: Int32) { quitStatus = status }
    func suspend() { suspensions += 1 }
    func repaint() { repaints += 1 }
    func setNeedsDraw() {}
    func copy(_ text: SafeText) { copied.append(text.string) }
}

/// A loader that says what a test lets it say.
actor FakeLoader: CardLoader {
    private let stream: AsyncStream<LoaderStatus>
    private let continuation: AsyncStream<LoaderStatus>.Continuation
    private(set) var synchronizations = 0
    private(set) var answers: [BackendConsent] = []
    private let changes: Changes

    init(changes: Changes) {
        self.changes = changes
        (stream, continuation) = AsyncStream.makeStream()
    }

    nonisolated func say(_ change: (inout LoaderStatus) -> Void) {
        var status = LoaderStatus(host: "cards.example:8000")
        change(&status)
        continuation.yield(status)
    }

    func synchronize() {
        synchronizations += 1
        changes.note()
    }

    func answer(_ consent: BackendConsent) {
        answers.append(consent)
        changes.note()
    }

    func statuses() -> AsyncStream<LoaderStatus> { stream }
}

/// Takes a photo's first two bytes for its width and height.
struct FakePhotos: PhotoDecoder {
    func decode(_ bytes: [UInt8], fitting size: PixelSize) async throws -> PixelImage {
        guard bytes.count == 2, bytes[0] > 0, bytes[1] > 0,
            let image = PixelImage(
                size: PixelSize(width: Int(bytes[0]), height: Int(bytes[1])),
                rgba: Array(repeating: 255, count: Int(bytes[0]) * Int(bytes[1]) * 4))
        else { throw PhotoError.notAPicture }
        return image
    }

    /// A picture of the size that the crop comes to; all of it is the photo itself.
    func crop(_ bytes: [UInt8], to crop: PhotoCrop) async throws -> [UInt8] {
        let image = try await decode(bytes, fitting: PixelSize(width: 1600, height: 1600))
        if crop == .everything { return bytes }
        let size = crop.pictureSize(of: image.size)
        return [UInt8(clamping: size.width), UInt8(clamping: size.height)]
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
    func leftovers() -> [StoredDraft] { kept.values.filter { $0.key.process != .current } }
}

struct FakeFiles: LocalFiles {
    var files: [String: [UInt8]] = [:]
    /// Nothing can be written.
    var isFull = false
    let written = Written()

    final class Written: Sendable {
        private let files = Mutex<[String: [UInt8]]>([:])
        func withLock(_ body: (inout [String: [UInt8]]) -> Void) { files.withLock { body(&$0) } }
        subscript(path: String) -> [UInt8]? { files.withLock { $0[path] } }
    }

    func read(_ path: String, limit: Int) async throws -> [UInt8] {
        guard let bytes = files[path] else { throw PhotoError.decoderFailed("there is no \(path)") }
        return bytes
    }

    func pieces(of path: String, limit: Int) async throws -> BytePieces {
        let rest = Mutex([UInt8](try await read(path, limit: limit).reversed()))
        return { rest.withLock { bytes in bytes.popLast().map { [$0] } ?? [] } }
    }

    func write(_ path: String, pieces next: @Sendable () async throws -> [UInt8]?) async throws {
        if isFull { throw PhotoError.decoderFailed("there is no room") }
        var bytes: [UInt8] = []
        while let piece = try await next() { bytes += piece }
        written.withLock { $0[path] = bytes }
    }

    func completions(of path: String) async -> [String] { files.keys.filter { $0.hasPrefix(path) }.sorted() }
}

/// Keeps how the list is looked at for as long as the test holds it.
final class FakeLook: ViewStateKeeping {
    private let state = Mutex(ViewState())
    private let changes = Mutex<Changes?>(nil)

    var kept: ViewState { state.withLock { $0 } }
    func load() -> ViewState { kept }

    func keep(_ state: ViewState) async {
        self.state.withLock { $0 = state }
        changes.withLock { $0 }?.note()
    }

    /// Tells these of what is kept from now on.
    func tell(_ changes: Changes) { self.changes.withLock { $0 = changes } }
}

struct FakeLinks: LinkOpening {
    func open(_ link: String) async throws {}
}
