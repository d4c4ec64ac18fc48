public import Basics
public import Cards

/// The sync screen: the loader's last status, the pending uploads, and the selected row. Pending uploads are requested whenever they
/// may have changed, never by a timer. While a next try is planned it wakes up when the words for the time until then change.
@MainActor
public final class SyncModel: ScreenModel, RowsModel {
    /// What can be selected: a line that leads somewhere, or a pending card.
    public enum Stop: Equatable, Sendable {
        /// A place over which the cards are shared.
        case remote(RemoteID)
        /// Another device that shares the cards.
        case device(DeviceID)
        /// The question whether cards from before the backend may be sent.
        case consent
        /// Leads to the cards in conflict.
        case conflicts
        /// Leads to the cards that the backend no longer has.
        case absent
        case card(CardID)
    }

    /// Nil without a backend, and until the loader's first status.
    @Observed public private(set) var status: LoaderStatus?
    /// The remotes over which the cards are shared with other devices.
    @Observed public private(set) var remotes: [RemoteStatus]
    /// The devices that share the cards, this one first; empty until they were read.
    @Observed public private(set) var devices: [VaultDevice] = []
    /// How many cards devices disagree about; as many as are in conflict at all.
    @Observed public private(set) var sharedConflicts = 0
    /// Nil until the loader has answered.
    @Observed private var loaded: [PendingCard]?
    @Observed public private(set) var selection: Stop?
    /// The automatic backups; nil until they were read, and where the settings name no folder.
    @Observed public private(set) var backups: BackupOverview?
    /// The time for which the countdown to the next try is worded.
    @Observed public private(set) var now: Timestamp

    let context: ScreenContext
    private let subscription = StoreSubscription()
    private let loads = Serial<Void>()
    /// The selection's index among the stops, used when its stop disappears.
    private var rank = 0
    private var countdown: Task<Void, Never>?
    private var isOnTop = false

    /// More rows than anyone scrolls through; of the rest only the number is shown.
    static let maximumRows = 1000

    init(status: LoaderStatus?, remotes: [RemoteStatus] = [], context: ScreenContext) {
        self.remotes = remotes
        now = context.services.clock.now()
        self.status = status
        self.context = context
        if loader == nil { loaded = [] }
        keepSelection()
    }

    private var loader: (any CardLoader)? { context.services.loader }
    public var hasBackend: Bool { loader != nil }
    /// Whether the loader has not answered yet; keys wait until then.
    public var isBusy: Bool { loaded == nil }

    /// The pending uploads: refused ones first, then the oldest first; then the cards that the backend no longer has.
    public var rows: [PendingCard] { loaded ?? [] }
    /// How many are pending or absent besides the rows.
    public var uncounted: Int {
        guard let tally = status?.tally else { return 0 }
        return max(0, tally.pending + tally.absent + tally.returned - rows.count)
    }
    public var selectedRow: PendingCard? { rows.first { selection == .card($0.id) } }

    public var stops: [Stop] {
        var stops = remotes.map { Stop.remote($0.remote) }
        stops += devices.filter { !$0.isThisOne }.map { .device($0.id) }
        if sharedConflicts > 0 { stops.append(.conflicts) }
        if let status {
            if status.cardsAwaitingConsent != nil { stops.append(.consent) }
            if status.tally.conflicts > 0, sharedConflicts == 0 { stops.append(.conflicts) }
            if status.tally.absent > 0 { stops.append(.absent) }
        }
        return stops + rows.map { .card($0.id) }
    }

    /// Whether a transfer or a scheduled retry can be stopped.
    public var canStop: Bool {
        guard let status else { return false }
        return status.isBusy || status.nextTry != nil
    }

    // MARK: - Updates

    public func opened() {
        guard loader != nil || context.services.sharing != nil else { return }
        // A card may have been renamed, and a device may have become known.
        subscription.start(context.services.store) { [weak self] in
            self?.load()
            await self?.readSharing()
        }
    }

    func readSharing() async {
        guard let control = context.services.sharing else { return }
        var devices = (try? await control.devices()) ?? []
        var conflicts = (try? await context.services.store.conflictedCards().count) ?? 0
        // The last place may have been removed.
        if remotes.isEmpty { (devices, conflicts) = ([], 0) }
        if self.devices != devices { self.devices = devices }
        if sharedConflicts != conflicts { sharedConflicts = conflicts }
        keepSelection()
    }

    /// Receives a status of the loader, and requests the pending uploads again if they may have changed.
    func follow(_ new: LoaderStatus) {
        let old = status
        status = new
        if old?.nextTry != new.nextTry { countDown() }
        keepSelection()
        if old?.outcome != new.outcome { load() }
    }

    func follow(_ new: [RemoteStatus]) {
        guard remotes != new else { return }
        let (old, tries) = (remotes, nextTries)
        remotes = new
        if new.isEmpty { (devices, sharedConflicts) = ([], 0) }
        if nextTries != tries { countDown() }
        keepSelection()
        // What an exchange merged is told by the store; the first one of all tells of the devices.
        if old.map(\.remote) != new.map(\.remote) { Task { [weak self] in await self?.readSharing() } }
    }

    public func didAppear() {
        isOnTop = true
        // One may have been made meanwhile.
        Task { [weak self, backups = context.services.backups] in
            let read = await backups?.backups()
            if let self, self.backups != read { self.backups = read }
        }
        countDown()
    }

    public func didDisappear(isRemoved: Bool) {
        isOnTop = false
        countdown?.cancel()
    }

    /// Sleeps until the words for the time until the next try change, as long as somebody sees them.
    private func countDown() {
        countdown?.cancel()
        now = context.services.clock.now()
        guard isOnTop, !nextTries.isEmpty else { return }
        countdown = Task { [weak self, timer = context.services.timer] in
            // Not held while it sleeps.
            while let pause = self?.untilChange {
                guard (try? await timer.sleep(for: pause)) != nil else { return }
                self?.readClock()
            }
        }
    }

    /// Nil where no next try is planned, or its words do not change any more.
    private var untilChange: Duration? {
        let pauses = nextTries.compactMap { Countdown(from: now, to: $0).untilChange }
        // A clock that was set back must not make this spin.
        return pauses.min().map { max($0, .milliseconds(100)) }
    }

    /// When the backend and the remotes that failed are tried again.
    private var nextTries: [Timestamp] {
        [status?.nextTry].compactMap { $0 }
            + remotes.compactMap { if case .waiting(let time) = $0.activity { time } else { nil } }
    }

    private func readClock() { now = context.services.clock.now() }

    /// Reads the pending uploads; requests that arrive meanwhile cause one more reading in total.
    private func load() {
        loads.request(()) { [weak self] _ in await self?.read() }
    }

    private func read() async {
        guard let loader else { return }
        do {
            receive(try await loader.pendingCards(limit: Self.maximumRows))
        } catch {
            if loaded == nil { loaded = [] }
            context.messages.post(error)
        }
    }

    private func receive(_ cards: [PendingCard]) {
        let open = cards.filter { $0.kind != .absent }
        let sorted = open.filter(\.isRefused) + open.filter { !$0.isRefused } + cards.filter { $0.kind == .absent }
        // An unchanged list needs no frame.
        if loaded != sorted { loaded = sorted }
        keepSelection()
    }

    private func keepSelection() {
        let stops = stops
        if let selection, let index = stops.firstIndex(of: selection) {
            rank = index
        } else {
            rank = max(0, min(rank, stops.count - 1))
            let next = stops.isEmpty ? nil : stops[rank]
            if selection != next { selection = next }
        }
    }

    // MARK: - Selection and commands

    public var selectableCount: Int { stops.count }
    public var selectedRank: Int {
        get { rank }
        set {
            let stops = stops
            guard stops.indices.contains(newValue) else { return }
            (rank, selection) = (newValue, stops[newValue])
        }
    }

    public func select(_ stop: Stop) {
        if let index = stops.firstIndex(of: stop) { select(rank: index) }
    }

    /// Whether the first stop is selected, or there is none.
    public var isAtFirst: Bool { rank == 0 }

    /// Sends the selected card again, after the backend refused it.
    public func retrySelected() {
        guard let loader, let row = selectedRow, row.isRefused else { return }
        context.post(Message("Retrying \(row.name.shortName)"))
        Task { await loader.retryRefused(row.id) }
    }

    public func retryAll() {
        guard let loader, let count = status?.tally.refused, count > 0 else { return }
        context.post(Message("Retrying \(LoaderText.cards(count))"))
        Task { await loader.retryRefused(nil) }
    }

    /// Deletes or keeps the selected card, which the backend no longer has, or has again.
    public func settleSelected(_ decision: AbsenceDecision) {
        guard let row = selectedRow, row.kind.isUndecided else { return }
        if row.kind == .returned { return settleReturned(row, decision) }
        settle(decision, named: row.name.shortName) { _ in [row.id] }
    }

    private func settleReturned(_ row: PendingCard, _ decision: AbsenceDecision) {
        guard let loader else { return }
        let name = row.name.shortName
        context.activities.run(decision == .delete ? "Deleting \(name)" : "Accepting \(name)") { [context] in
            let count = try await loader.settleAbsent([row.id], decision)
            await self.read()
            guard count > 0 else {
                return context.post(Message("\(name) is no longer on the backend: nothing was changed"))
            }
            switch decision {
            case .delete: context.post(Message("\(name) will be deleted on the backend"))
            case .keep: context.post(Message("Accepted \(name) from the backend", offers: [.undo]))
            }
        }
    }

    /// Asks whether to delete or keep all cards that the backend no longer has.
    public func askToSettleAll(_ decision: AbsenceDecision) {
        guard let status, status.tally.absent > 0 else { return }
        let cards = LoaderText.cards(status.tally.absent)
        let (question, label) =
            decision == .delete
            ? ("Delete \(cards) here that \(status.host) no longer has?", "delete")
            : ("Keep \(cards) that \(status.host) no longer has, and send them again?", "keep")
        context.prompts.show(
            Prompt(
                .settleAbsent, title: "Deleted on the backend", text: question,
                choices: [
                    Prompt.Choice("y", label) { [self] in
                        settle(decision) { loader in
                            try await loader.pendingCards(limit: .max).filter { $0.kind == .absent }.map(\.id)
                        }
                    }, Prompt.Choice("n", "cancel"),
                ]))
    }

    /// - Parameter name: nil for several cards.
    private func settle(
        _ decision: AbsenceDecision, named name: String? = nil,
        _ cards: @escaping @MainActor (any CardLoader) async throws -> [CardID]
    ) {
        guard let loader else { return }
        let object = name ?? "cards"
        context.activities.run(decision == .delete ? "Deleting \(object)" : "Keeping \(object)") { [context] in
            let count = try await loader.settleAbsent(try await cards(loader), decision)
            await self.read()
            guard count > 0 else {
                let subject = name.map { "\($0) is" } ?? "The cards are"
                return context.post(Message("\(subject) on the backend again: nothing was changed"))
            }
            let name = name ?? LoaderText.cards(count)
            switch decision {
            case .delete: context.post(Message("Deleted \(name)", offers: [.undo]))
            case .keep: context.post(Message("Kept \(name): \(self.sendingOfKept)"))
            }
        }
    }

    /// When a kept card is sent.
    private var sendingOfKept: String {
        switch status?.phase {
        case .readOnly?: "only here, as the backend is read-only"
        case .stopped?: "will be sent with the next sync"
        case .failed?: "will be sent when the backend is reachable again"
        default:
            status?.cardsAwaitingConsent == nil
                ? "will be sent to the backend again" : "will be sent after you answer the question"
        }
    }

    public func stop() {
        guard let loader, canStop else { return }
        let isUnderWay = status?.isBusy == true
        Task {
            await loader.cancel()
            context.post(
                Message(
                    (isUnderWay ? "Stopped. Received cards are kept; n" : "N") + "othing is retried until you sync."))
        }
    }
}

extension LoaderStatus {
    /// The parts of a status whose change may change the list of pending uploads.
    fileprivate struct Outcome: Equatable {
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
