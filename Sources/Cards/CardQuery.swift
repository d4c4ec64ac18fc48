/// Which cards the list shows and in which order.
public struct CardQuery: Hashable, Sendable {
    /// Starred first, then the others, then archived; within each by folded name, then by identifier.
    public var showsArchived: Bool

    public init(showsArchived: Bool = true) { self.showsArchived = showsArchived }

    public static let all = CardQuery()
}
