import Cards

/// The cards of a backend in the order of arrival, with constant-time lookup by identifier.
struct KeptCards: Sendable {
    private(set) var all: [JSON] = []
    private var places: [String: Int] = [:]
    /// Increases with every change.
    private(set) var version = 0

    subscript(identifier: String) -> JSON? { places[identifier].map { all[$0] } }

    mutating func replace(with cards: [JSON]) {
        (all, places) = (cards, [:])
        for (place, card) in cards.enumerated() where places[Self.identifier(of: card)] == nil {
            places[Self.identifier(of: card)] = place
        }
        version += 1
    }

    mutating func put(_ card: JSON) {
        let identifier = Self.identifier(of: card)
        if let place = places[identifier] {
            all[place] = card
        } else {
            places[identifier] = all.count
            all.append(card)
        }
        version += 1
    }

    /// False if the card does not exist.
    mutating func remove(_ identifier: String) -> Bool {
        guard let place = places[identifier] else { return false }
        var cards = all
        cards.remove(at: place)
        replace(with: cards)
        return true
    }

    private static func identifier(of card: JSON) -> String { card["identifier"]?.string ?? "" }
}
