public import Cards
public import Observation

/// The deleted cards, the last first, and which one is selected.
@MainActor @Observable
public final class TrashModel {
    /// Nil until the store has answered.
    private var loaded: [TrashedCard]?
    public private(set) var selectedRank = 0

    @ObservationIgnored var onMessage: (Message) -> Void = { _ in }
    @ObservationIgnored private let store: any LocalStore
    @ObservationIgnored private let clock: CardClock
    @ObservationIgnored private let requests = LatestRequest()
    @ObservationIgnored private let subscription = StoreSubscription()

    init(store: any LocalStore, clock: CardClock) { (self.store, self.clock) = (store, clock) }

    public var rows: [TrashedCard] { loaded ?? [] }
    /// Whether the store has answered for the first time; until then keys wait.
    public var isOpening: Bool { loaded == nil }
    public var selectedRow: TrashedCard? { rows.indices.contains(selectedRank) ? rows[selectedRank] : nil }

    /// How many whole days a card has lain here.
    public func daysSince(_ row: TrashedCard) -> Int {
        Int((clock.now().milliseconds - row.deleted.milliseconds) / 86_400_000)
    }

    func opened() {
        subscription.start(store) { [weak self] in await self?.load() }
    }

    func load() async {
        switch await requests.answer(to: { try await store.trash() }) {
        case .success(let rows):
            let selected = selectedRow?.id
            loaded = rows
            let rank = rows.firstIndex { $0.id == selected } ?? selectedRank
            selectedRank = max(0, min(rank, rows.count - 1))
        case .failure(let error):
            loaded = loaded ?? []
            onMessage(Message(error))
        case nil: break
        }
    }

    public func moveSelection(by count: Int) { select(rank: selectedRank + count) }

    public func select(rank: Int) {
        let target = max(0, min(rank, rows.count - 1))
        if target != selectedRank { selectedRank = target }
    }
}
