/// What this machine alone knows of a card: never in the log, never uploaded.
public struct CardUsage: Hashable, Sendable {
    public var lastUsed: Timestamp?
    public var uses: Int
    /// How wide a module of its barcode was chosen to be, in thousandths of a column; nil where nobody chose.
    public var moduleWidth: Int?

    public init(lastUsed: Timestamp? = nil, uses: Int = 0, moduleWidth: Int? = nil) {
        (self.lastUsed, self.uses, self.moduleWidth) = (lastUsed, uses, moduleWidth)
    }
}
