/// A card whose current version the backend does not have.
public struct PendingCard: Hashable, Sendable, Identifiable {
    public enum Kind: Hashable, Sendable {
        case new, changed, deleted
        /// The backend had it and no longer lists it: nothing is sent before the user decides.
        case absent
        /// It was deleted here for good, and somebody has sent it to the backend again: it is not here, and nothing is sent before the user
        /// decides.
        case returned

        /// Whether the user has to decide about it: ``CardLoader/settleAbsent(_:_:)``.
        public var isUndecided: Bool { self == .absent || self == .returned }
    }

    public let id: CardID
    public let name: String
    public let kind: Kind
    /// The number of attempts, and the last error.
    public let attempts: Int
    public let lastFailure: String?
    /// Rejected by the backend: it is sent again on request, or when it changes.
    public let isRefused: Bool

    /// Whether the card is in the store.
    public var isHere: Bool { kind != .deleted && kind != .returned }

    public init(id: CardID, name: String, kind: Kind, attempts: Int, lastFailure: String?, isRefused: Bool) {
        self.id = id
        self.name = name
        self.kind = kind
        self.attempts = attempts
        self.lastFailure = lastFailure
        self.isRefused = isRefused
    }
}
