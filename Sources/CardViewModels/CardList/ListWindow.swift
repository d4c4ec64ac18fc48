import Cards

/// The rows around the eye: a stretch of the list, by rank. Everything else of the list is only a count.
struct ListWindow: Hashable, Sendable {
    /// Rows kept to each side of the selection: more than any screen is tall, so a page never waits for the store.
    static let reach = 320
    /// With fewer rows than this to a side, more are fetched before they are needed.
    static let margin = 120

    private(set) var start = 0
    private(set) var rows: [CardSummary] = []

    var ranks: Range<Int> { start..<start + rows.count }

    init(start: Int = 0, rows: [CardSummary] = []) { (self.start, self.rows) = (start, rows) }

    subscript(rank: Int) -> CardSummary? { ranks.contains(rank) ? rows[rank - start] : nil }

    func rank(of identifier: CardID) -> Int? { rows.firstIndex { $0.id == identifier }.map { $0 + start } }

    mutating func update(_ identifier: CardID, _ change: (inout CardSummary) -> Void) {
        guard let index = rows.firstIndex(where: { $0.id == identifier }) else { return }
        change(&rows[index])
    }

    /// The ranks to fetch for a selection there.
    static func around(_ rank: Int) -> Range<Int> { max(0, rank - reach)..<rank + reach }

    /// Whether the window lacks rows near that rank that the list has.
    func isShort(around rank: Int, count: Int) -> Bool {
        max(0, rank - Self.margin) < start || min(count, rank + Self.margin) > ranks.upperBound
    }
}
