internal import Cards

extension CardIndex {
    /// A card as the table has it now, and what orders it among cards of the same name.
    struct Arrival {
        let entry: SegmentContent.Entry
        let identifier: String
    }

    /// The index without the cards of these rows and with these cards in their places. Only the segments that lose or get a card
    /// are made again.
    ///
    /// `identifier` tells the identifier of a row, which the index does not hold: it is asked only among cards of one name. Nil
    /// for a row that has gone, which only another process can have done; its notice brings everything into order.
    func replacing(
        _ rows: Set<Int64>, with arrivals: [Arrival], version: Int,
        identifier: (Int64) throws(StoreError) -> String?
    ) throws(StoreError) -> CardIndex {
        // The old ones go first: a card that is gone has no identifier to stand before or behind.
        try removing(rows, version: version).adding(arrivals, version: version, identifier: identifier)
    }

    private func removing(_ rows: Set<Int64>, version: Int) -> CardIndex {
        let sought = SoughtRows(rows)
        var result: [CardSegment] = []
        result.reserveCapacity(segments.count)
        for segment in segments {
            let removed = segment.content.places(ofRows: sought)
            if removed.isEmpty {
                result.append(segment)
            } else {
                result += SegmentEdit(removed: Set(removed)).applied(to: segment.content)
            }
        }
        return CardIndex(segments: result, version: version)
    }

    private func adding(
        _ arrivals: [Arrival], version: Int, identifier: (Int64) throws(StoreError) -> String?
    ) throws(StoreError) -> CardIndex {
        if arrivals.isEmpty { return self }
        var edits: [Int: SegmentEdit] = [:]
        var lonely: [[Arrival]] = [[], [], []]
        let ordered = arrivals.sorted(by: Self.isBefore)
        for arrival in ordered {
            let group = arrival.entry.group
            if groups[group].isEmpty {
                lonely[group].append(arrival)
                continue
            }
            let (number, index) = try place(for: arrival, identifier: identifier)
            edits[number, default: SegmentEdit()].arrived.append((index, arrival))
        }
        var result: [CardSegment] = []
        result.reserveCapacity(segments.count + 1)
        for group in 0..<3 {
            for number in groups[group] {
                if let edit = edits[number] {
                    result += edit.applied(to: segments[number].content)
                } else {
                    result.append(segments[number])
                }
            }
            let alone = SegmentEdit(removed: [], arrived: lonely[group].map { (0, $0) })
            result += alone.applied(to: SegmentContent(group: group))
        }
        return CardIndex(segments: result, version: version)
    }

    private static func isBefore(_ left: Arrival, _ right: Arrival) -> Bool {
        if left.entry.group != right.entry.group { return left.entry.group < right.entry.group }
        if !left.entry.name.elementsEqual(right.entry.name) {
            return left.entry.name.lexicographicallyPrecedes(right.entry.name)
        }
        return left.identifier.utf8.lexicographicallyPrecedes(right.identifier.utf8)
    }

    /// Where the card belongs: before this card of this segment, or behind its last one.
    private func place(
        for arrival: Arrival, identifier: (Int64) throws(StoreError) -> String?
    ) throws(StoreError) -> (segment: Int, index: Int) {
        let name = arrival.entry.name
        func isBehind(_ number: Int, _ index: Int) throws(StoreError) -> Bool {
            let content = segments[number].content
            let other = content.name(index)
            if !other.elementsEqual(name) { return other.lexicographicallyPrecedes(name) }
            guard let row = content.rows[index], let other = try identifier(row) else { return true }
            return other.utf8.lexicographicallyPrecedes(arrival.identifier.utf8)
        }
        // The last segment whose first card stands before it, else the first.
        let all = groups[arrival.entry.group]
        var (low, high) = (all.lowerBound, all.upperBound - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if try isBehind(middle, 0) { low = middle } else { high = middle - 1 }
        }
        var (from, to) = (0, segments[low].count)
        while from < to {
            let middle = (from + to) / 2
            if try isBehind(low, middle) { from = middle + 1 } else { to = middle }
        }
        return (low, from)
    }
}

/// What changes in one segment.
private struct SegmentEdit {
    var removed: Set<Int> = []
    /// In their order, each before the card at its place.
    var arrived: [(index: Int, arrival: CardIndex.Arrival)] = []

    /// The segments that come of it: none when nothing is left, two when it grew too large.
    func applied(to content: SegmentContent) -> [CardSegment] {
        let total = content.count - removed.count + arrived.count
        if total == 0 { return [] }
        // Halves, not a full one and a rest: both have room for what comes.
        let pieceCount = (total + CardSegment.capacity - 1) / CardSegment.capacity
        let usualCount = (total + pieceCount - 1) / pieceCount
        var segments: [CardSegment] = []
        var piece = SegmentContent(group: content.group)
        func append(_ entry: SegmentContent.Entry) {
            if piece.count >= usualCount || piece.isFull {
                segments.append(CardSegment(piece))
                piece.removeAll(group: content.group)
            }
            piece.append(entry)
        }
        var waiting = arrived[...]
        for index in 0..<content.count {
            while let next = waiting.first, next.index <= index {
                append(next.arrival.entry)
                waiting.removeFirst()
            }
            if !removed.contains(index) { append(content.entry(index)) }
        }
        for rest in waiting { append(rest.arrival.entry) }
        segments.append(CardSegment(piece))
        return segments
    }
}

/// Rows to look for among all: most cards are passed over by a look at a few bits.
private struct SoughtRows {
    let rows: Set<Int64>
    /// Bit n for the rows whose last bits are n.
    private var sieve = [UInt64](repeating: 0, count: 1024)

    init(_ rows: Set<Int64>) {
        self.rows = rows
        for row in rows { sieve[Int(row >> 6 & 1023)] |= 1 << UInt64(row & 63) }
    }

    @inline(__always)
    func contains(_ row: Int64) -> Bool {
        sieve[Int(row >> 6 & 1023)] >> UInt64(row & 63) & 1 == 1 && rows.contains(row)
    }
}

extension SegmentContent {
    fileprivate func places(ofRows sought: SoughtRows) -> [Int] {
        // A look for each of a few is quicker than one at all for each card.
        if sought.rows.count <= 8 { return sought.rows.compactMap { rows.firstIndex(of: $0) } }
        return rows.indices(where: sought.contains)
    }
}
