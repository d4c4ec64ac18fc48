public import Cards
public import Observation

/// How the store and its backend stand to each other: the loader's last word, what waits for the backend, and what of it is
/// selected. It asks for what waits whenever that may be something else, and never by a clock.
@MainActor @Observable
public final class SyncModel: ScreenModel {
    /// What can be selected: a line that leads somewhere, or a card that waits.
    public enum Stop: Hashable, Sendable {
        /// Cards from before the backend: may they be sent?
        case question
        /// To the cards that were changed on both sides.
        case conflicts
        /// To the cards that the backend no longer has.
        case absent
        case card(CardID)
    }

    /// Nil without a backend, and until the loader has said something.
    public private(set) var status: LoaderStatus?
    /// Nil until the loader has answered.
    private var loaded: [PendingCard]?
    public private(set) var selection: Stop?

    @ObservationIgnored private let context: ScreenContext
    @ObservationIgnored private let subscription = StoreSubscription()
    @ObservationIgnored private let loads = CoalescedWork()
    /// Where the selection stood among the stops, for when it goes.
    @ObservationIgnored private var rank = 0

    /// More rows than anyone goes through; the rest is a number.
    static let maximumRows = 1000

    init(status: LoaderStatus?, context: ScreenContext) {
        (self.status, self.context) = (status, context)
        if loader == nil { loaded = [] }
        keepSelection()
    }

    private var loader: (any CardLoader)? { context.services.loader }
    public var hasBackend: Bool { loader != nil }
    /// Whether the loader has answered for the first time; until then keys wait.
    public var isBusy: Bool { loaded == nil }

    /// What waits to be uploaded: what the backend refused first, then the oldest first.
    public var rows: [PendingCard] { loaded ?? [] }
    /// How many wait besides the rows.
    public var uncounted: Int { max(0, (status?.tally.pending ?? 0) - rows.count) }
    public var selectedRow: PendingCard? { rows.first { selection == .card($0.id) } }

    public var stops: [Stop] {
        var stops: [Stop] = []
        if let status {
            if status.question != nil { stops.append(.question) }
            if status.tally.conflicts > 0 { stops.append(.conflicts) }
            if status.tally.absent > 0 { stops.append(.absent) }
        }
        return stops + rows.map { .card($0.id) }
    }

    /// Whether something is under way that can be stopped, or waits for its time.
    public var canStop: Bool {
        guard let status else { return false }
        return status.isBusy || status.nextTry != nil
    }

    // MARK: - Keeping up

    func opened() {
        guard loader != nil else { return }
        // A card may be called something else by now.
        subscription.start(context.services.store) { [weak self] in self?.load() }
    }

    /// Takes the loader's word; what waits is asked for again where it may be something else.
    func follow(_ new: LoaderStatus) {
        let old = status
        status = new
        keepSelection()
        if old?.outcome != new.outcome { load() }
    }

    /// Reads what waits; what comes meanwhile causes one more reading, not one each.
    private func load() {
        loads.request { [weak self] in await self?.read() }
    }

    private func read() async {
        guard let loader else { return }
        do {
            receive(try await loader.pendingCards(limit: Self.maximumRows))
        } catch {
            if loaded == nil { loaded = [] }
            context.messages.say(error)
        }
    }

    private func receive(_ cards: [PendingCard]) {
        let sorted = cards.filter(\.isRefused) + cards.filter { !$0.isRefused }
        // What was read again as it was is no reason to draw.
        if loaded != sorted { loaded = sorted }
        keepSelection()
    }

    private func keepSelection() {
        let stops = stops
        if let selection, let place = stops.firstIndex(of: selection) {
            rank = place
        } else {
            rank = max(0, min(rank, stops.count - 1))
            let next = stops.isEmpty ? nil : stops[rank]
            if selection != next { selection = next }
        }
    }

    // MARK: - Moving and doing

    public func moveSelection(by count: Int) { select(rank: rank + count) }

    public func select(rank target: Int) {
        let stops = stops
        guard !stops.isEmpty else { return }
        rank = max(0, min(target, stops.count - 1))
        if selection != stops[rank] { selection = stops[rank] }
    }

    public func select(_ stop: Stop) {
        if let place = stops.firstIndex(of: stop) { select(rank: place) }
    }

    /// Whether the first of all stops is selected, or there is none.
    public var isAtFirst: Bool { rank == 0 }

    /// Sends the selected card again, which the backend refused.
    public func retrySelected() {
        guard let loader, let row = selectedRow, row.isRefused else { return }
        context.say(Message("Sending \(row.name.shortName) again"))
        Task { await loader.retryRefused(row.id) }
    }

    public func retryAll() {
        guard let loader, let count = status?.tally.refused, count > 0 else { return }
        context.say(Message("Sending \(LoaderText.cards(count)) again"))
        Task { await loader.retryRefused(nil) }
    }

    public func stop() {
        guard let loader, canStop else { return }
        let isUnderWay = status?.isBusy == true
        Task {
            await loader.cancel()
            context.say(
                Message(
                    (isUnderWay ? "Stopped. What had come is kept; n" : "N") + "othing is tried again until you ask."))
        }
    }
}

extension LoaderStatus {
    /// What tells whether the list of waiting cards may be another one.
    fileprivate struct Outcome: Hashable {
        let tally: BackendTally
        let isUploading: Bool
        let failure: LoaderFailure?
        let lastSuccess: Timestamp?
    }

    fileprivate var outcome: Outcome {
        Outcome(
            tally: tally, isUploading: isUploading, failure: failure, lastSuccess: lastSuccess)
    }
}
