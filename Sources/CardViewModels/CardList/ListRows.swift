import Basics
internal import Cards

/// The rows of the search result around the selection, the selection, and which rows have to be fetched.
///
/// It does not know the query. The rows are those of one reading of the list, until the next one replaces them all.
@MainActor
final class ListRows {
    @Observed private(set) var found: (any FoundCards)?
    @Observed private(set) var window = ListWindow()
    /// How many cards are shown; a lower bound while ``isCounted`` is false.
    @Observed private(set) var count = 0
    @Observed private(set) var isCounted = false
    @Observed private(set) var selectedRank = 0
    /// A requested rank whose row is not loaded yet.
    @Observed private(set) var jump: Int?
    @Observed private var prefetched = PrefetchedWindows()
    /// Counts the changes of the store that were told.
    @Observed var changeCount = 0
    private(set) var reach = ListReach(visibleRows: 0)
    /// Whether the list is being read again: the reading would discard rows that are prefetched meanwhile.
    var isBeingRead = false
    private var isFetching = false
    /// Counts the readings of the list: rows fetched for an earlier one belong to another list.
    private var reading = 0
    /// Called when another card is selected, or the selected one may have changed.
    var onSelect: () -> Void = {}
    let messages: MessageCenter
    let searches = Searches()

    /// What runs beside the reading of rows.
    @MainActor struct Searches {
        /// For rows where none were found.
        let similar = SimilarSearch()
        let worth = FoundWorth()
        let unwritten = UnwrittenChanges()
    }

    /// Larger than any list, and small enough to add to without overflow.
    private static let beyondAll = Int.max / 4

    init(messages: MessageCenter) { self.messages = messages }

    var selectedRow: CardSummary? { window[selectedRank] }

    // MARK: - Replacing

    /// Shows rows from the beginning of the list; the count is nil if not known yet.
    func showFirst(_ rows: [CardSummary], of count: Int?) {
        (self.count, isCounted) = (count ?? rows.count, count != nil)
        window = ListWindow(rows: rows)
        onSelect()
    }

    /// Shows another reading of the list, with the given rank selected. A pending jump continues in it.
    func show(_ new: ListReading, of query: CardQuery, selecting rank: Int) {
        searches.worth.addUp(new, query)
        reading += 1
        prefetched.forget()
        (found, window, selectedRank) = (new.found, searches.unwritten.shown(in: new.window), rank)
        (count, isCounted) = (new.found.count, true)
        jump = jump.flatMap { count == 0 ? nil : min($0, count - 1) }
    }

    /// Shows a change of a row before it is written, also in what is read until then. Returns its number, for when it is written or refused.
    func update(_ identifier: CardID, _ change: @escaping (inout CardSummary) -> Void) -> Int {
        window.update(identifier, change)
        prefetched.forget()
        return searches.unwritten.add(identifier, change)
    }

    // MARK: - Selecting

    func moveSelection(by rows: Int) { select(rank: (jump ?? selectedRank) + rows) }
    func selectLast() { select(rank: isCounted ? count - 1 : Self.beyondAll) }

    /// Selects the nearest existing rank. A rank whose row is not loaded yet is selected when it arrives, so that no empty row is ever
    /// shown.
    func select(rank: Int) {
        guard count > 0 else { return }
        let target = max(0, isCounted ? min(rank, count - 1) : rank)
        if !window.contains(target), let known = prefetchedWindow(around: target) {
            prefetched.keep(window)
            window = known
        }
        if window.contains(target) {
            jump = nil
            if selectedRank != target {
                selectedRank = target
                onSelect()
            }
        } else {
            jump = target
        }
        fetchMissing()
    }

    func endJump() { jump = nil }

    /// Whether a jump to a rank would be shown immediately.
    func isLoaded(_ rank: Int) -> Bool { window.contains(rank) || prefetchedWindow(around: rank) != nil }

    private func prefetchedWindow(around rank: Int) -> ListWindow? {
        prefetched.window(with: reach.seen(around: rank).clamped(to: 0..<count))
    }

    // MARK: - Fetching

    /// How many rows the screen shows at once.
    func setVisibleRows(_ rows: Int) {
        let new = ListReach(visibleRows: rows)
        if new == reach { return }
        reach = new
        prefetched.forget()
        fetchMissing()
    }

    /// Whether jumps to the tenths of the list are expected, so that their rows are prefetched.
    func prefetchTenths(_ isExpected: Bool) {
        prefetched.hasTenths = isExpected
        fetchMissing()
    }

    /// The rank around which rows are missing.
    private var shortRank: Int? {
        guard found != nil else { return nil }
        return jump ?? (reach.isShort(window, around: selectedRank, count: count) ? selectedRank : nil)
    }

    /// The rows to fetch next: those around the selection that are not loaded, then the prefetched ones.
    private var missingRanks: Range<Int>? {
        guard let found else { return nil }
        if let rank = shortRank {
            let wanted = jump == nil ? reach.around(rank) : reach.seen(around: rank)
            return window.missing(of: wanted.clamped(to: 0..<found.count))
        }
        // A pending reading would discard them.
        guard !isBeingRead, isCounted else { return nil }
        return prefetched.missing(in: found.count, beside: window, seen: reach.seen(around:))
    }

    /// Fetches missing rows, one range at a time, however fast the selection moves.
    func fetchMissing() {
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
                    let window = searches.unwritten.shown(in: ListWindow(start: ranks.lowerBound, rows: rows))
                    if isPrefetched { prefetched.add(window) } else { show(window) }
                } catch {
                    jump = nil
                    return messages.post(error)
                }
            }
        }
    }

    /// Uses fetched rows if they belong to the requested ones; the selection may have moved meanwhile.
    private func show(_ fetched: ListWindow) {
        let center = jump.flatMap { fetched.contains($0) ? $0 : nil } ?? selectedRank
        let new = window.joined(with: fetched, in: reach.around(center)) ?? fetched
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
}

/// Changes of rows that are shown and not written yet. A reading of the list that began before them must not take them back for a moment.
@MainActor
final class UnwrittenChanges {
    private var changes: [(number: Int, card: CardID, change: (inout CardSummary) -> Void)] = []
    private var last = 0

    /// - Parameter change: may be made several times.
    func add(_ card: CardID, _ change: @escaping (inout CardSummary) -> Void) -> Int {
        last += 1
        changes.append((last, card, change))
        return last
    }

    /// The store has written the change, or refused it.
    func remove(_ number: Int) { changes.removeAll { $0.number == number } }

    func shown(in window: ListWindow) -> ListWindow {
        var window = window
        for (_, card, change) in changes { window.update(card, change) }
        return window
    }
}

/// The rows around the selection: a contiguous part of the list, by rank. Of the rest only the count is known.
struct ListWindow: Equatable, Sendable {
    private(set) var start = 0
    /// Nil for a card that was deleted after the list was found.
    private(set) var rows: [CardSummary?] = []

    var ranks: Range<Int> { start..<start + rows.count }

    init(start: Int = 0, rows: [CardSummary?] = []) { (self.start, self.rows) = (start, rows) }

    subscript(rank: Int) -> CardSummary? { ranks.contains(rank) ? rows[rank - start] : nil }

    func contains(_ rank: Int) -> Bool { ranks.contains(rank) }

    /// What has to be fetched so that this window covers the wanted ranks: what lies beyond its end in that direction, or all of them
    /// if the window reaches neither end.
    func missing(of wanted: Range<Int>) -> Range<Int> {
        if ranks.contains(wanted.lowerBound) { return min(ranks.upperBound, wanted.upperBound)..<wanted.upperBound }
        if ranks.contains(wanted.upperBound - 1) { return wanted.lowerBound..<start }
        return wanted
    }

    /// These rows and those of another window of the same list, as far as they are in reach; nil if there are ranks between the two.
    func joined(with other: ListWindow, in reach: Range<Int>) -> ListWindow? {
        guard other.start <= ranks.upperBound, start <= other.ranks.upperBound else { return nil }
        let kept = (min(start, other.start)..<max(ranks.upperBound, other.ranks.upperBound)).clamped(to: reach)
        // The other rows were fetched later.
        return ListWindow(start: kept.lowerBound, rows: kept.map { other.contains($0) ? other[$0] : self[$0] })
    }

    func rank(of identifier: CardID) -> Int? { rows.firstIndex { $0?.id == identifier }.map { $0 + start } }

    mutating func update(_ identifier: CardID, _ change: (inout CardSummary) -> Void) {
        guard let index = rows.firstIndex(where: { $0?.id == identifier }), var row = rows[index] else { return }
        change(&row)
        rows[index] = row
    }
}

/// How many rows are kept around the selection.
struct ListReach: Equatable, Sendable {
    /// Rows on each side of the selection.
    let rows: Int
    /// Rows on each side that may be visible with it.
    let visibleRows: Int
    /// With fewer rows than this on a side, more are fetched ahead.
    let margin: Int

    /// Enough that paging on a screen with so many rows never waits for the store.
    init(visibleRows: Int) {
        // Before the first frame the number of rows is unknown.
        self.visibleRows = max(24, visibleRows)
        margin = max(48, visibleRows)
        rows = margin * 5 / 2
    }

    /// The ranks to fetch for a selection at this rank.
    func around(_ rank: Int) -> Range<Int> { max(0, rank - rows)..<rank + rows }

    /// The ranks without which a selection at this rank cannot be shown. After a jump they are fetched first: a fifth of the rows
    /// arrives in a fifth of the time.
    func seen(around rank: Int) -> Range<Int> { max(0, rank - visibleRows)..<rank + visibleRows + 1 }

    /// Whether the window lacks existing rows near that rank.
    func isShort(_ window: ListWindow, around rank: Int, count: Int) -> Bool {
        max(0, rank - margin) < window.start || min(count, rank + margin) > window.ranks.upperBound
    }
}

/// Rows at likely jump targets: both ends of the list, and its tenths while the slider is used. They are fetched when nothing else is,
/// so that such a jump does not wait. They belong to one reading of the list.
struct PrefetchedWindows {
    private var windows: [ListWindow] = []
    /// Whether the tenths of the list are prefetched too.
    var hasTenths = false

    private static let slack = 2

    /// The rows around a rank, if all of them are loaded.
    func window(with ranks: Range<Int>) -> ListWindow? {
        windows.first { $0.ranks.contains(ranks) }
    }

    /// The first range that is not prefetched yet, in a list of this count; nil when all are, or if the window holds the whole list.
    func missing(in count: Int, beside shown: ListWindow, seen: (Int) -> Range<Int>) -> Range<Int>? {
        guard count > 0, !shown.ranks.contains(0..<count) else { return nil }
        let ranks = hasTenths ? (0...10).map { (count - 1) * $0 / 10 } : [0, count - 1]
        for rank in ranks {
            // The slider may round its tenths differently.
            let seen = seen(rank)
            let wanted = (seen.lowerBound - Self.slack..<seen.upperBound + Self.slack).clamped(to: 0..<count)
            if window(with: wanted) == nil { return wanted }
        }
        return nil
    }

    /// Keeps the rows that are left by a jump, if they are around a likely target: the way back is likely too.
    mutating func keep(_ window: ListWindow) {
        guard let index = windows.firstIndex(where: { window.ranks.contains($0.ranks) }) else { return }
        windows[index] = window
    }

    mutating func add(_ window: ListWindow) { windows.append(window) }

    mutating func forget() { windows = [] }
}
