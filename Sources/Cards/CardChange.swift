/// A change that the user made to a card: the unit that the store applies and logs. It holds neither time nor device; the store
/// adds both.
public enum CardChange: Hashable, Sendable {
    /// Creates the card or sets some of its fields.
    case set(CardPatch)
    case delete(CardID)

    public var identifier: CardID {
        switch self {
        case .set(let patch): patch.identifier
        case .delete(let identifier): identifier
        }
    }
}
