public import Cards

/// All cards by name, in memory: the data that searching, ordering and ranks need, and no more. It is a value: a change makes a
/// new index that shares the unchanged segments.
///
/// A card is addressed by its slot. Segments begin at multiples of 64, so that a set of cards is a bit field, each word of which
/// belongs to one segment.
public struct CardIndex: Sendable {
    let segments: [CardSegment]
    /// Identifies the index: results that were computed for one index are invalid for another.
    public let version: Int
    /// The first word of each segment, and the word after the last.
    let wordStarts: [Int32]
    /// The segment of each word.
    let segmentOfWord: [Int32]
    /// The number of cards before each segment, and the total.
    let cardStarts: [Int32]
    /// The segments of starred, other and archived cards.
    let groups: [Range<Int>]

    init(segments: [CardSegment], version: Int) {
        self.segments = segments
        self.version = version
        var (words, cards) = ([Int32(0)], [Int32(0)])
        words.reserveCapacity(segments.count + 1)
        cards.reserveCapacity(segments.count + 1)
        var segmentOfWord: [Int32] = []
        var counts = [0, 0, 0]
        for (number, segment) in segments.enumerated() {
            words.append((words.last ?? 0) + Int32(truncatingIfNeeded: segment.wordCount))
            cards.append((cards.last ?? 0) + Int32(truncatingIfNeeded: segment.count))
            for _ in 0..<segment.wordCount { segmentOfWord.append(Int32(truncatingIfNeeded: number)) }
            counts[segment.content.group] += 1
        }
        wordStarts = words
        cardStarts = cards
        self.segmentOfWord = segmentOfWord
        groups = [0..<counts[0], counts[0]..<counts[0] + counts[1], counts[0] + counts[1]..<segments.count]
    }

    public var count: Int { Int(cardStarts.last ?? 0) }
    var wordCount: Int { segmentOfWord.count }

    func location(of slot: Int) -> (segment: CardSegment, index: Int) {
        let number = Int(segmentOfWord[slot / 64])
        return (segments[number], slot - Int(wordStarts[number]) * 64)
    }

    public func row(at slot: Int) -> Int64 {
        let (segment, index) = location(of: slot)
        return segment.content.rows[index] ?? 0
    }

    func slot(ofRow row: Int64) -> Int? {
        for (number, segment) in segments.enumerated() {
            if let index = segment.content.rows.firstIndex(of: row) { return Int(wordStarts[number]) * 64 + index }
        }
        return nil
    }

    /// Calls the body for every card of the group, in order.
    func forEachSlot(in group: Int, _ body: (_ slot: Int, _ segment: SegmentContent, _ index: Int) -> Void) {
        for number in groups[group] {
            let (content, start) = (segments[number].content, Int(wordStarts[number]) * 64)
            for index in 0..<content.count { body(start + index, content, index) }
        }
    }
}

extension CardIndex {
    /// A card to insert, with the identifier that orders it among cards of the same name.
    public struct Arrival {
        let entry: SegmentContent.Entry
        let identifier: String

        /// - Parameters:
        ///   - name: folded.
        ///   - search: as ``SearchColumns`` writes it.
        public init(identifier: String, name: [UInt8], search: [UInt8], _ values: IndexedValues) {
            self.identifier = identifier
            entry = SegmentContent.Entry(name: name[...], search: search[...], values: values)
        }
    }

    /// The index without the cards of these rows and with these cards inserted. Only segments that change are rebuilt.
    ///
    /// - Parameter identifier: returns the identifier of a row, which the index does not hold; called only to compare cards of
    ///   the same name. Nil for a row that another process deleted; its notice will correct the order.
    public func replacing(
        _ rows: Set<Int64>, with arrivals: [Arrival], version: Int,
        identifier: (Int64) throws(StoreError) -> String?
    ) throws(StoreError) -> CardIndex {
        // Removal comes first: a deleted card has no identifier to compare with.
        try removing(rows, version: version).adding(arrivals, version: version, identifier: identifier)
    }

    private func removing(_ rows: Set<Int64>, version: Int) -> CardIndex {
        let sought = RowFilter(rows)
        var result: [CardSegment] = []
        result.reserveCapacity(segments.count)
        for segment in segments {
            let removed = segment.content.indices(ofRows: sought)
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
        var newGroups: [[Arrival]] = [[], [], []]
        let ordered = arrivals.sorted(by: Self.isBefore)
        for arrival in ordered {
            let group = arrival.entry.values.group
            if groups[group].isEmpty {
                newGroups[group].append(arrival)
                continue
            }
            let (number, index) = try position(for: arrival, identifier: identifier)
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
            let alone = SegmentEdit(removed: [], arrived: newGroups[group].map { (0, $0) })
            result += alone.applied(to: SegmentContent(group: group))
        }
        return CardIndex(segments: result, version: version)
    }

    private static func isBefore(_ left: Arrival, _ right: Arrival) -> Bool {
        let (leftGroup, rightGroup) = (left.entry.values.group, right.entry.values.group)
        if leftGroup != rightGroup { return leftGroup < rightGroup }
        if !left.entry.name.elementsEqual(right.entry.name) {
            return left.entry.name.lexicographicallyPrecedes(right.entry.name)
        }
        return left.identifier.utf8.lexicographicallyPrecedes(right.identifier.utf8)
    }

    /// The position to insert the card at: before this card of this segment, or after its last one.
    private func position(
        for arrival: Arrival, identifier: (Int64) throws(StoreError) -> String?
    ) throws(StoreError) -> (segment: Int, index: Int) {
        let name = arrival.entry.name
        func isFollowing(_ number: Int, _ index: Int) throws(StoreError) -> Bool {
            let content = segments[number].content
            let other = content.name(index)
            if !other.elementsEqual(name) { return other.lexicographicallyPrecedes(name) }
            guard let row = content.rows[index], let other = try identifier(row) else { return true }
            return other.utf8.lexicographicallyPrecedes(arrival.identifier.utf8)
        }
        // Finds the last segment whose first card precedes the card, else the first segment.
        let all = groups[arrival.entry.values.group]
        var (low, high) = (all.lowerBound, all.upperBound - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if try isFollowing(middle, 0) { low = middle } else { high = middle - 1 }
        }
        var (from, to) = (0, segments[low].count)
        while from < to {
            let middle = (from + to) / 2
            if try isFollowing(low, middle) { from = middle + 1 } else { to = middle }
        }
        return (low, from)
    }
}

/// The changes of one segment.
private struct SegmentEdit {
    var removed: Set<Int> = []
    /// In order, each to be inserted before the card at its index.
    var arrived: [(index: Int, arrival: CardIndex.Arrival)] = []

    /// The resulting segments: none when no card is left, two when it grew too large.
    func applied(to content: SegmentContent) -> [CardSegment] {
        let total = content.count - removed.count + arrived.count
        if total == 0 { return [] }
        // Splits into halves, so that both can grow.
        let chunkCount = (total + CardSegment.capacity - 1) / CardSegment.capacity
        let usualCount = (total + chunkCount - 1) / chunkCount
        var segments: [CardSegment] = []
        var chunk = SegmentContent(group: content.group)
        func append(_ entry: SegmentContent.Entry) {
            if chunk.count >= usualCount || chunk.isFull {
                segments.append(CardSegment(chunk))
                chunk.removeAll(group: content.group)
            }
            chunk.append(entry)
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
        segments.append(CardSegment(chunk))
        return segments
    }
}

/// A set of rows with a bit filter in front, which rejects most other rows quickly.
private struct RowFilter {
    let rows: Set<Int64>
    /// Bit n is set if a row has n as its last 16 bits.
    private var filter = [UInt64](repeating: 0, count: 1024)

    init(_ rows: Set<Int64>) {
        self.rows = rows
        for row in rows { filter[Int(row >> 6 & 1023)] |= 1 << UInt64(row & 63) }
    }

    @inline(__always)
    func contains(_ row: Int64) -> Bool {
        filter[Int(row >> 6 & 1023)] >> UInt64(row & 63) & 1 == 1 && rows.contains(row)
    }
}

extension SegmentContent {
    fileprivate func indices(ofRows sought: RowFilter) -> [Int] {
        // For a few rows, a vectorized search for each is faster than testing every card.
        if sought.rows.count <= 8 { return sought.rows.compactMap { rows.firstIndex(of: $0) } }
        return rows.indices(where: sought.contains)
    }
}

// MARK: - Groups

extension CardIndex {
    /// A group as it is found in the index.
    public struct GroupUse {
        /// The first of its cards in list order.
        public internal(set) var slot: Int
        public internal(set) var count: Int
    }

    /// The groups by folded name.
    public func groupUses() -> [String: GroupUse] {
        var uses: [ArraySlice<UInt8>: GroupUse] = [:]
        func note(_ texts: ArraySlice<UInt8>, _ use: GroupUse) {
            for name in Set(texts.split(separator: SearchColumns.groupMark)) {
                let known = uses[name] ?? GroupUse(slot: use.slot, count: 0)
                uses[name] = GroupUse(slot: min(known.slot, use.slot), count: known.count + use.count)
            }
        }
        for (number, segment) in segments.enumerated() {
            let (content, start) = (segment.content, Int(wordStarts[number]) * 64)
            var sets = [GroupUse](repeating: GroupUse(slot: .max, count: 0), count: content.groupSets.count + 1)
            for (card, set) in content.groupSet.enumerated() where set > 0 {
                sets[Int(set)].slot = min(sets[Int(set)].slot, start + card)
                sets[Int(set)].count += 1
            }
            for (set, use) in sets.enumerated() where use.count > 0 { note(content.groupSets[set - 1], use) }
            guard content.hasGroupsInTexts else { continue }
            content.texts.forEachMatch(of: SearchWord(beginningOfGroup: ""), in: 0..<content.count) { card, _ in
                if let first = content.texts[card].firstIndex(of: SearchColumns.groupMark) {
                    note(content.texts[card][first...], GroupUse(slot: start + card, count: 1))
                }
            }
        }
        return Dictionary(uniqueKeysWithValues: uses.map { (String(decoding: $0, as: UTF8.self), $1) })
    }
}

/// Makes an index of a stream of cards, which come in its order. Segments that are equal in an older index are reused.
public struct IndexAssembly {
    /// Less than the capacity, since the next insertion would split a full segment.
    private static let usualCount = 768

    private var content = SegmentContent(group: 0)
    private var segments: [CardSegment] = []
    private let old: [CardSegment]
    /// Old segments by their first row.
    private var oldNumbers: [Int64: Int] = [:]

    public init(reusing index: CardIndex?) {
        old = index?.segments ?? []
        for (number, segment) in old.enumerated() {
            if let row = segment.content.rows[0] { oldNumbers[row] = number }
        }
    }

    /// - Parameters:
    ///   - name: folded.
    ///   - search: as ``SearchColumns`` writes it.
    public mutating func append(
        name: UnsafeRawBufferPointer, search: UnsafeRawBufferPointer, _ values: IndexedValues
    ) {
        begin(group: values.group, row: values.row)
        content.append(name: name, search: search, values)
    }

    /// The index of all cards so far.
    public mutating func finished(version: Int) -> CardIndex {
        if content.count > 0 { cut() }
        return CardIndex(segments: segments, version: version)
    }

    /// Prepares for the next card: begins a new segment where the present one is full or an older segment began.
    private mutating func begin(group: Int, row: Int64) {
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

    private mutating func cut() {
        if let row = content.rows[0], let number = oldNumbers[row], old[number].content == content {
            segments.append(old[number])
        } else {
            segments.append(CardSegment(content))
        }
    }
}
