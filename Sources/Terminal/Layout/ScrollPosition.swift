/// The scroll offset of content taller than its window: its first visible row. It knows neither the content nor the
/// window; both are passed to every call, so a resize needs no notification.
public struct ScrollPosition: Hashable, Sendable {
    public private(set) var top: Int

    public init(top: Int = 0) { self.top = max(0, top) }

    /// Moves by this many rows, clamped to the ends.
    public mutating func scroll(by rows: Int, content: Int, window: Int) {
        top = Self.clamped(top + rows, content: content, window: window)
    }

    /// Moves as little as possible to show these rows, with `margin` rows around them where there is space.
    public mutating func reveal(_ rows: Range<Int>, margin: Int = 0, content: Int, window: Int) {
        top = revealing(rows, margin: margin, content: content, window: window).top
    }

    /// The position that ``reveal(_:margin:content:window:)`` would set; for drawing, which changes no state.
    public func revealing(_ rows: Range<Int>, margin: Int = 0, content: Int, window: Int) -> ScrollPosition {
        let margin = max(0, min(margin, (window - rows.count) / 2))
        var top = self.top
        if rows.upperBound + margin > top + window { top = rows.upperBound + margin - window }
        if rows.lowerBound - margin < top { top = rows.lowerBound - margin }
        return ScrollPosition(top: Self.clamped(top, content: content, window: window))
    }

    private static func clamped(_ top: Int, content: Int, window: Int) -> Int {
        max(0, min(top, content - window))
    }
}
