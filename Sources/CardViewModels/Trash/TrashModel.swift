public import Basics
public import Cards

/// The deleted cards, the last step first, those of one step by name, and which one is selected.
@MainActor
public final class TrashModel: ScreenModel, RowsModel {
    /// Nil until the store has answered.
    @Observed private var loaded: [TrashedCard]?
    @Observed public var selectedRank = 0
    /// What is said of backups that keep a card which is deleted for good.
    private(set) var leftCopies: String?

    private let context: ScreenContext
    private let requests = Latest()
    private let subscription = StoreSubscription()

    init(context: ScreenContext) { self.context = context }

    public var rows: [TrashedCard] { loaded ?? [] }
    /// Whether the store has not answered yet; keys wait until then.
    public var isBusy: Bool { loaded == nil }
    public var selectedRow: TrashedCard? { rows.indices.contains(selectedRank) ? rows[selectedRank] : nil }

    public func opened() {
        subscription.start(context.services.store) { [weak self] in await self?.load() }
    }

    func load() async {
        leftCopies = await context.services.backups?.backups()?.leftCopies
        switch await requests.answer(to: { [store = context.services.store] in try await store.trash() }) {
        case .success(let rows):
            let selected = selectedRow?.id
            loaded = rows
            let rank = rows.firstIndex { $0.id == selected } ?? selectedRank
            select(rank: rank)
        case .failure(let error):
            loaded = loaded ?? []
            context.messages.post(error)
        case nil: break
        }
    }

    public var selectableCount: Int { rows.count }
}
