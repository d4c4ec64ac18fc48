public import Cards

/// Writes cards as a JSON array, one card per line, photos included: the format that ``JSONCardSource`` reads.
public struct JSONCardSink: CardSink {
    private var lines = JSONLines()

    public init() {}

    public mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]]) {
        lines.append(CardJSON.members(of: card) { photos[$0] })
    }

    public mutating func finish() { lines.end() }

    public var byteCount: Int { lines.byteCount }

    public mutating func drain() -> [UInt8] { lines.drain() }
}
