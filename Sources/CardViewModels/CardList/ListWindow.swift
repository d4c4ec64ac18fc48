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
