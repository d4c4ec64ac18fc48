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
