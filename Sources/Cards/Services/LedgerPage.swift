/// Some lines of a ledger, the newest first, and where the next ones begin.
public struct LedgerPage: Sendable {
    public let lines: [Ledger.Line]
    /// The card's currency; nil means points.
    public let currency: String?
    /// The balance before the oldest of these lines; nil if the balance is no number.
    public let balanceBefore: ExactDecimal?
    /// Whether older lines may follow.
    public let hasMore: Bool

    public init(lines: [Ledger.Line], currency: String?, balanceBefore: ExactDecimal?, hasMore: Bool) {
        self.lines = lines
        self.currency = currency
        self.balanceBefore = balanceBefore
        self.hasMore = hasMore
    }

    /// The lines that count, for a summary of the card; none where nothing happened but that the balance was set once.
    public var events: [Ledger.Line] {
        let counting = lines.filter(\.counts)
        if counting.count == 1, !hasMore, case .set = counting[0].entry.content { return [] }
        return counting
    }
}

/// Why something cannot be booked on a card.
public struct LedgerError: UserFacingError, Hashable {
    public let reason: String

    public init(_ reason: String) { self.reason = reason }

    public var userMessage: String { reason.prefix(1).uppercased() + reason.dropFirst() + ". Nothing was saved." }
}
