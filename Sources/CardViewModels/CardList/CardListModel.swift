public import Cards
public import Observation

/// The list: what was found, which card of it is selected, and which are marked. What is typed to find cards, their order and marks
/// stand in extensions.
///
/// The selection is kept by identifier; when its card goes, the next one is selected. It knows nothing of screens: ``ListRows`` keeps
/// enough rows to both sides of the selection for any of them.
@MainActor @Observable
public final class CardListModel {
    public enum Phase: Hashable, Sendable {
        /// The first rows have not come yet.
        case loading
        /// There are no cards at all.
        case empty
        /// There are cards; what was looked for may still be none of them.
        case content
        /// The store cannot be read; in words.
        case failed(String)
    }

    /// What decides which card the next reading of the list selects.
    struct SelectionPlan {
        var target = SelectionTarget.keep
        /// Whether another process wrote since the last reading.
        var isChangedElsewhere = false
        /// Whether the selection was moved since the filter was last typed at.
        var hasChosen = false
        /// The card that was selected before a filter was begun, to come back to where the filter found nothing.
        var selectedBefore: CardID?
    }

    public private(set) var phase = Phase.loading
    /// How many there are without a filter.
    public private(set) var total = 0
    /// What the list is to show; the rows follow as soon as they are found.
    public internal(set) var query: CardQuery
    /// What the rows on the screen are: behind ``query`` for as long as finding takes.
    public private(set) var shownQuery: CardQuery
    public internal(set) var marks = CardMarks()
    /// Whether what was asked for last is not what is shown: the answer to a filter or an order is on its way.
    public private(set) var isFinding = false
    /// The rows that are opened in place.
    public let opened: OpenedRows
    let rows: ListRows

    @ObservationIgnored var plan = SelectionPlan()
    @ObservationIgnored let activities: Activities
    @ObservationIgnored let messages: MessageCenter
    @ObservationIgnored let viewState: ViewStateKeeper
    @ObservationIgnored private let services: AppServices
    @ObservationIgnored private let refreshes = CoalescedWork()
    @ObservationIgnored private var noticeTask: Task<Void, Never>?

    init(services: AppServices, activities: Activities, messages: MessageCenter, viewState: ViewStateKeeper) {
        (self.services, self.activities, self.messages, self.viewState) = (services, activities, messages, viewState)
        let query = CardQuery(order: viewState.state.order, hidesArchived: viewState.state.hidesArchived)
        (self.query, shownQuery) = (query, query)
        rows = ListRows(messages: messages)
        opened = OpenedRows(store: services.store, messages: messages)
    }

    var store: any LocalStore { services.store }
    /// What is done with the selected card, or with the marked ones.
    public var changes: ListChanges { ListChanges(list: self) }
    public var today: CalendarDay { services.clock.today() }

    // MARK: - Rows

    /// How many cards are shown: as far as is known, while ``isCounted`` is false.
    public var count: Int { rows.count }
    public var isCounted: Bool { rows.isCounted }
    public var selectedRow: CardSummary? { rows.selectedRow }
    /// The rank of the selected row; 0 where there is none.
    public var selectedRank: Int { rows.selectedRank }
    /// Whether the selection is on its way to another row: what is done with a card is meant for that one.
    public var isJumping: Bool { rows.jump != nil }

    /// The row at a rank; nil where it has not been fetched, and for a card that is gone.
    public func row(at rank: Int) -> CardSummary? { rows.window[rank] }

    /// The ranks along which names go by the alphabet, where they do.
    public var alphabeticalRanks: Range<Int>? { rows.found?.alphabeticalRanks }

    /// The first letter of the name at a rank, as far as it is known.
    public func initial(at rank: Int) -> Character? { rows.found?.initial(at: rank) }

    /// Shows rows from the beginning of the list; nil for a total that was not counted yet.
    func showFirst(_ first: [CardSummary], of total: Int?) {
        self.total = total ?? first.count
        phase = self.total == 0 ? .empty : .content
        rows.showFirst(first, of: total)
    }

    // MARK: - Moving

    public func moveSelection(by ranks: Int) { selecting { rows.moveSelection(by: ranks) } }
    public func selectFirst() { select(rank: 0) }
    public func selectLast() { selecting { rows.selectLast() } }

    /// Selects a rank, as near as there is one; as soon as its row is here.
    public func select(rank: Int) { selecting { rows.select(rank: rank) } }

    private func selecting(_ select: () -> Void) {
        if count > 0 { plan.hasChosen = true }
        select()
    }

    /// Opens the selected row in place, or closes it.
    public func toggleOpened() { if let row = selectedRow { opened.toggle(row.id) } }

    /// How many rows the screen shows at once.
    public func sees(rows count: Int) { rows.sees(rows: count) }

    /// Jumps to the tenths of the list are to be expected, or not any more.
    public func expectsTenths(_ isExpected: Bool) { rows.expectsTenths(isExpected) }

    // MARK: - Keeping up

    func start() async {
        let notices = await store.findingNotices()
        await refresh()
        noticeTask = Task { [weak self] in
            for await notice in notices {
                guard let self else { return }
                var changed: Set<CardID>?
                switch notice {
                case .changedElsewhere: plan.isChangedElsewhere = true
                case .changed(let cards): changed = cards
                }
                opened.reload(changed)
                await refresh()
                await forgetMarks(of: changed)
            }
        }
    }

    func stop() { noticeTask?.cancel() }

    /// Finds what the query asks for by now.
    func findAnew(_ target: SelectionTarget = .keep) {
        isFinding = true
        Task { await reload(target) }
    }

    /// Finds again and selects; returns when the list shows it.
    func reload(_ target: SelectionTarget = .keep) async {
        if target != .keep { plan.target = target }
        await refresh()
    }

    /// Reads the list again; what comes meanwhile causes one more reading, not one each. Returns when nothing is left to read.
    func refresh() async {
        rows.isBeingRead = true
        await refreshes.run { [self] in await readOnce() }
    }

    private func readOnce() async {
        do {
            try await read()
        } catch {
            rows.endJump()
            if phase == .loading { phase = .failed(error.message) } else { messages.say(error) }
        }
        if refreshes.isWanted { return }
        rows.isBeingRead = false
        if isFinding { isFinding = false }
        rows.fetchMissing()
    }

    private func read() async throws {
        let (before, asked, query) = (selectedRow, plan, query)
        (plan.target, plan.isChangedElsewhere) = (.keep, false)
        let new = try await ListReading(query, in: store, selecting: asked.target, insteadOf: rows)
        let anchor = try await marks.anchor?.moved(to: new.found)
        guard query == self.query else {
            // Something else is looked for by now.
            if plan.target == .keep { plan.target = asked.target }
            if asked.isChangedElsewhere { plan.isChangedElsewhere = true }
            return refreshes.repeatOnce()
        }
        var selection = new.rank
        if asked.target != .first, let now = selectedRow?.id, now != before?.id {
            // The person moved on meanwhile: what they selected since then counts, if need be with another reading.
            guard let rank = new.window.rank(of: now) else {
                plan.target = .card(now)
                return refreshes.repeatOnce()
            }
            selection = rank
        }
        // A range and a jump are about the list that was shown.
        if query != shownQuery {
            marks.anchor = nil
            rows.endJump()
        } else if marks.anchor != nil {
            marks.anchor = anchor
        }
        rows.show(new, selecting: selection)
        (shownQuery, total, phase) = (query, new.total, new.isEmpty ? .empty : .content)
        rows.onSelect()
        if asked.isChangedElsewhere, asked.target == .keep, let before, !new.hasCard, count > 0,
            try await store.card(before.id) == nil
        {
            messages.say(Message("\(before.name) was deleted elsewhere."))
        }
    }
}
