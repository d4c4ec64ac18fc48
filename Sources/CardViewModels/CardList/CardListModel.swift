public import Cards
public import Observation

/// The list: the search result, the selected card, and the rows around it. Search, order, marks and changes are in extensions.
///
/// The selection is kept by identifier; when its card is deleted, the next one is selected. The model knows nothing of screens: it
/// holds enough rows on both sides of the selection for any of them.
@MainActor @Observable
public final class CardListModel {
    public enum Phase: Hashable, Sendable {
        /// The first rows are not loaded yet.
        case loading
        /// There are no cards at all.
        case empty
        /// There are cards; the search may still match none.
        case content
        /// The store cannot be read; the message says why.
        case failed(String)
    }

    public private(set) var phase = Phase.loading
    /// How many cards are shown; a lower bound while ``isCounted`` is false.
    public private(set) var count = 0
    public private(set) var isCounted = false
    /// How many cards there are without a filter.
    public private(set) var total = 0
    /// The rank of the selected row; 0 if there is none.
    public private(set) var selectedRank = 0
    /// What the list should show; the rows follow as soon as they are found.
    public internal(set) var query: CardQuery
    /// What the shown rows answer: behind ``query`` while a search runs.
    public private(set) var shownQuery: CardQuery
    public internal(set) var marks = CardMarks()
    /// How the cards are shown.
    public internal(set) var layout: ViewState.Layout
    /// The list's share of a wide screen beside a card, in percent.
    public internal(set) var share: Int
    /// The cards whose rows are opened.
    public internal(set) var opened: Set<CardID> = []
    /// The opened cards that have been read.
    public internal(set) var details: [CardID: Card] = [:]
    /// Whether a search runs whose answer is not shown yet.
    public private(set) var isFinding = false
    /// Whether the selection is on its way to another row: commands wait for it, since they are meant for that card.
    public var isJumping: Bool { jump != nil }
    var window = ListWindow()
    var found: (any FoundCards)?

    /// Called when another card is selected, or the selected one may have changed.
    @ObservationIgnored var onSelect: () -> Void = {}
    @ObservationIgnored private let services: AppServices
    @ObservationIgnored let activities: Activities
    @ObservationIgnored let messages: MessageCenter
    @ObservationIgnored private let viewState: ViewStateKeeper
    @ObservationIgnored private var noticeTask: Task<Void, Never>?
    /// A requested rank whose row is not loaded yet.
    private var jump: Int?
    private var prefetched = PrefetchedWindows()
    @ObservationIgnored private var isFetching = false
    @ObservationIgnored private var reach = ListReach(visibleRows: 0)
    /// Counts the readings of the list: rows fetched for an earlier one belong to another list.
    @ObservationIgnored private var reading = 0
    @ObservationIgnored private var refreshing: Task<Void, Never>?
    @ObservationIgnored private var needsRefresh = false
    /// What the next reading selects.
    @ObservationIgnored private var aim = SelectionTarget.keep
    /// Whether another process wrote since the last refresh.
    @ObservationIgnored private var changedElsewhere = false
    /// Whether the selection was moved since the search text last changed.
    @ObservationIgnored var hasChosen = false
    /// The card that was selected before a search began; selected again if the search finds nothing.
    @ObservationIgnored var selectedBefore: CardID?

    /// In percent; enough for names and numbers.
    private static let usualShare = 58

    /// What a reading of the list selects.
    enum SelectionTarget: Equatable {
        /// The card that is selected now; if it is gone, the one in its position.
        case keep
        case first
        case card(CardID)
        /// The card; the first if it was not found.
        case cardOrFirst(CardID)
    }

    init(services: AppServices, activities: Activities, messages: MessageCenter, viewState: ViewStateKeeper) {
        (self.services, self.activities, self.messages, self.viewState) = (services, activities, messages, viewState)
        let state = viewState.state
        query = CardQuery(order: state.order, hidesArchived: state.hidesArchived)
        shownQuery = CardQuery(order: state.order, hidesArchived: state.hidesArchived)
        (layout, share) = (state.layout, state.listShare ?? Self.usualShare)
    }

    var store: any LocalStore { services.store }
    public var today: CalendarDay { services.clock.today() }
    public var selectedRow: CardSummary? { window[selectedRank] }

    /// The row at a rank; nil if it is not loaded, or if its card is gone.
    public func row(at rank: Int) -> CardSummary? { window[rank] }

    /// The ranks whose names are in alphabetical order, if any.
    public var alphabeticalRanks: Range<Int>? { found?.alphabeticalRanks }

    /// The first letter of the name at a rank, if known.
    public func initial(at rank: Int) -> Character? { found?.initial(at: rank) }

    /// Shows a change of a row before it is written.
    func update(_ identifier: CardID, _ change: (inout CardSummary) -> Void) {
        window.update(identifier, change)
        prefetched.forget()
    }

    /// Shows rows from the beginning of the list; the total is nil if not counted yet.
    func showFirst(_ rows: [CardSummary], of total: Int?) {
        (count, isCounted, self.total) = (total ?? rows.count, total != nil, total ?? rows.count)
        window = ListWindow(rows: rows)
        phase = count == 0 ? .empty : .content
        onSelect()
    }

    func start() async {
        let notices = await store.findingNotices()
        await refresh()
        noticeTask = Task { [weak self] in
            for await notice in notices {
                guard let self else { return }
                switch notice {
                case .changedElsewhere:
                    changedElsewhere = true
                    forgetDetails(of: nil)
                    await refresh()
                    await forgetMarks(of: nil)
                case .changed(let cards):
                    forgetDetails(of: cards)
                    await refresh()
                    await forgetMarks(of: cards)
                }
            }
        }
    }

    func stop() { noticeTask?.cancel() }

    /// Stores the view options for the next start.
    func keepView() {
        viewState.update {
            ($0.order, $0.hidesArchived, $0.layout, $0.listShare) = (query.order, query.hidesArchived, layout, share)
        }
    }

    // MARK: - Moving

    public func moveSelection(by rows: Int) { select(rank: (jump ?? selectedRank) + rows) }

    public func selectFirst() { select(rank: 0) }
    public func selectLast() { select(rank: isCounted ? count - 1 : Self.beyondAll) }

    /// Larger than any list, and small enough to add to without overflow.
    private static let beyondAll = Int.max / 4

    /// Selects the nearest existing rank. A rank whose row is not loaded yet is selected when it arrives, so that no empty row is ever
    /// shown.
    public func select(rank: Int) {
        guard count > 0 else { return }
        hasChosen = true
        let target = max(0, isCounted ? min(rank, count - 1) : rank)
        if !window.contains(target), let known = landmark(at: target) { window = known }
        if window.contains(target) {
            jump = nil
            if selectedRank != target {
                selectedRank = target
                onSelect()
            }
        } else {
            jump = target
        }
        fetchWhatIsShort()
    }

    /// Called by the screen: how many rows it shows at once.
    public func sees(rows: Int) {
        let new = ListReach(visibleRows: rows)
        if new == reach { return }
        reach = new
        prefetched.forget()
        fetchWhatIsShort()
    }

    /// Whether a jump to a rank would be shown immediately.
    func hasAtHand(_ rank: Int) -> Bool {
        window.contains(rank) || landmark(at: rank) != nil
    }

    private func landmark(at rank: Int) -> ListWindow? {
        prefetched.window(with: reach.seen(around: rank).clamped(to: 0..<count))
    }

    /// Whether jumps to the tenths of the list are expected, so that their rows are prefetched.
    public func expectsTenths(_ isExpected: Bool) {
        prefetched.hasTenths = isExpected
        fetchWhatIsShort()
    }

    /// The rank around which rows are missing.
    private var shortRank: Int? {
        guard found != nil else { return nil }
        return jump ?? (reach.isShort(window, around: selectedRank, count: count) ? selectedRank : nil)
    }

    /// The rows to fetch next: those around the selection, then the prefetched ones.
    private var missingRanks: Range<Int>? {
        guard let found else { return nil }
        if let rank = shortRank {
            let wanted = jump == nil ? reach.around(rank) : reach.seen(around: rank)
            return wanted.clamped(to: 0..<found.count)
        }
        // A pending reading would discard them.
        guard refreshing == nil, isCounted else { return nil }
        return prefetched.missing(in: found.count, beside: window, seen: reach.seen(around:))
    }

    /// Fetches missing rows, one range at a time, however fast the selection moves.
    private func fetchWhatIsShort() {
        guard !isFetching, missingRanks != nil else { return }
        isFetching = true
        Task {
            defer { isFetching = false }
            while let ranks = missingRanks, let found {
                let (isPrefetched, asked) = (shortRank == nil, reading)
                do {
                    let rows = try await found.rows(in: ranks)
                    // The list was read again meanwhile: these rows belong to the earlier reading.
                    guard asked == reading else { continue }
                    let window = ListWindow(start: ranks.lowerBound, rows: rows)
                    if isPrefetched { prefetched.add(window) } else { show(window) }
                } catch {
                    jump = nil
                    return messages.say(error)
                }
            }
        }
    }

    /// Uses a window if it holds the requested rows; the selection may have moved meanwhile.
    private func show(_ new: ListWindow) {
        if let target = jump, new.contains(target) {
            (window, selectedRank, jump) = (new, target, nil)
            onSelect()
        } else if new.contains(selectedRank) {
            window = new
        } else if let target = jump {
            // The rank is past the end of a list that was not counted when it was requested.
            jump = max(0, min(target, count - 1))
        }
    }

    // MARK: - Updates

    /// Runs the query again.
    func findAnew(_ aim: SelectionTarget = .keep) {
        isFinding = true
        Task { await reload(aim) }
    }

    /// Runs the query again and selects; returns when the list shows the answer.
    func reload(_ aim: SelectionTarget = .keep) async {
        if aim != .keep { self.aim = aim }
        await refresh()
    }

    /// Reads the list again; requests that arrive meanwhile cause one more reading in total. Returns when nothing is left to read.
    func refresh() async {
        needsRefresh = true
        let task = refreshing ?? Task { await readUntilUpToDate() }
        refreshing = task
        await task.value
    }

    private func readUntilUpToDate() async {
        while needsRefresh {
            needsRefresh = false
            do {
                try await read()
            } catch {
                jump = nil
                if phase == .loading { phase = .failed(error.message) } else { messages.say(error) }
            }
        }
        refreshing = nil
        if isFinding { isFinding = false }
        fetchWhatIsShort()
    }

    /// The rank of the first remaining card after the selected one: several may have been deleted with it.
    private func rankBehindSelection(in new: any FoundCards) async throws -> Int? {
        for rank in window.ranks where rank > selectedRank {
            if let row = window[rank], let newRank = try await new.rank(of: row.id) { return newRank }
        }
        return nil
    }

    private func read() async throws {
        let (before, isElsewhere, asked, query) = (selectedRow, changedElsewhere, aim, query)
        (changedElsewhere, aim) = (false, .keep)
        let new = try await store.find(query)
        let total = query.filter.isEmpty ? new.count : try await store.find(query.unfiltered).count
        let isEmpty = total == 0 ? try await store.find(.all).count == 0 : false
        var wanted: CardID?
        var rank: Int?
        switch asked {
        case .first: rank = 0
        case .card(let identifier): (wanted, rank) = (identifier, try await new.rank(of: identifier))
        case .cardOrFirst(let identifier):
            (wanted, rank) = (identifier, try await new.rank(of: identifier) ?? 0)
        case .keep: break
        }
        if rank == nil, let before { rank = try await new.rank(of: before.id) }
        let following = rank == nil ? try await rankBehindSelection(in: new) : nil
        let target = max(0, min(rank ?? following ?? selectedRank, new.count - 1))
        let reached = asked == .keep ? reach.around(target) : reach.seen(around: target)
        let ranks = reached.clamped(to: 0..<new.count)
        let window = ListWindow(start: ranks.lowerBound, rows: ranks.isEmpty ? [] : try await new.rows(in: ranks))
        let anchor = try await marks.anchor?.moved(to: new)
        guard query == self.query else {
            // The query has changed meanwhile.
            if aim == .keep { aim = asked }
            (needsRefresh, changedElsewhere) = (true, changedElsewhere || isElsewhere)
            return
        }
        var selection = target
        if asked != .first, let now = selectedRow?.id, now != before?.id {
            // The selection moved meanwhile; it counts, if necessary with another reading.
            guard let nowRank = window.rank(of: now) else {
                (aim, needsRefresh) = (.card(now), true)
                return
            }
            selection = nowRank
        }
        // A range and a jump refer to the previous list.
        if query != shownQuery {
            (marks.anchor, jump) = (nil, nil)
        } else if marks.anchor != nil {
            marks.anchor = anchor
        }
        reading += 1
        prefetched.forget()
        (found, self.window, selectedRank, shownQuery) = (new, window, selection, query)
        (count, self.total, isCounted) = (new.count, total, true)
        jump = jump.flatMap { count == 0 ? nil : min($0, count - 1) }
        phase = isEmpty ? .empty : .content
        onSelect()
        if isElsewhere, wanted == nil, asked == .keep, let before, rank == nil, count > 0,
            try await store.card(before.id) == nil
        {
            messages.say(Message("\(before.name) was deleted elsewhere."))
        }
    }
}
