public import Cards

/// Writes cards as a JSON array, one card per line, photos included: the format that ``JSONCardSource`` reads.
public struct JSONCardSink: CardSink {
    public let takesSecrets: Bool
    private var lines = JSONLines()
    /// Those of the next card.
    private var secrets: [CardSecret] = []

    /// - Parameter takesSecrets: whether the file has the secret fields of the cards.
    public init(takesSecrets: Bool = false) { self.takesSecrets = takesSecrets }

    public mutating func append(secrets: [CardSecret]) { self.secrets = secrets }

    public mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]], origin: KeptOrigin?) {
        var members = CardJSON.members(of: card) { photos[$0] }
        if !secrets.isEmpty {
            // An unknown member of the card with this name would hide them.
            members.removeAll { $0.key == CardSecret.key }
            members.append((CardSecret.key, CardSecret.json(of: secrets)))
            secrets = []
        }
        lines.append(members)
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
