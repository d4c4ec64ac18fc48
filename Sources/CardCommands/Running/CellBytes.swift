/// The bytes of lines for other programs, collected for one large write. Plain ASCII, which most cells are, is copied; other text is
/// made safe first.
struct CellBytes {
    private var bytes: [UInt8] = []
    private let safe: (String) -> String

    /// `safe` must leave printable ASCII as it is.
    init(safe: @escaping (String) -> String) { self.safe = safe }

    var count: Int { bytes.count }

    mutating func append(cell text: String) {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        bytes.append(contentsOf: (isPlain ? text : safe(text)).utf8)
    }

    /// Text that is no data.
    mutating func append(plain text: String) { bytes.append(contentsOf: text.utf8) }

    /// All bytes since the last call.
    mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }
}
