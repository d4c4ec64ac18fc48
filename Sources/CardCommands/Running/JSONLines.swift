internal import Cards

/// A JSON array in the making, one element a line, handed over in pieces: it never holds more than the piece.
struct JSONLines {
    private static let largeBytes = 256 << 10

    private var bytes: [UInt8] = []
    private var hasElements = false

    var isLarge: Bool { bytes.count >= Self.largeBytes }

    mutating func append(_ members: [(key: String, value: JSON)]) {
        bytes += (hasElements ? ",\n" : "[\n").utf8
        hasElements = true
        var writer = JSONWriter()
        writer.write(members)
        bytes += writer.bytes
    }

    mutating func end() { bytes += (hasElements ? "\n]\n" : "[]\n").utf8 }

    /// What has come together since the last time.
    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }
}
