extension CardIndex {
    /// The slots of these rows; rows that the index does not hold are ignored.
    public func bits(ofRows rows: RowSet) -> [UInt64] {
        var bits = [UInt64](repeating: 0, count: wordCount)
        if rows.isEmpty { return bits }
        for group in 0..<3 {
            forEachSlot(in: group) { slot, content, index in
                guard let row = content.rows[index], rows.contains(row) else { return }
                bits[slot / 64] |= 1 << UInt64(slot % 64)
            }
        }
        return bits
    }
}

/// A set of up to a million row numbers, nearly all of them small.
public struct RowSet {
    private var bits: [UInt64] = []
    /// Negative numbers, and those that would make the bit field larger than a few megabytes.
    private var others: Set<Int64> = []
    private static let limit: Int64 = 1 << 25

    public init() {}

    var isEmpty: Bool { bits.isEmpty && others.isEmpty }

    public mutating func insert(_ row: Int64) {
        guard row >= 0, row < Self.limit else {
            others.insert(row)
            return
        }
        let word = Int(row / 64)
        while bits.count <= word { bits.append(0) }
        bits[word] |= 1 << UInt64(row % 64)
    }

    func contains(_ row: Int64) -> Bool {
        guard row >= 0, row < Self.limit else { return others.contains(row) }
        return row / 64 < Int64(bits.count) && bits.contains(slot: Int(row))
    }
}
