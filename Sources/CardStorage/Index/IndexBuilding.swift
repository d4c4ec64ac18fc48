internal import Cards

extension CardIndex {
    /// Streams all cards in order from the SQL index `card_order`, without reading the table. Segments that are equal in an older
    /// index are reused: after a change by another process only the changed ones take memory twice.
    /// - Parameter words: only cards with these folded words, and perhaps some others; all for none.
    init(
        from connection: Connection, reusing old: CardIndex?, words: [String] = [], version: Int
    ) throws(StoreError) {
        var assembly = SegmentAssembly(reusing: old)
        // The longest words leave the fewest cards.
        let words = words.sorted { $0.utf8.count > $1.utf8.count }.prefix(Self.maximumWords).map { Array($0.utf8) }
        let conditions = words.indices.map { "(instr(CAST(folded AS BLOB), ?\($0 + 1)) OR instr(search, ?\($0 + 1)))" }
        let selection = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND ")) "
        try connection.forEach(
            "SELECT grp, row, traits, expiry, valid_from, folded, search FROM card \(selection)ORDER BY grp, folded, id"
        ) { parameters in
            for word in words { parameters.add(blob: word) }
        } read: { row in
            let group = max(0, min(2, row.count()))
            let (number, traits) = (row.number(), UInt8(truncatingIfNeeded: row.number()))
            let (expiry, validFrom) = (row.optionalNumber(), row.optionalNumber())
            assembly.begin(group: group, row: number)
            assembly.content.append(
                name: row.borrowedBytes(), search: row.borrowedBytes(), row: number, traits: traits, expiry: expiry,
                validFrom: validFrom)
        }
        self.init(segments: assembly.finished(), version: version)
    }

    /// SQLite looks for no more: a filter may have thousands.
    private static let maximumWords = 3
}

/// Splits a stream of cards into segments.
private struct SegmentAssembly {
    /// Less than the capacity, since the next insertion would split a full segment.
    private static let usualCount = 768

    var content = SegmentContent(group: 0)
    private var segments: [CardSegment] = []
    private let old: [CardSegment]
    /// Old segments by their first row.
    private var oldNumbers: [Int64: Int] = [:]

    init(reusing index: CardIndex?) {
        old = index?.segments ?? []
        for (number, segment) in old.enumerated() {
            if let row = segment.content.rows[0] { oldNumbers[row] = number }
        }
    }

    /// Prepares for the next card: begins a new segment where the present one is full or an older segment began.
    mutating func begin(group: Int, row: Int64) {
        if content.count == 0 {
            content.group = group
            return
        }
        guard
            group != content.group || content.isFull || (old.isEmpty && content.count >= Self.usualCount)
                || (!oldNumbers.isEmpty && oldNumbers[row] != nil)
        else { return }
        cut()
        content.removeAll(group: group)
    }

    mutating func finished() -> [CardSegment] {
        if content.count > 0 { cut() }
        return segments
    }

    private mutating func cut() {
        if let row = content.rows[0], let number = oldNumbers[row], old[number].content == content {
            segments.append(old[number])
        } else {
            segments.append(CardSegment(content))
        }
    }
}
