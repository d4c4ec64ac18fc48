import Cards

/// The cards of a backend in the order of arrival, with constant-time lookup by identifier.
struct BackendCards: Sendable {
    private(set) var all: [JSON] = []
    private var indexes: [String: Int] = [:]
    /// Increases with every change.
    private(set) var version = 0

    subscript(identifier: String) -> JSON? { indexes[identifier].map { all[$0] } }

    mutating func replace(with cards: [JSON]) {
        (all, indexes) = (cards, [:])
        for (index, card) in cards.enumerated() where indexes[Self.identifier(of: card)] == nil {
            indexes[Self.identifier(of: card)] = index
        }
        version += 1
    }

    mutating func put(_ card: JSON) {
        let identifier = Self.identifier(of: card)
        if let index = indexes[identifier] {
            all[index] = card
        } else {
            indexes[identifier] = all.count
            all.append(card)
        }
        version += 1
    }

    /// False if the card does not exist.
    mutating func remove(_ identifier: String) -> Bool {
        guard let index = indexes[identifier] else { return false }
        var cards = all
        cards.remove(at: index)
        replace(with: cards)
        return true
    }

    private static func identifier(of card: JSON) -> String { card["identifier"]?.string ?? "" }
}
