public import Basics
public import Cards

/// The list: the search result, the selected card, and the marked ones. Search, order and marks are in extensions.
///
/// The selection is kept by identifier; when its card is deleted, the next one is selected. The model knows nothing of screens:
/// ``ListRows`` holds enough rows on both sides of the selection for any of them.
@MainActor
public final class CardListModel {
    public enum Phase: Equatable, Sendable {
        /// The first rows are not loaded yet.
        case loading
        /// There are no cards at all, but perhaps some in the trash.
        case empty(TrashSummary)
        /// There are cards; the search may still match none.
        case content
        /// The store cannot be read; the message says why.
        case failed(String)
    }

    /// Determines which card the next reading of the list selects.
    struct SelectionPlan {
        var target = SelectionTarget.keep
        /// Whether another process wrote since the last reading.
        var isChangedElsewhere = false
        /// Whether the selection was moved since the search text last changed.
        var hasChosen = false
        /// The card that was selected before a search began; selected again if the search finds nothing.
        var selectedBefore: CardID?
    }

    @Observed public private(set) var phase = Phase.loading
    /// How many cards there are without a filter.
    @Observed public private(set) var total = 0
    /// What the list should show; the rows follow as soon as they are found.
    @Observed public internal(set) var query: CardQuery
    /// What the shown rows answer: behind ``query`` while a search runs.
    @Observed public private(set) var shownQuery: CardQuery
    @Observed public internal(set) var marks = CardMarks()
    /// Whether a search runs whose answer is not shown yet.
    @Observed public private(set) var isFinding = false
    /// The rows that are opened in place, with their cards.
    public let opened: OpenedRows
    let rows: ListRows

    var plan = SelectionPlan()
    let activities: Activities
    /// Counted with each reading of the list, so that both are shown at once.
    weak var groups: GroupStrip?
    let viewState: ViewStateKeeper
    private let services: AppServices
    private let refreshes = Serial<Void>()
    private var noticeTask: Task<Void, Never>?

    init(services: AppServices, activities: Activities, messages: MessageCenter, viewState: ViewStateKeeper) {
        self.services = services
        self.activities = activities
        self.viewState = viewState
        (query, shownQuery) = (viewState.state.query, viewState.state.query)
        rows = ListRows(messages: messages)
        opened = OpenedRows(store: services.store, messages: messages)
    }

    var store: any CardStore { services.store }
    var messages: MessageCenter { rows.messages }
    /// Changes of the selected card, or of the marked ones.
    public var changes: ListChanges { ListChanges(list: self) }
    public var today: CalendarDay { services.clock.today() }
    var format: LocalFormat { services.format }

    /// The trash, while there are no cards; empty otherwise.
    public var trash: TrashSummary { if case .empty(let trash) = phase { trash } else { TrashSummary() } }
    public var isEmpty: Bool { if case .empty = phase { true } else { false } }

    // MARK: - Rows

    /// How many cards are shown; a lower bound while ``isCounted`` is false.
    public var count: Int { rows.count }
    public var isCounted: Bool { rows.isCounted }
    public var worth: BalanceTotals { rows.searches.worth.totals }
    public var selectedRow: CardSummary? { rows.selectedRow }
    /// The rank of the selected row; 0 if there is none.
    public var selectedRank: Int { rows.selectedRank }
    /// Whether the selection is on its way to another row: commands wait for it, since they are meant for that card.
    public var isJumping: Bool { rows.jump != nil }

    /// The row at a rank; nil if it is not loaded, or if its card is gone.
    public func row(at rank: Int) -> CardSummary? { rows.window[rank] }

    /// The rows that are loaded, in order; nil for a card that is gone.
    public var loadedRows: [CardSummary?] { rows.window.rows }
    public var firstLoadedRank: Int { rows.window.start }

    /// The ranks whose names are in alphabetical order, if any.
    public var alphabeticalRanks: Range<Int>? { rows.found?.alphabeticalRanks }

    /// The first letter of the name at a rank, if known.
    public func initial(at rank: Int) -> Character? { rows.found?.initial(at: rank) }

    /// Shows rows from the beginning of the list; the total is nil if not counted yet. Without rows it says what is in the trash.
    func showFirst(_ first: [CardSummary], of total: Int?, trash: TrashSummary) {
        self.total = total ?? first.count
        phase = self.total == 0 ? .empty(trash) : .content
        rows.showFirst(first, of: total)
    }

    // MARK: - Moving

    public func moveSelection(by ranks: Int) { selecting { rows.moveSelection(by: ranks) } }
    public func selectFirst() { select(rank: 0) }
    public func selectLast() { selecting { rows.selectLast() } }

    /// Selects the nearest existing rank, as soon as its row is loaded.
    public func select(rank: Int) { selecting { rows.select(rank: rank) } }

    private func selecting(_ select: () -> Void) {
        if count > 0 { plan.hasChosen = true }
        select()
    }

    /// Counts the changes of the store that were told since the list was opened.
    public var changeCount: Int { rows.changeCount }

    /// Opens the selected row in place, or closes it.
    public func toggleOpened() { if let row = selectedRow { opened.toggle(row.id) } }

    /// Called by the screen: how many rows it shows at once.
    public func setVisibleRows(_ count: Int) { rows.setVisibleRows(count) }

    /// Whether jumps to the tenths of the list are expected, so that their rows are prefetched.
    public func prefetchTenths(_ isExpected: Bool) { rows.prefetchTenths(isExpected) }

    // MARK: - Updates

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
                rows.changeCount += 1
                opened.reload(changed)
                await refresh()
                await forgetMarks(of: changed)
            }
        }
    }

    func stop() { noticeTask?.cancel() }

    /// Runs the query again.
    func findAgain(_ target: SelectionTarget = .keep) {
        isFinding = true
        Task { await reload(target) }
    }

    /// Runs the query again and selects; returns when the list shows the answer.
    func reload(_ target: SelectionTarget = .keep) async {
        if target != .keep { plan.target = target }
        await refresh()
    }

    /// Reads the list again; requests that arrive meanwhile cause one more reading in total. Returns when nothing is left to read.
    func refresh() async {
        rows.isBeingRead = true
        await refreshes.request(()) { [self] _ in await readOnce() }.value
    }

    private func readOnce() async {
        do {
            try await read()
        } catch {
            rows.endJump()
            if phase == .loading { phase = .failed(error.message) } else { messages.post(error) }
        }
        if refreshes.hasNext { return }
        rows.isBeingRead = false
        if isFinding { isFinding = false }
        rows.fetchMissing()
    }

    private func read() async throws {
        let (before, asked, query) = (selectedRow, plan, query)
        (plan.target, plan.isChangedElsewhere) = (.keep, false)
        let new = try await ListReading(
            query, in: store, selecting: asked.target, insteadOf: rows, similar: rows.searches.similar,
            isWanted: { query == self.query })
        let anchor = try await marks.anchor?.moved(to: new.found)
        let counts = try await groups?.counts(for: query)
        let newPhase: Phase = new.isEmpty ? .empty(try await store.trashSummary()) : .content
        if let counts { groups?.show(counts) }
        guard query == self.query else {
            // The query has changed meanwhile, or its group has no card any more.
            if plan.target == .keep { plan.target = asked.target }
            if asked.isChangedElsewhere { plan.isChangedElsewhere = true }
            return refreshes.enqueue(())
        }
        var selection = new.rank
        if asked.target != .first, let now = selectedRow?.id, now != before?.id {
            // The selection moved meanwhile; it counts, if necessary with another reading.
            guard let rank = new.window.rank(of: now) else {
                plan.target = .card(now)
                return refreshes.enqueue(())
            }
            selection = rank
        }
        // A range and a jump refer to the previous list.
        if query != shownQuery {
            marks.anchor = nil
            rows.endJump()
        } else if marks.anchor != nil {
            marks.anchor = anchor
        }
        rows.show(new, of: query, selecting: selection)
        (shownQuery, total, phase) = (query, new.total, newPhase)
        rows.onSelect()
        if asked.isChangedElsewhere, asked.target == .keep, let before, !new.hasCard, count > 0,
            try await store.card(before.id) == nil
        {
            messages.post(Message("\(before.name) was deleted elsewhere."))
        }
    }
}

/// The cards whose rows are opened in place in the list.
@MainActor
public final class OpenedRows {
    @Observed private var identifiers: Set<CardID> = []
    /// The opened cards that have been read.
    @Observed public private(set) var details: [CardID: Card] = [:]
    private let store: any CardStore
    private let messages: MessageCenter

    init(store: any CardStore, messages: MessageCenter) { (self.store, self.messages) = (store, messages) }

    public var isEmpty: Bool { identifiers.isEmpty }
    public func contains(_ identifier: CardID) -> Bool { identifiers.contains(identifier) }

    func toggle(_ identifier: CardID) {
        if identifiers.remove(identifier) == nil {
            identifiers.insert(identifier)
            load(identifier)
        } else {
            details[identifier] = nil
        }
    }

    public func closeAll() { (identifiers, details) = ([], [:]) }

    /// Reads opened cards again that have changed; nil for all of them. What is shown stays until the answer arrives.
    func reload(_ changed: Set<CardID>?) {
        for identifier in identifiers where changed?.contains(identifier) != false { load(identifier) }
    }

    private func load(_ identifier: CardID) {
        Task {
            do {
                let card = try await store.card(identifier)
                if contains(identifier), details[identifier] != card { details[identifier] = card }
            } catch {
                messages.post(error)
            }
        }
    }
}
