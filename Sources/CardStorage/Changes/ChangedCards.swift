internal import Cards

/// The cards that a write changed, as far as they are named: of very many nobody wants to hear one by one.
struct ChangedCards {
    /// Nil when there are too many to name.
    private(set) var identifiers: Set<CardID>? = []

    /// With more, everybody is better off reading again.
    private static let most = 10_000

    var isEmpty: Bool { identifiers?.isEmpty == true }

    mutating func insert(_ identifier: CardID) {
        identifiers?.insert(identifier)
        forgetTooMany()
    }

    mutating func formUnion(_ others: ChangedCards) {
        guard let more = others.identifiers else { return identifiers = nil }
        identifiers?.formUnion(more)
        forgetTooMany()
    }

    private mutating func forgetTooMany() {
        if let count = identifiers?.count, count > Self.most { identifiers = nil }
    }
}
