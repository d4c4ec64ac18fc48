public import Cards
public import Observation

/// The list: how many cards there are, which one is selected, and the rows around it.
///
/// The selection is kept by identifier; when its card goes, the next one is selected. It knows nothing of screens: it keeps
/// enough rows to both sides of the selection for any of them.
@MainActor @Observable
public final class CardListModel {
    public enum Phase: Hashable, Sendable {
        /// The first rows have not come yet.
        case loading
        case empty
        case content
        /// The store cannot be read; in words.
        case failed(String)
    }

    public private(set) var phase = Phase.loading
    public private(set) var count = 0
    /// The rank of the selected row; 0 where there is none.
    public private(set) var selectedRank = 0
    private var window = ListWindow()

    @ObservationIgnored var onMessage: (Message) -> Void = { _ in }
    @ObservationIgnored private let store: any CardStore
    @ObservationIgnored private let clock: CardClock
    @ObservationIgnored private let query = CardQuery.all
    @ObservationIgnored private var noticeTask: Task<Void, Never>?
    /// Counts what was asked of the store, so that a late answer to an old question is dropped.
    @ObservationIgnored private var generation = 0
    @ObservationIgnored private var isRefreshing = false
    @ObservationIgnored private var needsRefresh = false

    init(store: any CardStore, clock: CardClock) { (self.store, self.clock) = (store, clock) }

    public var today: CalendarDay { clock.today() }
    public var selectedRow: CardSummary? { window[selectedRank] }

    /// The row at a rank; nil where it has not been fetched.
    public func row(at rank: Int) -> CardSummary? { window[rank] }

    /// Shows rows from the beginning of the list.
    func showFirst(_ rows: [CardSummary], of total: Int) {
        count = total
        window = ListWindow(rows: rows)
        phase = total == 0 ? .empty : .content
    }

    func start() async {
        let notices = await store.notices()
        await load(selecting: selectedRank)
        noticeTask = Task { [weak self] in
            for await notice in notices { await self?.refresh(after: notice) }
        }
    }

    func stop() { noticeTask?.cancel() }

    // MARK: - Moving

    public func moveSelection(by rows: Int) { select(rank: selectedRank + rows) }

    public func selectFirst() { select(rank: 0) }
    public func selectLast() { select(rank: count - 1) }

    /// Selects a rank, as near as there is one. A rank whose row is not here yet is selected when it has come, so that no empty
    /// row is ever shown.
    public func select(rank: Int) {
        let target = max(0, min(rank, count - 1))
        guard count > 0, target != selectedRank else { return }
        if window[target] != nil {
            selectedRank = target
            // An answer that is still on its way was asked for another selection.
            generation += 1
            if window.isShort(around: target, count: count) { fetch(around: target, moves: false) }
        } else {
            fetch(around: target, moves: true)
        }
    }

    private func fetch(around rank: Int, moves: Bool) {
        generation += 1
        let asked = generation
        Task {
            do {
                let ranks = ListWindow.around(rank)
                let rows = try await store.summaries(query, in: ranks)
                guard asked == generation || (!moves && window[selectedRank] == nil) else { return }
                window = ListWindow(start: ranks.lowerBound, rows: rows)
                if moves { selectedRank = max(0, min(rank, ranks.lowerBound + rows.count - 1)) }
            } catch {
                onMessage(Message(error))
            }
        }
    }

    // MARK: - Changing

    public func toggleStar() {
        guard let row = selectedRow else { return }
        change(row.id) {
            $0.isStarred.toggle()
        } patch: {
            $0.isStarred = !row.isStarred
            return .isStarred
        }
    }

    public func toggleArchive() {
        guard let row = selectedRow else { return }
        change(row.id) {
            $0.isArchived.toggle()
        } patch: {
            $0.isArchived = !row.isArchived
            return .isArchived
        }
    }

    /// Shows the change at once and mends it if the store refuses.
    private func change(
        _ identifier: CardID, _ summary: (inout CardSummary) -> Void, patch: (inout Card) -> CardField
    ) {
        window.update(identifier, summary)
        var values = Card(identifier: identifier, name: "")
        let field = patch(&values)
        Task {
            do {
                try await store.apply([.set(CardPatch(values: values, fields: [field]))])
            } catch {
                onMessage(Message(error))
                await refresh()
            }
        }
    }

    // MARK: - Keeping up

    private func refresh(after notice: StoreNotice) async {
        await refresh(isElsewhere: notice == .changedElsewhere)
    }

    /// Reads the list again; notices that come meanwhile cause one more reading, not one each.
    private func refresh(isElsewhere: Bool = false) async {
        needsRefresh = true
        guard !isRefreshing else { return }
        isRefreshing = true
        defer { isRefreshing = false }
        while needsRefresh {
            needsRefresh = false
            let before = selectedRow
            await reload(selecting: before?.id)
            if isElsewhere, let before, count > 0, selectedRow?.id != before.id {
                onMessage(Message("\(before.name) was deleted elsewhere."))
            }
        }
    }

    /// Reads the list and selects a card wherever it is; when it is not there, the one in the place of the selection.
    func reload(selecting identifier: CardID?) async {
        generation += 1
        let asked = generation
        do {
            var target = selectedRank
            if let identifier, let rank = try await store.rank(of: identifier, in: query) { target = rank }
            // The person moved on meanwhile: what they selected since then counts.
            if asked != generation {
                target = selectedRank
                if let id = selectedRow?.id, let rank = try await store.rank(of: id, in: query) { target = rank }
            }
            await load(selecting: target)
        } catch {
            onMessage(Message(error))
        }
    }

    private func load(selecting rank: Int) async {
        generation += 1
        let asked = generation
        do {
            let total = try await store.count(query)
            let target = max(0, min(rank, total - 1))
            let ranks = ListWindow.around(target)
            let rows = total == 0 ? [] : try await store.summaries(query, in: ranks)
            let moved = asked != generation
            let kept = moved ? selectedRow?.id : nil
            count = total
            window = ListWindow(start: ranks.lowerBound, rows: rows)
            selectedRank = kept.flatMap(window.rank) ?? target
            phase = total == 0 ? .empty : .content
        } catch {
            if phase == .loading { phase = .failed(error.words) } else { onMessage(Message(error)) }
        }
    }
}
