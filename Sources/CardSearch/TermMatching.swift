public import Cards

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
