internal import Basics
public import Cards

/// Finds the cards that match a filter. It caches the hits of the last words: after another letter only these are searched, and
/// after deleting one none. It belongs to one actor.
public final class FilterMatcher {
    /// Enough for typing a word and deleting it again; an entry takes 400 KB for a million cards.
    private static let capacity = 6

    private struct Entry {
        let word: String
        var hits: WordHits
    }

    private let workers = ScanWorkers()
    /// All for the same index, the last used at the end.
    private var entries: [Entry] = []
    private var index: CardIndex?

    public init() {}

    /// The cards of each match class, the best first; nil for all.
    public func classes(
        of filter: CardFilter, in index: CardIndex, today: CalendarDay, sets: CardIndex.TermSets
    ) -> [[UInt64]]? {
        if filter.isEmpty { return nil }
        move(to: index)
        // Nil before the first word.
        var hits =
            filter.terms.isEmpty
            ? nil : WordHits(allOf: index.bits(of: filter.terms, today: today, sets: sets))
        // Longer words usually have fewer hits.
        for word in filter.words.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            if let known = recall(word) {
                hits = hits?.intersection(known) ?? known
                continue
            }
            let left = hits?.any.bitCount ?? index.count
            if left == 0 { break }
            let isNarrow = left < index.count / 16
            let domain = isNarrow ? hits?.any : domain(for: word)
            let found = WordHits(of: SearchWord(word), in: index, domain: domain, workers: workers)
            if !isNarrow { remember(word, found) }
            hits = hits?.intersection(found) ?? found
        }
        return filter.words.isEmpty ? hits.map { [$0.any] } : hits?.classes
    }

    /// The hits of the longest cached word that this one contains: no other card can match.
    private func domain(for word: String) -> [UInt64]? {
        entries.filter { word.utf8.count > $0.word.utf8.count && word.contains(bytesOf: $0.word) }
            .max { $0.word.utf8.count < $1.word.utf8.count }?.hits.any
    }

    private func recall(_ word: String) -> WordHits? {
        guard let index = entries.firstIndex(where: { $0.word == word }) else { return nil }
        entries.append(entries.remove(at: index))
        return entries.last?.hits
    }

    private func remember(_ word: String, _ hits: WordHits) {
        if entries.count == Self.capacity { entries.removeFirst() }
        entries.append(Entry(word: word, hits: hits))
    }

    /// Converts the cached hits to an index that differs in some segments.
    private func move(to new: CardIndex) {
        defer { index = new }
        guard let index, index.version != new.version else { return }
        entries = entries.compactMap { entry in
            WordHits(entry.hits, from: index, to: new, word: SearchWord(entry.word)).map {
                Entry(word: entry.word, hits: $0)
            }
        }
    }
}

extension CardIndex {
    /// The cards of terms that need other data than the index holds.
    public typealias TermSets = [CardFilter.Term.Kind: [UInt64]]

    /// The cards for which all these terms hold.
    public func bits(of terms: [CardFilter.Term], today: CalendarDay, sets: TermSets) -> [UInt64] {
        var bits = allBits
        for term in terms {
            guard let test = TermTest(term.kind, today: today) else {
                if let set = sets[term.kind] {
                    for word in bits.indices { bits[word] &= term.isNegated ? ~set[word] : set[word] }
                }
                continue
            }
            for (number, segment) in segments.enumerated() {
                let start = Int(wordStarts[number])
                let found = test.bits(of: segment.content)
                for (offset, found) in found.enumerated() { bits[start + offset] &= term.isNegated ? ~found : found }
            }
        }
        return bits
    }
}

/// The test of one filter term on segments.
private enum TermTest {
    case traits(SearchColumns.Traits)
    /// In days since 1970.
    case expiry(ClosedRange<Int64>)
    case group(SearchWord)
    /// The whole folded name.
    case wholeGroup(String)

    /// Nil for terms that need other data than the index holds.
    init?(_ kind: CardFilter.Term.Kind, today day: CalendarDay) {
        let today = Int64(day.daysSince1970)
        switch kind {
        case .isExpired: self = .expiry(.min...today - 1)
        case .isStarred: self = .traits(.starred)
        case .isArchived: self = .traits(.archived)
        case .hasPhoto: self = .traits(.photo)
        case .hasNumber: self = .traits(.number)
        case .hasNote: self = .traits(.note)
        case .hasBarcode: self = .traits(.barcode)
        case .hasBalance: self = .traits(.balance)
        case .hasStamps: self = .traits(.stamps)
        case .isUsed: self = .traits(.used)
        case .group(let name): self = .group(SearchWord(beginningOfGroup: name))
        case .wholeGroup(let name): self = .wholeGroup(name)
        case .isLocal, .isConflicted, .next: return nil
        case .expires(let range):
            let days = range.days(today: day)
            self = .expiry(
                days.map { Int64($0.lowerBound.daysSince1970)...Int64($0.upperBound.daysSince1970) } ?? Self.noDay)
        }
    }

    private static let noDay = Int64.max...Int64.max

    func bits(of content: SegmentContent) -> [UInt64] {
        var bits = [UInt64](repeating: 0, count: (content.count + 63) / 64)
        func note(_ card: Int) { bits[card / 64] |= 1 << UInt64(card % 64) }
        switch self {
        case .traits(let trait):
            for (card, traits) in content.traits.enumerated() where traits & trait.rawValue != 0 { note(card) }
        case .expiry(let days):
            for card in 0..<content.count {
                if let day = content.expiry[card], days.contains(day) { note(card) }
            }
        case .group(let name): noteGroups(name) { _ in true }
        case .wholeGroup(let name):
            noteGroups(SearchWord(beginningOfGroup: name)) { texts in
                // What is before the first mark is no group.
                texts.split(separator: SearchColumns.groupMark, omittingEmptySubsequences: false).dropFirst()
                    .contains { $0.elementsEqual(name.utf8) }
            }
        }
        return bits

        /// Notes the cards with a group that begins so and whose texts pass the test.
        func noteGroups(_ beginning: SearchWord, _ passes: (ArraySlice<UInt8>) -> Bool) {
            if content.hasGroupsInTexts {
                content.texts.forEachMatch(of: beginning, in: 0..<content.count) { card, _ in
                    if passes(content.texts[card]) { note(card) }
                }
            }
            if content.groupSet.isEmpty { return }
            var sets = [UInt64](repeating: 0, count: content.groupSets.count + 1)
            content.groupSets.forEachMatch(of: beginning, in: 0..<content.groupSets.count) { set, _ in
                sets[set + 1] = passes(content.groupSets[set]) ? 1 : 0
            }
            // Without a branch: a card's groups are unpredictable.
            for (card, set) in content.groupSet.enumerated() { bits[card / 64] |= sets[Int(set)] << UInt64(card % 64) }
        }
    }
}

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
