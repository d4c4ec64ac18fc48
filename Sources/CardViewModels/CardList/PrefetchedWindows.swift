/// Rows where one is likely to jump to: both ends of the list, and the tenths of it while it is scrubbed. They are fetched when
/// nothing else is, so that such a jump waits for nobody. They belong to one reading of the list.
struct PrefetchedWindows {
    private var windows: [ListWindow] = []
    /// Tenths of the list are wanted too.
    var hasTenths = false

    private static let slack = 2

    /// The rows around a rank, if they are all here.
    func window(with ranks: Range<Int>) -> ListWindow? {
        windows.first { $0.ranks.contains(ranks) }
    }

    /// The first stretch of a list of so many that is not here yet; nil when all are, or the window has the whole list.
    func missing(in count: Int, beside shown: ListWindow, seen: (Int) -> Range<Int>) -> Range<Int>? {
        guard count > 0, !shown.ranks.contains(0..<count) else { return nil }
        let ranks = hasTenths ? (0...10).map { (count - 1) * $0 / 10 } : [0, count - 1]
        for rank in ranks {
            // A slider rounds its tenths in its own way.
            let seen = seen(rank)
            let wanted = (seen.lowerBound - Self.slack..<seen.upperBound + Self.slack).clamped(to: 0..<count)
            if window(with: wanted) == nil { return wanted }
        }
        return nil
    }

    mutating func add(_ window: ListWindow) { windows.append(window) }

    mutating func forget() { windows = [] }
}
