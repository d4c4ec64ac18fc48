/// What was spent and what was received, added up in exact decimals. It knows neither the entries nor their currency.
public struct LedgerSums: Sendable {
    /// Not below zero.
    public private(set) var spent = ExactDecimal.zero
    public private(set) var received = ExactDecimal.zero

    public init() {}

    public mutating func add(_ other: LedgerSums) {
        spent += other.spent
        received += other.received
    }

    /// - Parameter value: negative for what was spent.
    public mutating func add(_ value: ExactDecimal) {
        if value.isNegative { spent -= value } else { received += value }
    }
}
