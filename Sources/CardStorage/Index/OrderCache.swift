internal import Cards

/// The orders that queries used last, as slots of one index. An order takes four megabytes for a million cards, so only the newest
/// and the one that was used before it are kept.
struct OrderCache {
    private struct Entry {
        let slots: SlotOrder
        let version: Int
        let usageVersion: Int?
    }

    private var entries: [CardOrder: Entry] = [:]
    private var last: CardOrder?

    /// Nil when the order was not kept, or was made from another index or before a later use.
    /// - Parameters:
    ///   - version: that of the index.
    ///   - usageVersion: ``ChangeBox/usageVersion``; nil for an order that does not depend on it.
    mutating func slots(in order: CardOrder, version: Int, usageVersion: Int?) -> SlotOrder? {
        guard let entry = entries[order], entry.version == version, entry.usageVersion == usageVersion else {
            return nil
        }
        last = order
        return entry.slots
    }

    /// Keeps an order. Those of an older index are dropped.
    mutating func keep(_ slots: SlotOrder, in order: CardOrder, version: Int, usageVersion: Int?) {
        entries = entries.filter { $0.value.version == version && $0.key == last }
        last = order
        entries[order] = Entry(slots: slots, version: version, usageVersion: usageVersion)
    }
}
