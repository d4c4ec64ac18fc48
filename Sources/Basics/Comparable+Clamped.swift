extension Comparable {
    /// The nearest value of the range.
    @inlinable
    public func clamped(to range: ClosedRange<Self>) -> Self { min(max(self, range.lowerBound), range.upperBound) }
}
