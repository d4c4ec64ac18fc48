public import Cards
public import Observation

/// The list: what was found, which card of it is selected, and the rows around it. What is typed to find cards, their order,
/// marks and changes stand in extensions.
///
/// The selection is kept by identifier; when its card goes, the next one is selected. It knows nothing of screens: it keeps
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

    public private(set) var phase = Phase.loading
    /// How many cards are shown: as far as is known, while ``isCounted`` is false.
    public private(set) var count = 0
    public private(set) var isCounted = false
    /// How many there are without a filter.
    public private(set) var total = 0
    /// The rank of the selected row; 0 where there is none.
    public private(set) var selectedRank = 0
    /// What the list is to show; the rows follow as soon as they are found.
    public internal(set) var query: CardQuery
    /// What the rows on the screen are: behind ``query`` for as long as finding takes.
    public private(set) var shownQuery: CardQuery
    public internal(set) var marks = CardMarks()
    /// How the cards are shown.
    public internal(set) var layout: ViewState.Layout
    /// How much of a wide screen the list has beside a card, in percent.
    public internal(set) var share: Int
    /// The cards whose rows are opened.
    public internal(set) var opened: Set<CardID> = []
    /// The opened cards as far as they were read.
    public internal(set) var details: [CardID: Card] = [:]
    /// Whether what was asked for last is not what is shown: the answer to a filter or an order is on its way.
    public private(set) var isFinding = false
    /// Whether the selection is on its way to another row: what is done with a card is meant for that one.
    public var isJumping: Bool { jump != nil }
    var window = ListWindow()
    var found: (any FoundCards)?

    /// Told when another card is selected, or the selected one may look different.
    @ObservationIgnored var onSelect: () -> Void = {}
    @ObservationIgnored private let services: AppServices
    @ObservationIgnored let activities: Activities
    @ObservationIgnored let messages: MessageCenter
    @ObservationIgnored private let viewState: ViewStateKeeper
    @ObservationIgnored private var noticeTask: Task<Void, Never>?
    /// A rank that was asked for and whose row is not here yet.
    private var jump: Int?
    private var prefetched = PrefetchedWindows()
    @ObservationIgnored private var isFetching = false
    @ObservationIgnored private var reach = ListReach(visibleRows: 0)
    /// Counts the readings of the list: rows fetched before one belong to another list.
    @ObservationIgnored private var reading = 0
    @ObservationIgnored private var refreshing: Task<Void, Never>?
    @ObservationIgnored private var needsRefresh = false
    /// What the next reading selects.
    @ObservationIgnored private var aim = SelectionTarget.keep
    /// Whether another process wrote since the last refresh.
    @ObservationIgnored private var changedElsewhere = false
    /// Whether the selection was moved since the filter was last typed at.
    @ObservationIgnored var hasChosen = false
    /// The card that was selected before a filter was begun, to come back to where the filter found nothing.
    @ObservationIgnored var selectedBefore: CardID?

    /// In percent; enough for names and numbers.
    private static let usualShare = 58

    /// What a reading of the list selects.
    enum SelectionTarget: Equatable {
        /// What is selected now; when it is gone, what stands in its place.
        case keep
        case first
        case card(CardID)
        /// The card, or where it was not found the first.
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

    /// The row at a rank; nil where it has not been fetched, and for a card that is gone.
    public func row(at rank: Int) -> CardSummary? { window[rank] }

    /// The ranks along which names go by the alphabet, where they do.
    public var alphabeticalRanks: Range<Int>? { found?.alphabeticalRanks }

    /// The first letter of the name at a rank, as far as it is known.
    public func initial(at rank: Int) -> Character? { found?.initial(at: rank) }

    /// Shows a change of a row before it is written.
    func update(_ identifier: CardID, _ change: (inout CardSummary) -> Void) {
        window.update(identifier, change)
        prefetched.forget()
    }

    /// Shows rows from the beginning of the list; nil for a total that was not counted yet.
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

    /// Keeps how the list is looked at for the next start.
    func keepView() {
        viewState.update {
            ($0.order, $0.hidesArchived, $0.layout, $0.listShare) = (query.order, query.hidesArchived, layout, share)
        }
    }

    // MARK: - Moving

    public func moveSelection(by rows: Int) { select(rank: (jump ?? selectedRank) + rows) }

    public func selectFirst() { select(rank: 0) }
    public func selectLast() { select(rank: isCounted ? count - 1 : Self.beyondAll) }

    /// Farther than any list is long, and near enough to count on from there.
    private static let beyondAll = Int.max / 4

    /// Selects a rank, as near as there is one. A rank whose row is not here yet is selected when it has come, so that no empty
    /// row is ever shown.
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

    /// How many rows the screen shows at once.
    public func sees(rows: Int) {
        let new = ListReach(visibleRows: rows)
        if new == reach { return }
        reach = new
        prefetched.forget()
        fetchWhatIsShort()
    }

    /// Whether a jump to a rank would be shown at once.
    func hasAtHand(_ rank: Int) -> Bool {
        window.contains(rank) || landmark(at: rank) != nil
    }

    private func landmark(at rank: Int) -> ListWindow? {
        prefetched.window(with: reach.seen(around: rank).clamped(to: 0..<count))
    }

    /// Jumps to the tenths of the list are to be expected, or not any more.
    public func expectsTenths(_ isExpected: Bool) {
        prefetched.hasTenths = isExpected
        fetchWhatIsShort()
    }

    /// The rank around which rows are missing.
    private var shortRank: Int? {
        guard found != nil else { return nil }
        return jump ?? (reach.isShort(window, around: selectedRank, count: count) ? selectedRank : nil)
    }

    /// The rows that are fetched next: those around the eye, and when these are here the prefetched.
    private var missingRanks: Range<Int>? {
        guard let found else { return nil }
        if let rank = shortRank {
            let wanted = jump == nil ? reach.around(rank) : reach.seen(around: rank)
            return wanted.clamped(to: 0..<found.count)
        }
        // Another reading would only throw them away.
        guard refreshing == nil, isCounted else { return nil }
        return prefetched.missing(in: found.count, beside: window, seen: reach.seen(around:))
    }

    /// Fetches rows, one stretch at a time however fast the eye moves.
    private func fetchWhatIsShort() {
        guard !isFetching, missingRanks != nil else { return }
        isFetching = true
        Task {
            defer { isFetching = false }
            while let ranks = missingRanks, let found {
                let (isPrefetched, asked) = (shortRank == nil, reading)
                do {
                    let rows = try await found.rows(in: ranks)
                    // Another list may be shown by now: rows of this one say nothing about it.
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

    /// Takes a window over if it has what is looked at; the eye may have gone elsewhere meanwhile.
    private func show(_ new: ListWindow) {
        if let target = jump, new.contains(target) {
            (window, selectedRank, jump) = (new, target, nil)
            onSelect()
        } else if new.contains(selectedRank) {
            window = new
        } else if let target = jump {
            // Beyond the end of a list that was not counted when it was asked for.
            jump = max(0, min(target, count - 1))
        }
    }

    // MARK: - Keeping up

    /// Finds what the query asks for by now.
    func findAnew(_ aim: SelectionTarget = .keep) {
        isFinding = true
        Task { await reload(aim) }
    }

    /// Finds again and selects; returns when the list shows it.
    func reload(_ aim: SelectionTarget = .keep) async {
        if aim != .keep { self.aim = aim }
        await refresh()
    }

    /// Reads the list again; what comes meanwhile causes one more reading, not one each. Returns when nothing is left to read.
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

    /// The rank of the first card behind the selected one that is still there: several may have gone with it.
    private func rankBehindSelection(in new: any FoundCards) async throws -> Int? {
        for rank in window.ranks where rank > selectedRank {
            if let row = window[rank], let place = try await new.rank(of: row.id) { return place }
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
            // Something else is looked for by now.
            if aim == .keep { aim = asked }
            (needsRefresh, changedElsewhere) = (true, changedElsewhere || isElsewhere)
            return
        }
        var selection = target
        if asked != .first, let now = selectedRow?.id, now != before?.id {
            // The person moved on meanwhile: what they selected since then counts, if need be with another reading.
            guard let place = window.rank(of: now) else {
                (aim, needsRefresh) = (.card(now), true)
                return
            }
            selection = place
        }
        // A range and a jump are about the list that was shown.
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
