internal import Glibc

/// Some hundred consecutive cards of one group, by name. It is immutable: a changed index has another segment instead, and an
/// older index keeps its own.
final class CardSegment: Sendable {
    /// The maximum number of cards.
    static let capacity = 1024

    let content: SegmentContent

    init(_ content: SegmentContent) { self.content = content.closed }

    var count: Int { content.count }
    /// The number of 64-bit words with a bit for each card.
    var wordCount: Int { (content.count + 63) / 64 }
}

/// What the index holds of a card beside its texts, as in the store's table.
public struct IndexedValues {
    /// 0 starred, 1 others, 2 archived.
    let group: Int
    let row: Int64
    /// See ``SearchColumns/Traits``.
    let traits: UInt16
    /// In days since 1970, as the next.
    let expiry: Int64?
    let validFrom: Int64?

    public init(group: Int, row: Int64, traits: UInt16, expiry: Int64?, validFrom: Int64?) {
        self.group = group
        self.row = row
        self.traits = traits
        self.expiry = expiry
        self.validFrom = validFrom
    }
}

/// The data of a segment's cards, by column: every byte per card costs a megabyte for a million cards.
struct SegmentContent: Equatable, Sendable {
    /// 0 starred, 1 others, 2 archived.
    var group: Int
    /// Each card's texts, the name first. Groups are included only where they do not fit into ``groupSets``.
    private(set) var texts = PackedTexts()
    /// Row numbers in the table.
    private(set) var rows = NarrowColumn<UInt32>()
    private(set) var traits: [UInt16] = []
    private(set) var expiry = NarrowColumn<UInt16>()
    private(set) var validFrom = NarrowColumn<UInt16>()
    /// The distinct sets of groups, all groups of a card joined into one text.
    private(set) var groupSets = PackedTexts()
    /// Each card's index in ``groupSets``, counted from 1, or 0 for no groups; empty while no card has groups.
    private(set) var groupSet: [UInt8] = []
    /// Whether ``texts`` contains groups.
    private(set) var hasGroupsInTexts = false
    /// While cards are appended: the last set found for a hash, counted from 1.
    private var setOfHash: [UInt8] = []

    init(group: Int) { self.group = group }

    var count: Int { traits.count }
    var isFull: Bool { count >= CardSegment.capacity || !texts.hasRoom }

    /// A card as in the table: `search` as ``SearchColumns`` writes it.
    struct Entry {
        let name: ArraySlice<UInt8>
        let search: ArraySlice<UInt8>
        let values: IndexedValues
    }

    /// The segment must not be full.
    mutating func append(_ entry: Entry) {
        append(name: entry.name, search: entry.search, entry.values)
    }

    @inline(__always)
    mutating func append<Bytes: RandomAccessCollection<UInt8>>(
        name: Bytes, search: Bytes, _ values: IndexedValues
    ) {
        texts.begin()
        texts.add(SearchColumns.textMark)
        texts.add(name)
        let groups = search.firstIndex(of: SearchColumns.groupMark) ?? search.endIndex
        texts.add(search[..<groups])
        appendGroups(search[groups...])
        rows.append(values.row)
        traits.append(values.traits)
        expiry.append(values.expiry)
        validFrom.append(values.validFrom)
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

    /// Keeps the allocated memory for the next segment.
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
            name: text[text.startIndex..<nameEnd].dropFirst(), search: search,
            values: IndexedValues(
                group: group, row: rows[index] ?? 0, traits: traits[index], expiry: expiry[index],
                validFrom: validFrom[index]))
    }

    func name(_ index: Int) -> ArraySlice<UInt8> {
        texts[index].dropFirst().prefix { $0 < SearchColumns.groupMark }
    }
}

extension PackedTexts {
    /// A linear search, since a segment has few distinct sets of groups.
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
