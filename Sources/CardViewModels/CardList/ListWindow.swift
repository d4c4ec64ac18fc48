import Cards

/// The rows around the selection: a contiguous part of the list, by rank. Of the rest only the count is known.
struct ListWindow: Hashable, Sendable {
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
struct ListReach: Hashable, Sendable {
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
