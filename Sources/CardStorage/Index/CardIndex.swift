/// All cards by name, in memory: the data that searching, ordering and ranks need, and no more. It is a value: a change makes a
/// new index that shares the unchanged segments.
///
/// A card is addressed by its slot. Segments begin at multiples of 64, so that a set of cards is a bit field, each word of which
/// belongs to one segment.
struct CardIndex: Sendable {
    let segments: [CardSegment]
    /// Identifies the index: results that were computed for one index are invalid for another.
    let version: Int
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
        (wordStarts, cardStarts, self.segmentOfWord) = (words, cards, segmentOfWord)
        groups = [0..<counts[0], counts[0]..<counts[0] + counts[1], counts[0] + counts[1]..<segments.count]
    }

    var count: Int { Int(cardStarts.last ?? 0) }
    var wordCount: Int { segmentOfWord.count }

    func location(of slot: Int) -> (segment: CardSegment, index: Int) {
        let number = Int(segmentOfWord[slot / 64])
        return (segments[number], slot - Int(wordStarts[number]) * 64)
    }

    func row(at slot: Int) -> Int64 {
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
