/// The entries of one card and what follows from them. It holds no balance: that of a card is its opening balance and the sum of
/// the entries that count.
public struct Ledger: Sendable {
    /// In the order of the ledger, those that cancel others included.
    public let entries: [LedgerEntry]
    /// The entries that count.
    public let counting: Set<LedgerEntry.ID>

    /// - Parameter entries: in any order; those that appear twice count once.
    public init(_ entries: [LedgerEntry]) {
        var known: Set<LedgerEntry.ID> = []
        self.entries = entries.filter { known.insert($0.id).inserted }.sorted(by: LedgerEntry.isBefore)
        counting = Self.counting(self.entries)
    }

    private static func counting(_ entries: [LedgerEntry]) -> Set<LedgerEntry.ID> {
        counting(entries.map { Link(id: $0.id, cancelled: $0.cancelled, amount: $0.amount) })
    }

    /// An entry, and the one that it cancels.
    public struct Link: Equatable, Sendable {
        public let id: LedgerEntry.ID
        public let cancelled: LedgerEntry.ID?
        public let amount: String

        public init(id: LedgerEntry.ID, cancelled: LedgerEntry.ID?, amount: String) {
            (self.id, self.cancelled, self.amount) = (id, cancelled, amount)
        }
    }

    /// Those of the entries of one card that count: an entry does unless one that counts cancels it. One that cancels itself, or is in a circle
    /// of such, never does; only a damaged file or device makes those. Of several that note one event, that with the smallest amount does: who
    /// noted it knew most of what was spent before.
    public static func counting(_ links: [Link]) -> Set<LedgerEntry.ID> {
        let indexes = Dictionary(links.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let targets = links.map { link in link.cancelled.flatMap { indexes[$0] } }
        // Each is decided once all that cancel it are: what is in a circle never is.
        var undecided = [Int](repeating: 0, count: links.count)
        for case let target? in targets { undecided[target] += 1 }
        var isCancelled = [Bool](repeating: false, count: links.count)
        var next = links.indices.filter { undecided[$0] == 0 }
        var counting: Set<LedgerEntry.ID> = []
        while let index = next.popLast() {
            guard let target = targets[index] else {
                // One whose other entry is not here yet cancels nothing.
                if links[index].cancelled == nil, !isCancelled[index] { counting.insert(links[index].id) }
                continue
            }
            if !isCancelled[index] {
                counting.insert(links[index].id)
                isCancelled[target] = true
            }
            undecided[target] -= 1
            if undecided[target] == 0 { next.append(target) }
        }
        return counting.subtracting(repeated(links, counting))
    }

    /// Those that count but note an event that another one notes.
    private static func repeated(_ links: [Link], _ counting: Set<LedgerEntry.ID>) -> [LedgerEntry.ID] {
        var (repeated, kept): ([LedgerEntry.ID], [UInt64?: Link]) = ([], [:])
        for link in links where link.cancelled == nil && counting.contains(link.id) {
            guard let other = kept.updateValue(link, forKey: UInt64(link.id.event, radix: 16)) else { continue }
            let isOther = other.magnitude == link.magnitude ? other.id < link.id : other.magnitude < link.magnitude
            repeated.append(isOther ? link.id : other.id)
            if isOther { kept[UInt64(link.id.event, radix: 16)] = other }
        }
        return repeated
    }

    /// The sum of the entries that count in this currency; nil means points.
    public func sum(in currency: String?) -> ExactDecimal {
        entries.reduce(into: .zero) { sum, entry in
            if counts(entry, in: currency) { sum += entry.value }
        }
    }

    /// What was there before the first entry; nil if the balance is no decimal number.
    public func opening(of balance: Balance) -> ExactDecimal? {
        ExactDecimal(balance.amount).map { $0 - sum(in: balance.currency) }
    }

    private func counts(_ entry: LedgerEntry, in currency: String?) -> Bool {
        entry.currency == currency && entry.cancelled == nil && counting.contains(entry.id)
    }

    // MARK: - Views

    /// An entry as a ledger shows it.
    public struct Line: Equatable, Sendable, Identifiable {
        public var id: LedgerEntry.ID { entry.id }
        public let entry: LedgerEntry
        /// False for one that was taken back.
        public let counts: Bool
        /// The balance after it; nil where it is in another currency than the card, or was taken back.
        public let balance: String?

        public init(_ entry: LedgerEntry, counts: Bool, balance: String?) {
            self.entry = entry
            self.counts = counts
            self.balance = balance
        }

        /// The balance after it, with all the decimals of its currency.
        public var balanceInFull: Balance? { balance.map { Balance(amount: $0, currency: entry.currency).inFull } }
    }

    /// What moved in a month, in one currency.
    public struct Month: Equatable, Sendable {
        public let year: Int
        public let month: Int
        public let spent: String
        public let received: String
    }

    /// The entries but those that cancel others, with the balance after each.
    public func lines(to balance: Balance) -> [Line] {
        var running = opening(of: balance)
        return entries.filter { $0.cancelled == nil }.map { entry in
            let counts = counting.contains(entry.id)
            guard self.counts(entry, in: balance.currency), let before = running else {
                return Line(entry, counts: counts, balance: nil)
            }
            let after = before + entry.value
            running = after
            return Line(entry, counts: true, balance: after.text)
        }
    }

    /// The months with entries that count in this currency, the first one first.
    public func months(in currency: String?) -> [Month] {
        var sums: [(year: Int, month: Int, sums: LedgerSums)] = []
        for entry in entries where counts(entry, in: currency) {
            let (year, month) = (entry.day.year, entry.day.month)
            if sums.last?.year != year || sums.last?.month != month { sums.append((year, month, LedgerSums())) }
            sums[sums.count - 1].sums.add(entry.value)
        }
        return sums.map { year, month, sums in
            Month(year: year, month: month, spent: sums.spent.text, received: sums.received.text)
        }
    }
}

extension Ledger.Link {
    fileprivate var magnitude: ExactDecimal {
        let value = ExactDecimal(amount) ?? .zero
        return value.isNegative ? -value : value
    }
}

/// What was spent and what was received, added up in exact decimals. It knows neither the entries nor their currency.
public struct LedgerSums: Sendable {
    /// Not below zero.
    public private(set) var spent = ExactDecimal.zero
    public private(set) var received = ExactDecimal.zero

    public init() {}

    public mutating func add(_ other: LedgerSums) {
        spent += other.spent
        received += other.received
    }

    /// - Parameter value: negative for what was spent.
    public mutating func add(_ value: ExactDecimal) {
        if value.isNegative { spent -= value } else { received += value }
    }
}

/// Some lines of a ledger, the newest first, and where the next ones begin.
public struct LedgerPage: Sendable {
    public let lines: [Ledger.Line]
    /// The card's currency; nil means points.
    public let currency: String?
    /// The balance before the oldest of these lines; nil if the balance is no number.
    public let balanceBefore: ExactDecimal?
    /// Whether older lines may follow.
    public let hasMore: Bool

    public init(lines: [Ledger.Line], currency: String?, balanceBefore: ExactDecimal?, hasMore: Bool) {
        self.lines = lines
        self.currency = currency
        self.balanceBefore = balanceBefore
        self.hasMore = hasMore
    }

    /// The lines that count, for a summary of the card; none where nothing happened but that the balance was set once.
    public var events: [Ledger.Line] {
        let counting = lines.filter(\.counts)
        if counting.count == 1, !hasMore, case .set = counting[0].entry.content { return [] }
        return counting
    }
}

/// Why something cannot be booked on a card.
public struct LedgerError: UserFacingError, Equatable {
    public let reason: String

    public init(_ reason: String) { self.reason = reason }

    public var userMessage: String { reason.prefix(1).uppercased() + reason.dropFirst() + ". Nothing was saved." }
}
