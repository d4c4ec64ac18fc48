internal import Cards

/// The cards that a write changed; beyond the limit only the fact that there were too many to list.
struct ChangedCards {
    /// Nil when there are too many to list.
    private(set) var identifiers: Set<CardID>? = []

    /// With more, reading everything again is cheaper for listeners.
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
