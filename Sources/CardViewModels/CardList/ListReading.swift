import Basics
internal import Cards

/// What a reading of the list selects.
enum SelectionTarget: Equatable {
    /// The card that is selected now; if it is gone, the one in its position.
    case keep
    case first
    case card(CardID)
    /// The card; the first if it was not found.
    case cardOrFirst(CardID)
}

/// One reading of the list: the current result of a query, the row of it to select, and the rows around that. It changes nothing.
@MainActor
struct ListReading {
    let found: any FoundCards
    /// How many cards there are without a filter.
    let total: Int
    /// Whether there are no cards at all.
    let isEmpty: Bool
    /// The rank to select.
    let rank: Int
    /// Whether the result holds the card that was, or should be, selected.
    let hasCard: Bool
    let window: ListWindow

    /// - Parameter rows: the shown ones; they may change while the store is read.
    init(
        _ query: CardQuery, in store: any CardStore, selecting target: SelectionTarget, insteadOf rows: ListRows,
        similar: SimilarSearch, isWanted: () -> Bool
    ) async throws {
        let before = rows.selectedRow
        var found = try await store.find(query)
        total = query.filter.isEmpty ? found.count : try await store.find(query.unfiltered).count
        isEmpty = total == 0 ? try await store.find(.all).count == 0 : false
        if found.count == 0, total > 0, let similar = try await similar.run(query, in: store, if: isWanted) {
            found = similar
        }
        var rank: Int?
        switch target {
        case .first: rank = 0
        case .card(let identifier): rank = try await found.rank(of: identifier)
        case .cardOrFirst(let identifier): rank = try await found.rank(of: identifier) ?? 0
        case .keep: break
        }
        if rank == nil, let before { rank = try await found.rank(of: before.id) }
        hasCard = rank != nil
        if rank == nil { rank = try await Self.rankBehindSelection(of: rows, in: found) }
        self.found = found
        self.rank = max(0, min(rank ?? rows.selectedRank, found.count - 1))
        let reached = target == .keep ? rows.reach.around(self.rank) : rows.reach.seen(around: self.rank)
        let ranks = reached.clamped(to: 0..<found.count)
        window = ListWindow(start: ranks.lowerBound, rows: ranks.isEmpty ? [] : try await found.rows(in: ranks))
    }

    /// The rank of the first remaining card after the selected one: several may have been deleted with it.
    private static func rankBehindSelection(of rows: ListRows, in new: any FoundCards) async throws -> Int? {
        for rank in rows.window.ranks where rank > rows.selectedRank {
            if let row = rows.window[rank], let newRank = try await new.rank(of: row.id) { return newRank }
        }
        return nil
    }
}

/// The search for similar cards that runs at most once, and is cancelled by the next letter.
@MainActor
final class SimilarSearch {
    private var task: Task<(any FoundCards)?, any Error>?

    /// Nil if there are none, and if it was cancelled or another query is wanted by now.
    /// - Parameter isWanted: asked before the search, which is expensive, begins.
    func run(_ query: CardQuery, in store: any CardStore, if isWanted: () -> Bool) async throws -> (any FoundCards)? {
        guard isWanted() else { return nil }
        let task = Task { try await store.findSimilar(query) }
        self.task = task
        do {
            return try await task.value
        } catch is CancellationError {
            return nil
        }
    }

    func cancel() { task?.cancel() }
}

/// What the found cards are worth together, added up beside the list: the newest answer wins. Nothing without a search, and until then.
@MainActor
final class FoundWorth {
    @Observed private(set) var totals = BalanceTotals()
    private var query: CardQuery?
    private let requests = Latest()

    /// The next search does not wait for more rows than these.
    private nonisolated static let pageSize = 200
    /// Reading more rows for each letter of a search would keep a processor busy.
    private static let maximumCards = 5000

    /// - Parameter query: what found them; without a filter nothing is added up.
    func addUp(_ new: ListReading, _ query: CardQuery) {
        requests.cancel()
        // Of another search nothing is shown; of the same one the sums stay until the new ones are there.
        if query != self.query { show(BalanceTotals()) }
        self.query = query
        if query.wholeFilter.isEmpty || new.found.count > Self.maximumCards { return show(BalanceTotals()) }
        if new.window.start == 0, new.window.rows.count == new.found.count {
            var totals = BalanceTotals()
            for case let card? in new.window.rows { totals.add(card) }
            return show(totals)
        }
        let found = new.found
        requests.start {
            // A search that ended meanwhile has no rows any more.
            try? await Self.totals(of: found)
        } then: { [weak self] totals in
            if let totals { self?.show(totals) }
        }
    }

    private func show(_ new: BalanceTotals) { if totals != new { totals = new } }

    @concurrent private nonisolated static func totals(of found: any FoundCards) async throws -> BalanceTotals {
        var totals = BalanceTotals()
        for start in stride(from: 0, to: found.count, by: pageSize) {
            try Task.checkCancellation()
            for case let card? in try await found.rows(in: start..<min(start + pageSize, found.count)) {
                totals.add(card)
            }
        }
        return totals
    }
}

extension BalanceTotals {
    /// What is left on a card that is not put away.
    fileprivate mutating func add(_ card: CardSummary) {
        if !card.isArchived, let balance = card.amountLeft, !balance.isZero { add(balance) }
    }
}
