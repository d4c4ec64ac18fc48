/// Local data about a card: never logged, never uploaded.
public struct CardUsage: Hashable, Sendable {
    public var lastUsed: Timestamp?
    public var uses: Int
    /// The chosen width of a barcode module, in thousandths of a column; nil for the default.
    public var moduleWidth: Int?

    public init(lastUsed: Timestamp? = nil, uses: Int = 0, moduleWidth: Int? = nil) {
        (self.lastUsed, self.uses, self.moduleWidth) = (lastUsed, uses, moduleWidth)
    }
}
