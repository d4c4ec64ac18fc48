extension Comparable {
    /// The value in the range that is nearest.
    @inlinable
    public func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}
