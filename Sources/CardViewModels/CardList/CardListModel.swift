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
    /// A rank that was asked for and whose row is not here yet.
    @ObservationIgnored private var jump: Int?
    @ObservationIgnored private var isFetching = false
    /// Counts the readings of the list: rows fetched before one belong to another list.
    @ObservationIgnored private var reading = 0
    @ObservationIgnored private var refreshing: Task<Void, Never>?
    @ObservationIgnored private var needsRefresh = false
    /// The card to select with the next refresh.
    @ObservationIgnored private var wanted: CardID?
    /// Whether another process wrote since the last refresh.
    @ObservationIgnored private var changedElsewhere = false

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
        await refresh()
        noticeTask = Task { [weak self] in
            for await notice in notices {
                guard let self else { return }
                if notice == .changedElsewhere { changedElsewhere = true }
                await refresh()
            }
        }
    }

    func stop() { noticeTask?.cancel() }

    // MARK: - Moving

    public func moveSelection(by rows: Int) { select(rank: (jump ?? selectedRank) + rows) }

    public func selectFirst() { select(rank: 0) }
    public func selectLast() { select(rank: count - 1) }

    /// Selects a rank, as near as there is one. A rank whose row is not here yet is selected when it has come, so that no empty
    /// row is ever shown.
    public func select(rank: Int) {
        guard count > 0 else { return }
        let target = max(0, min(rank, count - 1))
        if window[target] == nil {
            jump = target
        } else {
            jump = nil
            if selectedRank != target { selectedRank = target }
        }
        fetchWhatIsShort()
    }

    /// The rank around which rows are missing.
    private var shortRank: Int? {
        jump ?? (window.isShort(around: selectedRank, count: count) ? selectedRank : nil)
    }

    /// Fetches rows around the eye, one stretch at a time however fast it moves.
    private func fetchWhatIsShort() {
        guard !isFetching, shortRank != nil else { return }
        isFetching = true
        Task {
            defer { isFetching = false }
            while let rank = shortRank {
                let asked = reading
                do {
                    let ranks = ListWindow.around(rank)
                    let rows = try await store.summaries(query, in: ranks)
                    guard asked == reading else { continue }
                    // The list is shorter than it was: its notice is on the way, but the eye should not wait for it.
                    guard rows.count == min(ranks.upperBound, count) - ranks.lowerBound else {
                        jump = nil
                        return await refresh()
                    }
                    show(ListWindow(start: ranks.lowerBound, rows: rows))
                } catch {
                    jump = nil
                    return onMessage(Message(error))
                }
            }
        }
    }

    /// Takes a window over if it has what is looked at; the eye may have gone elsewhere meanwhile.
    private func show(_ new: ListWindow) {
        if let target = jump, new[target] != nil {
            (window, selectedRank, jump) = (new, target, nil)
        } else if new[selectedRank] != nil {
            window = new
        }
    }

    // MARK: - Changing

    public func toggleStar() {
        guard let row = selectedRow else { return }
        var values = Card(identifier: row.id, name: row.name)
        values.isStarred = !row.isStarred
        Task { await write(CardPatch(values: values, fields: [.isStarred])) }
        window.update(row.id) { $0.isStarred.toggle() }
    }

    public func toggleArchive() {
        guard let row = selectedRow else { return }
        var values = Card(identifier: row.id, name: row.name)
        values.isArchived = !row.isArchived
        Task { await write(CardPatch(values: values, fields: [.isArchived])) }
        window.update(row.id) { $0.isArchived.toggle() }
    }

    /// Writes what is shown already, and mends the list if the store refuses.
    /// - Returns: whether it was written.
    @discardableResult
    func write(_ patch: CardPatch) async -> Bool {
        do {
            try await store.apply([.set(patch)])
            return true
        } catch {
            onMessage(Message(error))
            await refresh()
            return false
        }
    }

    // MARK: - Keeping up

    /// Reads the list again and selects a card, wherever it is by now; returns when the list shows it.
    func reload(selecting identifier: CardID?) async {
        if let identifier { wanted = identifier }
        await refresh()
    }

    /// Reads the list again; what comes meanwhile causes one more reading, not one each. Returns when nothing is left to read.
    private func refresh() async {
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
                if phase == .loading { phase = .failed(error.words) } else { onMessage(Message(error)) }
            }
        }
        refreshing = nil
        fetchWhatIsShort()
    }

    private func read() async throws {
        let (before, isElsewhere, asked) = (selectedRow, changedElsewhere, wanted)
        (changedElsewhere, wanted) = (false, nil)
        let total = try await store.count(query)
        let selected = asked ?? before?.id
        var rank: Int?
        if let selected { rank = try await store.rank(of: selected, in: query) }
        if asked != nil, rank == nil, let before { rank = try await store.rank(of: before.id, in: query) }
        let target = max(0, min(rank ?? selectedRank, total - 1))
        let ranks = ListWindow.around(target)
        let new = ListWindow(
            start: ranks.lowerBound, rows: total == 0 ? [] : try await store.summaries(query, in: ranks))
        var selection = target
        if let now = selectedRow?.id, now != before?.id {
            // The person moved on meanwhile: what they selected since then counts, if need be with another reading.
            guard let place = new.rank(of: now) else {
                (wanted, needsRefresh) = (now, true)
                return
            }
            selection = place
        }
        reading += 1
        (count, window, selectedRank) = (total, new, selection)
        jump = jump.flatMap { total == 0 ? nil : min($0, total - 1) }
        phase = total == 0 ? .empty : .content
        if isElsewhere, asked == nil, let before, rank == nil, total > 0 {
            onMessage(Message("\(before.name) was deleted elsewhere."))
        }
    }
}
