/// All cards in list order by name, in memory: what finding, ordering and ranks need of them, and no more. It is a value: a
/// change makes another one, which shares the segments that did not change.
///
/// A card's address in it is its slot: segments begin at a multiple of 64, so that a set of cards is a bit field whose words
/// belong to one segment each.
struct CardIndex: Sendable {
    let segments: [CardSegment]
    /// Told apart by number: what was worked out for one index is not right for another.
    let version: Int
    /// The first word of each segment, and behind the last.
    let wordStarts: [Int32]
    /// The segment of each word.
    let segmentOfWord: [Int32]
    /// How many cards stand before each segment, and how many there are.
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

    func place(of slot: Int) -> (segment: CardSegment, index: Int) {
        let number = Int(segmentOfWord[slot / 64])
        return (segments[number], slot - Int(wordStarts[number]) * 64)
    }

    func row(at slot: Int) -> Int64 {
        let (segment, index) = place(of: slot)
        return segment.content.rows[index] ?? 0
    }

    func slot(ofRow row: Int64) -> Int? {
        for (number, segment) in segments.enumerated() {
            if let index = segment.content.rows.firstIndex(of: row) { return Int(wordStarts[number]) * 64 + index }
        }
        return nil
    }

    /// Every slot with a card, in order.
    func forEachSlot(in group: Int, _ body: (_ slot: Int, _ segment: SegmentContent, _ index: Int) -> Void) {
        for number in groups[group] {
            let (content, start) = (segments[number].content, Int(wordStarts[number]) * 64)
            for index in 0..<content.count { body(start + index, content, index) }
        }
    }
}
