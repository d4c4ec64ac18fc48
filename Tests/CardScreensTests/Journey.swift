import Basics
import CardCodes
import CardScreens
import CardSettings
import CardStorage
import Cards
import Dispatch
import GoldenSupport
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import CardViewModels

/// The whole program in this process, over a store in memory: presses keys and waits for what the screen shows, never for a duration.
@MainActor
final class Journey {
    let store: SQLiteCardStore
    let model: AppModel
    let screen: AppScreen
    let terminal = FakeTerminal()
    let loader: FakeLoader
    let setup: FakeSetup
    let sharing: FakeSharing
    let drafts: FakeDrafts
    /// Notified of everything that a wait may depend on: frames, and calls to the fake services.
    private let changes: Changes
    /// Between the models and the store.
    let gate: Gate
    /// A clock that a test advances, for what depends on time on the screen.
    let time = TestClock()
    let camera: FakeCamera
    let reader: FakeReader
    var size: Size

    /// Friday, 20 November 2026, 12:00 UTC.
    nonisolated static let clock = CardClock(
        now: { Timestamp(milliseconds: 1_795_176_000_000) }, today: { CalendarDay(daysSince1970: 20_777) })

    init(
        _ cards: [Card] = [], photos: [PhotoHash: [UInt8]] = [:], size: Size = Size(columns: 80, rows: 24),
        hasLoader: Bool = true, hasSetup: Bool = false, canShare: Bool = false, drafts: FakeDrafts = FakeDrafts(),
        validation: CardValidation = .standard,
        countsUses: Bool = true,
        files: FakeFiles = FakeFiles(), isPlain: Bool = false, theme: Theme = .terminal,
        themes: @escaping () -> [ThemeChoice] = { [.terminal] }, keyMap: KeyMap = .empty,
        look: FakeViewState = FakeViewState(), decoder: FakePhotos = FakePhotos(), damaged: [DamagedCard] = [],
        editor: any TextEditing = NoTextEditor(), editedTexts: any EditedTextKeeping = NoEditedTexts(),
        deleted: [Card] = [], holdsFirstAnswer: Bool = false, format: LocalFormat = .iso,
        clock: CardClock = Journey.clock, tellsExpiry: Bool = false, archiveAfter: ReminderPeriods.Period? = nil,
        backups: (any BackupMaking)? = nil, clipboard: any ClipboardWriting = NoClipboardCommand(),
        fetching: any FileFetching = NoFetching(), passes: PassServices? = nil
    ) async throws {
        store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: clock)
        try await store.apply(
            (cards + deleted).map { card in
                .set(CardPatch(from: nil, to: card, photos: photos.filter { card.photos.contains($0.key) }))
            })
        if !deleted.isEmpty { try await store.apply(deleted.map { .delete($0.identifier) }) }
        self.size = size
        self.drafts = drafts
        changes = drafts.changes
        look.tell(changes)
        loader = FakeLoader(changes: changes)
        setup = FakeSetup(loader: loader, changes: changes)
        sharing = FakeSharing(changes: changes)
        gate = Gate(changes: changes, damaged: damaged)
        camera = FakeCamera(changes: changes)
        reader = FakeReader(changes: changes)
        var services = AppServices(
            store: GatedStore(store: store, gate: gate), photos: decoder, barcodes: ZintDrawing(), reader: reader,
            camera: camera, drafts: drafts, files: files, links: FakeLinks(), clipboard: clipboard, editor: editor,
            editedTexts: editedTexts, texts: YAMLTexts(), settings: NoSettingsFile(), fetching: fetching,
            viewState: look, clock: clock, format: format, validation: validation, timer: time,
            openDemo: { [store] in store })
        services.countsUses = countsUses
        services.loader = hasLoader ? loader : nil
        services.backendSetup = hasSetup ? setup : nil
        services.sharing = canShare ? sharing : nil
        services.expiry = tellsExpiry ? ExpiryService(store: store, archiveAfter: archiveAfter) : nil
        services.backups = backups
        services.passes = passes
        model = AppModel(services: services)
        screen = AppScreen(
            model: model, theme: ThemePair(theme), themes: themes, isPlain: isPlain, keyMap: keyMap, clock: time)
        screen.attach(to: terminal)
        if holdsFirstAnswer {
            // As in the first frame of the program: rows are shown before any search has finished.
            await gate.hold(.find)
            let first = try store.first(size.rows)
            model.showFirst(first.rows, of: first.count, trash: first.trash)
            Task { [model] in
                await model.start()
                model.startBackgroundWork()
            }
        } else {
            await model.start()
            model.startBackgroundWork()
        }
    }

    // MARK: - Input

    func press(_ keys: Key...) {
        for key in keys {
            screen.handle(.key(key))
            _ = draw()
        }
    }

    func type(_ text: String) { for character in text { press(Key(character)) } }

    /// Types a search and waits until its result is shown.
    func find(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        press(Key("/"))
        type(text)
        await wait("what \(text) finds", sourceLocation) { model.list.shownQuery.filter.text == text }
    }

    /// Moves the focus to a field of the form on top, from the field before it.
    func focus(_ field: DraftField) {
        guard let form = model.navigator.path.last as? CardFormModel, let place = form.fields.firstIndex(of: field)
        else {
            return
        }
        press(Key(.pageUp))
        // Tab skips an empty part, and ↓ moves within lines.
        for passed in form.fields[..<place] { press(passed.isMultiline || passed.side != nil ? .tab : .down) }
    }

    func paste(_ text: String) { screen.handle(.paste(text)) }

    func mouse(_ action: MouseEvent.Action, column: Int, row: Int) {
        // A person clicks on what the screen shows.
        _ = draw()
        screen.handle(.mouse(MouseEvent(action, at: Point(column: column, row: row))))
        _ = draw()
    }

    func click(column: Int, row: Int) {
        mouse(.press(.left), column: column, row: row)
        mouse(.release, column: column, row: row)
    }

    /// Clicks on the first occurrence of the text.
    func click(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let place = place(of: text, sourceLocation: sourceLocation)
        click(column: place.column, row: place.row)
    }

    // MARK: - What the screen shows

    /// The sample cards in the store, without the values that the store sets at a change.
    func cards() async throws -> [Card] {
        var cards: [Card] = []
        for sample in Card.samples {
            guard var card = try await store.card(sample.identifier) else { continue }
            (card.created, card.modified) = (sample.created, sample.modified)
            cards.append(card)
        }
        return cards
    }

    func draw() -> Canvas { screen.frame(size) }

    var lines: [String] {
        let canvas = draw()
        return (0..<size.rows).map(canvas.text(ofRow:))
    }

    var text: String { lines.joined(separator: "\n") }

    /// The names of the visible rows, if each card has one row.
    var names: [String] {
        cardLines.compactMap { line in
            line.dropFirst(3).split(separator: "  ").first { $0 != " " }.map(String.init)
        }
    }

    /// The rows of the list, beneath the title and the groups.
    private var cardLines: some Sequence<String> {
        lines.dropFirst(lines.count > 1 && lines[1].hasPrefix(" All ") ? 2 : 1).dropLast(2)
    }

    /// The names of the visible marked rows.
    var markedNames: [String] {
        zip(cardLines, names).filter { $0.0.dropFirst().first == "✓" }.map(\.1)
    }

    /// The position of the first occurrence of the text, in cells.
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

    /// Waits until the screen shows the text; fails after a time that no working program needs.
    func see(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await wait("the screen to show \"\(text)\"", sourceLocation) { self.text.contains(text) }
    }

    /// Waits until these rows are visible.
    func see(names: [String], sourceLocation: SourceLocation = #_sourceLocation) async {
        await wait("the rows to be \(names)", sourceLocation) { self.names == names }
    }

    func seeNo(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await wait("\"\(text)\" to go", sourceLocation) { !self.text.contains(text) }
    }

    /// Waits until the card beside the list is read and its pictures are drawn, if it is shown: beneath a picker nothing is asked for.
    func seeBeside(sourceLocation: SourceLocation = #_sourceLocation) async {
        guard size.columns >= 100, model.navigator.path.isEmpty else { return }
        await wait("the card beside the list", sourceLocation) {
            guard let row = model.list.selectedRow else { return true }
            guard let preview = model.preview.card, preview.card?.identifier == row.id else { return false }
            return preview.pictures.values.allSatisfy { $0 != .loading }
        }
        await seePictures(sourceLocation: sourceLocation)
    }

    /// Waits until the visible pictures are drawn as symbols.
    func seePictures(sourceLocation: SourceLocation = #_sourceLocation) async {
        _ = draw()
        await wait("the pictures", sourceLocation) { !screen.isWorking }
    }

    func wait(
        _ what: String, _ sourceLocation: SourceLocation = #_sourceLocation, until isTrue: () async throws -> Bool
    ) async {
        let deadline = ContinuousClock.now + patience
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Int(patience.components.seconds))) { [changes] in
            changes.note()
        }
        while true {
            // Read before the look: after the limit the screen is looked at once more, as the main actor can be busy with other tests.
            let isLast = ContinuousClock.now >= deadline
            let seen = changes.count
            _ = draw()
            ObservedChanges.next { [changes] in changes.note() }
            if (try? await isTrue()) == true { return }
            if isLast { break }
            await changes.wait(after: seen)
        }
        Issue.record("waited in vain for \(what):\n\(text)", sourceLocation: sourceLocation)
    }
}
