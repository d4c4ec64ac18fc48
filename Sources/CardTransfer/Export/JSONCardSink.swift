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

/// Builds a JSON array, one element per line. It holds only the bytes that were not drained yet.
public struct JSONLines: Sendable {
    private var bytes: [UInt8] = []
    private var hasElements = false

    public init() {}

    public var byteCount: Int { bytes.count }

    public mutating func append(_ members: [(key: String, value: JSON)]) {
        bytes += (hasElements ? ",\n" : "[\n").utf8
        hasElements = true
        var writer = JSONWriter()
        writer.write(members)
        bytes += writer.bytes
    }

    public mutating func end() { bytes += (hasElements ? "\n]\n" : "[]\n").utf8 }

    /// Returns and removes the bytes since the last call.
    public mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }
}
