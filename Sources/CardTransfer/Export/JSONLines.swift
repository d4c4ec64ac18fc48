public import Cards

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
