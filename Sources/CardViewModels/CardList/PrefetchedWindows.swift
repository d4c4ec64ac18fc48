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
