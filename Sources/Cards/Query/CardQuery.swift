/// Which cards a list shows and in which order.
public struct CardQuery: Hashable, Sendable {
    public var filter: CardFilter
    public var order: CardOrder
    /// Hides archived cards, which otherwise come last, unless the filter asks for them (`is:archived`).
    public var hidesArchived: Bool

    public init(filter: CardFilter = .none, order: CardOrder = .byName, hidesArchived: Bool = false) {
        (self.filter, self.order, self.hidesArchived) = (filter, order, hidesArchived)
    }

    /// Every card, by name.
    public static let all = CardQuery()
}
