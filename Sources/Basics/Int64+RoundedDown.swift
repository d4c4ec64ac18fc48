extension Int64 {
    /// Floored division: the remainder is never negative, so that instants before 1970 fall on the right day.
    @inlinable
    public func quotientAndRemainderRoundedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
