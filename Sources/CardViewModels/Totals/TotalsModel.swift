public import Basics
public import Cards

/// What the shown cards are worth together: balances by currency and group, what expires, what was spent, what is used most.
@MainActor
public final class TotalsModel: ScreenModel, RowsModel {
    @Observed public private(set) var rows: [CardTotals.Row] = []
    /// Whether the cards have not been read yet; keys wait until then.
    @Observed public private(set) var isBusy = true
    @Observed public var selectedRank = 0
    /// The words that the list finds; empty for all cards.
    public let words: String

    private let query: CardQuery
    private let context: ScreenContext
    private let requests = Latest()
    private let subscription = StoreSubscription()

    private nonisolated static let pageSize = 500

    init(context: ScreenContext) {
        self.context = context
        query = context.list.query
        words = [query.group, query.filter.text].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    }

    public var selectedRow: CardTotals.Row? { rows.indices.contains(selectedRank) ? rows[selectedRank] : nil }
    public var selectableCount: Int { rows.count }

    public func opened() {
        subscription.start(context.services.store) { [weak self] in await self?.load() }
    }

    private func load() async {
        let (store, query, today) = (context.services.store, query, context.services.clock.today())
        switch await requests.answer(to: { try await Self.totals(of: query, in: store, today) }) {
        case .success(let totals):
            (rows, isBusy) = (totals.rows(context.services.format), false)
            select(rank: selectedRank)
        case .failure(let error):
            isBusy = false
            context.messages.post(error)
        case nil: break
        }
    }

    @concurrent private nonisolated static func totals(
        of query: CardQuery, in store: any CardStore, _ today: CalendarDay
    ) async throws -> CardTotals {
        let found = try await store.find(query)
        var totals = CardTotals(today: today)
        var cards: Set<CardID> = []
        for start in stride(from: 0, to: found.count, by: pageSize) {
            try Task.checkCancellation()
            for case let card? in try await found.rows(in: start..<min(start + pageSize, found.count)) {
                totals.add(card)
                cards.insert(card.id)
            }
        }
        totals.add(try await store.spendings().filter { cards.contains($0.card) })
        return totals
    }

    // MARK: - Intents

    /// Opens the card of the selected row, or lists the cards of its group.
    public func open(_ cards: CardFlow) {
        switch selectedRow?.target {
        case .card(let card): cards.open(card)
        case .group(let name):
            context.navigator.popToList()
            context.list.find("")
            context.groups.show(name)
        case nil: break
        }
    }
}
