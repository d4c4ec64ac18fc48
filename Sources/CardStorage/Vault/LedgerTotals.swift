internal import Cards

/// What the entries of a card that count add up to, in each currency: they need not be read again for each one that is added.
struct LedgerTotals {
    private var sums: [String?: ExactDecimal] = [:]
    private var hasEntries: Bool

    init(_ entries: [LedgerEntry]) {
        let ledger = Ledger(entries)
        for entry in ledger.entries where entry.cancelled == nil && ledger.counting.contains(entry.id) {
            sums[entry.currency, default: .zero] += entry.value
        }
        hasEntries = !ledger.entries.isEmpty
    }

    /// Adds entries that were written. False where others no longer count: then the totals are no longer right.
    mutating func add(_ changed: [LedgerTable.Stored]) -> Bool {
        for stored in changed {
            guard stored.counts, stored.entry.cancelled == nil else { return false }
            sums[stored.entry.currency, default: .zero] += stored.entry.value
            hasEntries = true
        }
        return true
    }

    /// The balance that a card in this currency shows.
    func balance(_ shared: SharedBalance, in currency: String?) -> String {
        shared.balance(entries: sums[currency] ?? .zero, hasEntries: hasEntries)
    }
}
