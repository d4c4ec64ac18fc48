public import Cards

/// All cards of an index in another order than by name, as slots, group by group.
public struct SlotOrder: Sendable {
    /// Starred cards first, archived last.
    private let slots: [UInt32]
    /// The end of each group.
    private let ends: [Int]

    /// By a sort key that the index holds; by name for others.
    public init(_ index: CardIndex, by key: CardOrder.Key, isReversed: Bool) {
        self.init(index, isReversed: isReversed) { key.value(in: $0, $1) }
    }

    /// By values of rows.
    public init(_ index: CardIndex, by values: [Int64: Int64], isReversed: Bool) {
        self.init(index, isReversed: isReversed) { content, index in
            values.isEmpty ? nil : content.rows[index].flatMap { values[$0] }
        }
    }

    /// Sorts cards by value, smallest first (reversed: largest first), and equal ones by name. Cards without a value follow, by
    /// name.
    init(_ index: CardIndex, isReversed: Bool, value: (SegmentContent, Int) -> Int64?) {
        var (slots, ends): ([UInt32], [Int]) = ([], [])
        slots.reserveCapacity(index.count)
        for group in 0..<3 {
            var (least, most, count) = (Int64.max, Int64.min, 0)
            index.forEachSlot(in: group) { _, content, index in
                guard let value = value(content, index) else { return }
                (least, most, count) = (min(least, value), max(most, value), count + 1)
            }
            if count == 0 { least = most }
            let (span, isOut) = most.subtractingReportingOverflow(least)
            let isNarrow = !isOut && span <= Int64(UInt32.max)
            // Value and slot in one number take half the memory and are sorted four times as fast.
            var narrow: [UInt64] = []
            var wide: [(value: Int64, slot: UInt32)] = []
            var others: [UInt32] = []
            if isNarrow { narrow.reserveCapacity(count) } else { wide.reserveCapacity(count) }
            index.forEachSlot(in: group) { slot, content, index in
                let slot = UInt32(truncatingIfNeeded: slot)
                guard let value = value(content, index) else { return others.append(slot) }
                if isNarrow {
                    narrow.append(UInt64(isReversed ? most - value : value - least) << 32 | UInt64(slot))
                } else {
                    wide.append((value, slot))
                }
            }
            narrow.sort()
            wide.sort {
                $0.value == $1.value ? $0.slot < $1.slot : isReversed ? $0.value > $1.value : $0.value < $1.value
            }
            for key in narrow { slots.append(UInt32(truncatingIfNeeded: key)) }
            for card in wide { slots.append(card.slot) }
            slots += others
            ends.append(slots.count)
        }
        self.slots = slots
        self.ends = ends
    }

    /// The slots of the first `groups` groups, without a copy.
    public func slots(ofFirst groups: Int) -> ArraySlice<UInt32> { slots[..<ends[groups - 1]] }
}

extension CardOrder.Key {
    /// The sort key that the index holds; nil for orders that need more.
    fileprivate func value(in content: SegmentContent, _ index: Int) -> Int64? {
        switch self {
        // Row numbers ascend in the order of insertion.
        case .added: content.rows[index].map { -$0 }
        case .expiry: content.expiry[index]
        case .validFrom: content.validFrom[index].map { -$0 }
        default: nil
        }
    }
}

/// The orders that queries used last, as slots of one index. An order takes four megabytes for a million cards, so only the newest
/// and the one that was used before it are kept.
public struct OrderCache {
    private struct Entry {
        let slots: SlotOrder
        let version: Int
        let state: Int?
    }

    private var entries: [CardOrder: Entry] = [:]
    private var last: CardOrder?

    public init() {}

    /// Nil when the order was not kept, or was made from another index or before a later use.
    /// - Parameters:
    ///   - version: that of the index.
    ///   - state: that of what else the order depends on: the uses and moves so far, or today; nil for nothing.
    public mutating func slots(in order: CardOrder, version: Int, state: Int?) -> SlotOrder? {
        guard let entry = entries[order], entry.version == version, entry.state == state else {
            return nil
        }
        last = order
        return entry.slots
    }

    /// Keeps an order. Those of an older index are dropped.
    public mutating func keep(_ slots: SlotOrder, in order: CardOrder, version: Int, state: Int?) {
        entries = entries.filter { $0.value.version == version && $0.key == last }
        last = order
        entries[order] = Entry(slots: slots, version: version, state: state)
    }
}
