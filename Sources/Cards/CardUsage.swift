/// What this machine alone knows of a card: never in the log, never uploaded.
public struct CardUsage: Hashable, Sendable {
    public var lastUsed: Timestamp?
    public var uses: Int

    public init(lastUsed: Timestamp? = nil, uses: Int = 0) { (self.lastUsed, self.uses) = (lastUsed, uses) }
}
