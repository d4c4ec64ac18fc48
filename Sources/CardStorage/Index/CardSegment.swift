internal import Glibc

/// Some hundred cards of one group that stand side by side in the list by name. It never changes: an index with a change has
/// another segment in its place, so who holds an older index keeps what it saw.
final class CardSegment: Sendable {
    /// The most cards in one. A card's place in it is its bit.
    static let capacity = 1024

    let content: SegmentContent

    init(_ content: SegmentContent) { self.content = content.closed }

    var count: Int { content.count }
    /// How many words of 64 bits hold a bit a card.
    var wordCount: Int { (content.count + 63) / 64 }
}

/// What a segment holds of its cards, column by column: every byte a card costs a megabyte at a million.
struct SegmentContent: Equatable, Sendable {
    /// 0 starred, 1 others, 2 archived.
    var group: Int
    /// The name first; groups only where there are too many different ones to share.
    private(set) var texts = PackedTexts()
    /// The row's number in the table.
    private(set) var rows = NarrowColumn<UInt32>()
    private(set) var traits: [UInt8] = []
    private(set) var expiry = NarrowColumn<UInt16>()
    private(set) var validFrom = NarrowColumn<UInt16>()
    /// The different groups that cards are in, all of a card together as one text.
    private(set) var groupSets = PackedTexts()
    /// Which of ``groupSets`` a card is in, counted from 1; empty while no card is in any.
    private(set) var groupSet: [UInt8] = []
    /// Whether groups stand in ``texts``.
    private(set) var hasGroupsInTexts = false
    /// While cards are added: the set that was last found for a hash, counted from 1.
    private var setOfHash: [UInt8] = []

    init(group: Int) { self.group = group }

    var count: Int { traits.count }
    var isFull: Bool { count >= CardSegment.capacity || !texts.hasRoom }

    /// A card, as the table has it: `search` as ``SearchColumns`` wrote it.
    struct Entry {
        var group: Int
        var name: ArraySlice<UInt8>
        var search: ArraySlice<UInt8>
        var row: Int64
        var traits: UInt8
        var expiry: Int64?
        var validFrom: Int64?
    }

    /// There must be room.
    mutating func append(_ entry: Entry) {
        append(
            name: entry.name, search: entry.search, row: entry.row, traits: entry.traits, expiry: entry.expiry,
            validFrom: entry.validFrom)
    }

    @inline(__always)
    mutating func append<Bytes: RandomAccessCollection<UInt8>>(
        name: Bytes, search: Bytes, row: Int64, traits: UInt8, expiry: Int64?, validFrom: Int64?
    ) {
        texts.begin()
        texts.add(SearchColumns.textMark)
        texts.add(name)
        let groups = search.firstIndex(of: SearchColumns.groupMark) ?? search.endIndex
        texts.add(search[..<groups])
        appendGroups(search[groups...])
        rows.append(row)
        self.traits.append(traits)
        self.expiry.append(expiry)
        self.validFrom.append(validFrom)
    }

    private mutating func appendGroups(_ groups: some RandomAccessCollection<UInt8>) {
        if groups.isEmpty {
            if !groupSet.isEmpty { groupSet.append(0) }
            return
        }
        if setOfHash.isEmpty { setOfHash = Array(repeating: 0, count: 256) }
        let hash = Int(groups.reduce(UInt8(0)) { $0 &* 31 &+ $1 })
        let likely = Int(setOfHash[hash]) - 1
        var set = likely >= 0 && groupSets[likely].elementsEqual(groups) ? likely : groupSets.firstIndex(of: groups)
        if set == nil, groupSets.count < Int(UInt8.max), groupSets.hasRoom {
            set = groupSets.count
            groupSets.begin()
            groupSets.add(groups)
        }
        guard let set else {
            texts.add(groups)
            hasGroupsInTexts = true
            if !groupSet.isEmpty { groupSet.append(0) }
            return
        }
        if groupSet.isEmpty { groupSet = Array(repeating: 0, count: traits.count) }
        groupSet.append(UInt8(truncatingIfNeeded: set + 1))
        setOfHash[hash] = UInt8(truncatingIfNeeded: set + 1)
    }

    /// Keeps its memory for the next segment.
    mutating func removeAll(group: Int) {
        self.group = group
        texts.removeAll()
        rows.removeAll()
        traits.removeAll(keepingCapacity: true)
        expiry.removeAll()
        validFrom.removeAll()
        groupSets.removeAll()
        groupSet.removeAll(keepingCapacity: true)
        hasGroupsInTexts = false
        setOfHash = []
    }

    fileprivate var closed: SegmentContent {
        var copy = self
        copy.texts = texts.closed
        copy.rows = rows.trimmed
        copy.traits = traits.trimmed
        copy.expiry = expiry.trimmed
        copy.validFrom = validFrom.trimmed
        copy.groupSets = groupSets.closed
        copy.groupSet = groupSet.trimmed
        copy.setOfHash = []
        return copy
    }

    static func == (left: SegmentContent, right: SegmentContent) -> Bool {
        left.group == right.group && left.rows == right.rows && left.traits == right.traits
            && left.expiry == right.expiry && left.validFrom == right.validFrom && left.groupSet == right.groupSet
            && left.groupSets == right.groupSets && left.texts == right.texts
    }

    // MARK: - Reading

    func entry(_ index: Int) -> Entry {
        let text = texts[index]
        let nameEnd = text.dropFirst().firstIndex { $0 >= SearchColumns.groupMark } ?? text.endIndex
        var search = text[nameEnd...]
        if !groupSet.isEmpty, groupSet[index] > 0 { search += groupSets[Int(groupSet[index]) - 1] }
        return Entry(
            group: group, name: text[text.startIndex..<nameEnd].dropFirst(), search: search, row: rows[index] ?? 0,
            traits: traits[index], expiry: expiry[index], validFrom: validFrom[index])
    }

    func name(_ index: Int) -> ArraySlice<UInt8> {
        texts[index].dropFirst().prefix { $0 < SearchColumns.groupMark }
    }
}

extension PackedTexts {
    /// Segments have few different groups: looking at all is quick.
    fileprivate func firstIndex(of text: some RandomAccessCollection<UInt8>) -> Int? {
        bytes.withUnsafeBytes { own in
            text.withContiguousStorageIfAvailable { text in
                (0..<count).first { number in
                    let range = range(number)
                    guard range.count == text.count, let own = own.baseAddress, let text = text.baseAddress else {
                        return false
                    }
                    return memcmp(own + range.lowerBound, text, range.count) == 0
                }
            } ?? (0..<count).first { self[$0].elementsEqual(text) }
        }
    }
}
