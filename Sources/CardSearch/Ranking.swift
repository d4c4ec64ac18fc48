/// The cards that a query found, by rank: bit fields with counts, or a list of slots where the order differs from the index.
public struct Ranking: Sendable {
    public let index: CardIndex
    public let count: Int
    private let content: Content

    private enum Content: Sendable {
        case runs([Run])
        case slots(ArraySlice<UInt32>)
    }

    /// Consecutive cards of one match class and one group.
    private struct Run: Sendable {
        let set: CardSet
        let segments: Range<Int>
        let isReversed: Bool
        /// The rank of its first card.
        let start: Int
        let count: Int
    }

    /// By name. `classes` is the filter's result, nil for all cards.
    public init(_ index: CardIndex, classes: [[UInt64]]?, groups: Range<Int>, isReversed: Bool) {
        self.index = index
        let sets = classes.map { $0.map { CardSet($0, of: index) } } ?? [CardSet(allOf: index)]
        var (runs, start): ([Run], Int) = ([], 0)
        for set in sets {
            for group in groups {
                let count = set.count(in: index.groups[group])
                if count == 0 { continue }
                runs.append(
                    Run(set: set, segments: index.groups[group], isReversed: isReversed, start: start, count: count))
                start += count
            }
        }
        count = start
        content = .runs(runs)
    }

    /// In the order of these slots, which are those of all cards of the groups; their indices begin at 0.
    public init(_ index: CardIndex, classes: [[UInt64]]?, order: ArraySlice<UInt32>) {
        self.index = index
        guard let classes else {
            count = order.count
            content = .slots(order)
            return
        }
        var slots: [UInt32] = []
        slots.reserveCapacity(min(order.count, classes.reduce(0) { $0 + $1.bitCount }))
        for bits in classes where bits.contains(where: { $0 != 0 }) {
            for slot in order where bits.contains(slot: Int(slot)) { slots.append(slot) }
        }
        count = slots.count
        content = .slots(slots[...])
    }

    /// The rank must be valid.
    func slot(at rank: Int) -> Int {
        switch content {
        case .slots(let slots): return Int(slots[rank])
        case .runs(let runs):
            guard let run = runs.last(where: { $0.start <= rank }) else { return 0 }
            let position = run.isReversed ? run.count - 1 - (rank - run.start) : rank - run.start
            return run.set.slot(position, in: run.segments, of: index)
        }
    }

    func rank(ofSlot slot: Int) -> Int? {
        switch content {
        case .slots(let slots): return slots.firstIndex(of: UInt32(truncatingIfNeeded: slot))
        case .runs(let runs):
            let segment = Int(index.segmentOfWord[slot / 64])
            for run in runs where run.segments.contains(segment) {
                guard let position = run.set.position(ofSlot: slot, in: run.segments, of: index) else { continue }
                return run.start + (run.isReversed ? run.count - 1 - position : position)
            }
            return nil
        }
    }
}

extension Ranking {
    /// The row numbers of these ranks, as far as there are any.
    public func rows(at ranks: Range<Int>) -> [Int64] {
        ranks.clamped(to: 0..<count).map { index.row(at: slot(at: $0)) }
    }

    public func rank(ofRow row: Int64) -> Int? { index.slot(ofRow: row).flatMap(rank(ofSlot:)) }

    /// The first letter of the name at this rank.
    public func initial(at rank: Int) -> Character? {
        guard rank >= 0, rank < count else { return nil }
        let (segment, position) = index.location(of: slot(at: rank))
        // 64 bytes hold any letter, except in a hostile name.
        return String(decoding: segment.content.name(position).prefix(64), as: UTF8.self).first?.uppercased().first
    }
}

extension CardIndex {
    /// The ranks of the cards that are neither starred nor archived in the list of all cards by name; nil if there are none.
    public var alphabeticalRanks: Range<Int>? {
        let ranks = Int(cardStarts[groups[1].lowerBound])..<Int(cardStarts[groups[1].upperBound])
        return ranks.isEmpty ? nil : ranks
    }
}

/// A set of cards of an index, with the number of its cards before each segment.
private struct CardSet: Sendable {
    /// Nil for all.
    let bits: [UInt64]?
    /// The number of its cards before each segment, and the total.
    let before: [Int32]

    init(allOf index: CardIndex) { (bits, before) = (nil, index.cardStarts) }

    init(_ bits: [UInt64], of index: CardIndex) {
        var (before, sum) = ([Int32(0)], Int32(0))
        before.reserveCapacity(index.segments.count + 1)
        for segment in index.segments.indices {
            let words = Int(index.wordStarts[segment])..<Int(index.wordStarts[segment + 1])
            sum += Int32(truncatingIfNeeded: bits[words].bitCount)
            before.append(sum)
        }
        (self.bits, self.before) = (bits, before)
    }

    func count(in segments: Range<Int>) -> Int { Int(before[segments.upperBound] - before[segments.lowerBound]) }

    /// The slot of the nth card of the set in these segments; there must be as many.
    func slot(_ number: Int, in segments: Range<Int>, of index: CardIndex) -> Int {
        let sought = Int(before[segments.lowerBound]) + number
        // Finds the last segment with at most `sought` cards before it.
        var (low, high) = (segments.lowerBound, segments.upperBound - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if Int(before[middle]) <= sought { low = middle } else { high = middle - 1 }
        }
        var rest = sought - Int(before[low])
        let start = Int(index.wordStarts[low])
        guard let bits else { return start * 64 + rest }
        for word in start..<Int(index.wordStarts[low + 1]) {
            let count = bits[word].nonzeroBitCount
            if rest < count { return word * 64 + bits[word].index(ofBit: rest) }
            rest -= count
        }
        return start * 64
    }

    /// The position of a card among those of the set in these segments; nil when it is not in the set.
    func position(ofSlot slot: Int, in segments: Range<Int>, of index: CardIndex) -> Int? {
        let segment = Int(index.segmentOfWord[slot / 64])
        let (start, base) = (Int(index.wordStarts[segment]), Int(before[segment]) - Int(before[segments.lowerBound]))
        guard let bits else { return base + slot - start * 64 }
        guard bits.contains(slot: slot) else { return nil }
        let inWord = bits[slot / 64] & .low(slot % 64)
        return base + bits[start..<slot / 64].bitCount + inWord.nonzeroBitCount
    }
}
