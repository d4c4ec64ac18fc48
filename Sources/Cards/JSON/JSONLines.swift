/// A JSON array in the making, one element a line, handed over in pieces: it never holds more than the piece.
public struct JSONLines: Sendable {
    private static let largeBytes = 256 << 10

    private var bytes: [UInt8] = []
    private var hasElements = false

    public init() {}

    public var isLarge: Bool { bytes.count >= Self.largeBytes }

    public mutating func append(_ members: [(key: String, value: JSON)]) {
        bytes += (hasElements ? ",\n" : "[\n").utf8
        hasElements = true
        var writer = JSONWriter()
        writer.write(members)
        bytes += writer.bytes
    }

    public mutating func end() { bytes += (hasElements ? "\n]\n" : "[]\n").utf8 }

    /// What has come together since the last time.
    public mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }
}
