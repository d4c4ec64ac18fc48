import CardScreens
import CardStorage
import CardViewModels
import Cards
import Dispatch
import GoldenSupport
import Observation
import Terminal
import Testing

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
    var size: Size

    /// Friday, 20 November 2026, 12:00 UTC.
    nonisolated static let clock = CardClock(
        now: { Timestamp(milliseconds: 1_795_176_000_000) }, today: { CalendarDay(daysSince1970: 20_777) })

    init(
        _ cards: [Card] = [], photos: [PhotoHash: [UInt8]] = [:], size: Size = Size(columns: 80, rows: 24),
        hasLoader: Bool = true, drafts: FakeDrafts = FakeDrafts(), validation: CardValidation = .standard,
        files: FakeFiles = FakeFiles(), isPlain: Bool = false
    ) async throws {
        store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: Self.clock)
        try await store.apply(
            cards.map { card in
                .set(CardPatch(from: nil, to: card, photos: photos.filter { card.photos.contains($0.key) }))
            })
        self.size = size
        self.drafts = drafts
        changes = drafts.changes
        loader = FakeLoader(changes: changes)
        gate = Gate(changes: changes)
        model = AppModel(
            services: AppServices(
                store: GatedStore(store: store, gate: gate), loader: hasLoader ? loader : nil, photos: FakePhotos(),
                drafts: drafts, files: files,
                links: FakeLinks(), clock: Self.clock, validation: validation, openDemo: { [store] in store }))
        screen = AppScreen(model: model, isPlain: isPlain)
        screen.attach(to: terminal)
        await model.start()
        model.startBehind()
    }

    // MARK: - Hands

    func press(_ keys: Key...) {
        for key in keys {
            screen.handle(.key(key))
            _ = draw()
        }
    }

    func type(_ text: String) { for character in text { press(Key(character)) } }

    func paste(_ text: String) { screen.handle(.paste(text)) }

    func click(column: Int, row: Int) {
        screen.handle(.mouse(MouseEvent(.press(.left), at: Point(column: column, row: row))))
        screen.handle(.mouse(MouseEvent(.release, at: Point(column: column, row: row))))
    }

    /// Clicks on the first place where the text stands.
    func click(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let canvas = draw()
        for row in 0..<canvas.size.rows {
            let cells = (0..<canvas.size.columns).map { canvas[$0, row].text }
            let line = cells.joined()
            guard let range = line.firstRange(of: text) else { continue }
            // Only texts of width 1 stand before it in these tests.
            return click(column: line.distance(from: line.startIndex, to: range.lowerBound), row: row)
        }
        Issue.record("\(text) is not on the screen", sourceLocation: sourceLocation)
    }

    // MARK: - Eyes

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

    /// Lets everything run until the screen shows the text; fails after a time that no working program needs.
    func see(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await wait("the screen to show \"\(text)\"", sourceLocation) { self.text.contains(text) }
    }

    func seeNo(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await wait("\"\(text)\" to go", sourceLocation) { !self.text.contains(text) }
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

    func read(_ path: String, limit: Int) async throws -> [UInt8] {
        guard let bytes = files[path] else { throw PhotoError.decoderFailed("there is no \(path)") }
        return bytes
    }

    func completions(of path: String) async -> [String] { files.keys.filter { $0.hasPrefix(path) }.sorted() }
}

struct FakeLinks: LinkOpening {
    func open(_ link: String) async throws {}
}

// MARK: - Cards to show

extension Card {
    /// A card with an identifier made of its name.
    static func made(_ name: String, _ number: String = "", _ change: (inout Card) -> Void = { _ in }) -> Card {
        let identifier = CardID("id-" + name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }) ?? .random()
        var card = Card(identifier: identifier, name: name)
        card.number = number
        change(&card)
        return card
    }

    static let samples: [Card] = [
        .made("Alpine Airways", "4006 3813 3393 1") {
            $0.isStarred = true
            $0.groups = ["travel"]
        },
        .made("Amber Bakery", "LOY-7734") {
            $0.groups = ["food"]
            $0.expiry = Journey.clock.today().adding(days: 12)
        },
        .made("Cedar Library", "0 0042 7719") {
            $0.groups = ["books", "town"]
            $0.note = "Bring the blue bag. Renew at https://library.example, or call mailto:desk@library.example."
            ($0.balance, $0.currency) = ("12.50", "EUR")
            $0.expiry = CalendarDay("2026-12-31")
            $0.front = PhotoHash(of: [34, 21])
            $0.back = PhotoHash(of: [21, 34])
        },
        .made("Copper Cinema", "C-99 / gold") {
            $0.groups = ["fun"]
            $0.expiry = Journey.clock.today().adding(days: -3)
        },
        .made("Delta Deli") {
            $0.note = "Ask for the stamp card."
            $0.groups = ["food"]
        },
        .made("漢字 Tea House", "T-1") { $0.validFrom = Journey.clock.today().adding(days: 1) },
        .made("Old Club") { $0.isArchived = true },
    ]

    static let samplePhotos: [PhotoHash: [UInt8]] = [
        PhotoHash(of: [34, 21]): [34, 21], PhotoHash(of: [21, 34]): [21, 34],
    ]
}
