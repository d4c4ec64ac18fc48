/// A card that the backend does not have as it is here.
public struct PendingCard: Hashable, Sendable, Identifiable {
    public enum Kind: Hashable, Sendable { case new, changed, deleted }

    public let id: CardID
    public let name: String
    public let kind: Kind
    /// How often it was tried, and what was said the last time.
    public let attempts: Int
    public let lastFailure: String?
    /// The backend does not take it as it is: it is sent again by hand, or when it changes.
    public let isRefused: Bool

    public init(id: CardID, name: String, kind: Kind, attempts: Int, lastFailure: String?, isRefused: Bool) {
        self.id = id
        self.name = name
        self.kind = kind
        self.attempts = attempts
        self.lastFailure = lastFailure
        self.isRefused = isRefused
    }
}
