public import Cards

/// The newest entries of a card's ledger, for its page. There is none where nothing happened but that the balance was set once.
public struct LedgerExcerpt: Equatable, Sendable {
    /// Enough for a chart.
    static let limit = 64

    /// The newest first, those that were taken back left out.
    public let lines: [Ledger.Line]
    /// That of the card; nil means points.
    public let currency: String?

    init?(_ page: LedgerPage) {
        lines = page.events
        currency = page.currency
        if lines.isEmpty { return nil }
    }
}
