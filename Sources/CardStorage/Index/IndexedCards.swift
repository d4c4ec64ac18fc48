internal import Cards

/// The result of a query. It holds the index that it was found in, so that later changes move no rank.
struct IndexedCards: FoundCards {
    let query: CardQuery
    let ranking: Ranking
    let finder: CardFinder
    var isSimilar = false

    var count: Int { ranking.count }

    func rows(in ranks: Range<Int>) async throws -> [CardSummary?] {
        try await finder.summaries(rows(at: ranks), withNext: query.order.key == .next)
    }

    func identifiers(in ranks: Range<Int>) async throws -> [CardID] { try await finder.identifiers(rows(at: ranks)) }

    func rank(of identifier: CardID) async throws -> Int? {
        try await finder.row(of: identifier).flatMap { ranking.index.slot(ofRow: $0) }.flatMap(ranking.rank(ofSlot:))
    }

    var alphabeticalRanks: Range<Int>? {
        guard query.order.key == .name, query.wholeFilter.isEmpty else { return nil }
        let (index, others) = (ranking.index, ranking.index.groups[1])
        let ranks = Int(index.cardStarts[others.lowerBound])..<Int(index.cardStarts[others.upperBound])
        return ranks.isEmpty ? nil : ranks
    }

    func initial(at rank: Int) -> Character? {
        guard rank >= 0, rank < count else { return nil }
        let (segment, index) = ranking.index.location(of: ranking.slot(at: rank))
        // 64 bytes hold any letter, except in a hostile name.
        return String(decoding: segment.content.name(index).prefix(64), as: UTF8.self).first?.uppercased().first
    }

    private func rows(at ranks: Range<Int>) -> [Int64] {
        let ranks = ranks.clamped(to: 0..<count)
        return ranks.map { ranking.index.row(at: ranking.slot(at: $0)) }
    }
}

extension CardIndex {
    /// A group as it is found in the index.
    struct GroupUse {
        /// The first of its cards in list order.
        var slot: Int
        var count: Int
    }

    /// The groups by folded name.
    func groupUses() -> [String: GroupUse] {
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
