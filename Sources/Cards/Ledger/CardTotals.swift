/// Balances added up by currency: exactly, and without conversion.
public struct BalanceTotals: Hashable, Sendable {
    public struct Sum: Hashable, Sendable {
        /// ISO 4217 code; nil means points.
        public let currency: String?
        public fileprivate(set) var amount: ExactDecimal
        /// How many balances were added.
        public fileprivate(set) var count: Int

        public var balance: Balance { Balance(amount: amount.text, currency: currency).inFull }

        public static func == (left: Sum, right: Sum) -> Bool {
            left.currency == right.currency && left.amount == right.amount && left.count == right.count
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(currency)
            hasher.combine(count)
        }
    }

    /// By code; stamps and points come last.
    public private(set) var sums: [Sum] = []

    public init() {}

    /// What is no number, as only a foreign program writes, adds nothing; nor does what a coupon takes off.
    public mutating func add(_ balance: Balance) {
        let unit = balance.unit
        guard unit.isCounted, let amount = ExactDecimal(balance.amount) else { return }
        let currency = unit.sumUnit.code
        if let index = sums.firstIndex(where: { $0.currency == currency }) {
            sums[index].amount += amount
            sums[index].count += 1
        } else {
            let index = sums.firstIndex { Self.isBefore(currency, $0.currency) } ?? sums.count
            sums.insert(Sum(currency: currency, amount: amount, count: 1), at: index)
        }
    }

    /// Money, then stamps, then points.
    private static func isBefore(_ left: String?, _ right: String?) -> Bool {
        func rank(_ code: String?) -> (Int, String) {
            switch BalanceUnit(code: code) {
            case .points: (2, "")
            case .currency(let code): (0, code)
            case .stamps, .percent, .multiplier: (1, "")
            }
        }
        return rank(left) < rank(right)
    }
}

/// An amount that was spent, and still counts.
public struct Spending: Hashable, Sendable {
    public let card: CardID
    public let day: CalendarDay
    public let spent: Balance

    public init(card: CardID, day: CalendarDay, spent: Balance) {
        (self.card, self.day, self.spent) = (card, day, spent)
    }
}

/// What cards are worth together, what of it expires soon, what was spent, and which are used most. Archived cards are counted, but
/// their balances are not added: they are used up, or over.
public struct CardTotals: Sendable {
    public private(set) var count = 0
    public private(set) var archivedCount = 0
    public private(set) var balances = BalanceTotals()
    /// By folded name.
    private var groupsByName: [String: (name: String, balances: BalanceTotals)] = [:]
    /// Cards with a balance whose last day comes soon, the next one first.
    public private(set) var expiring: [CardSummary] = []
    /// By month, `2026-11`, the last one first.
    public private(set) var spent: [(month: String, balances: BalanceTotals)] = []
    /// Those with the most uses first.
    public private(set) var mostUsed: [CardSummary] = []

    private let today: CalendarDay

    /// Within so many days a balance expires soon.
    public static let soonDays = 90
    /// How many cards and months are listed.
    public static let listed = 12

    public init(today: CalendarDay) { self.today = today }

    public mutating func add(_ card: CardSummary) {
        count += 1
        if card.usage.uses > 0 { Self.insert(card, into: &mostUsed) { $0.usage.uses > $1.usage.uses } }
        if card.isArchived { return archivedCount += 1 }
        guard let balance = card.amountLeft, !balance.isZero else { return }
        balances.add(balance)
        for name in card.groups {
            groupsByName[TextFolding.fold(name), default: (name, BalanceTotals())].balances.add(balance)
        }
        guard let expiry = card.expiry, expiry >= today,
            expiry.daysSince1970 - today.daysSince1970 <= Self.soonDays
        else { return }
        Self.insert(card, into: &expiring) { ($0.expiry ?? .last) < ($1.expiry ?? .last) }
    }

    /// In the order of the groups' names.
    public var groups: [(name: String, balances: BalanceTotals)] {
        groupsByName.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Cards that are equal stay in the order in which they came.
    private static func insert(
        _ card: CardSummary, into cards: inout [CardSummary], isBefore: (CardSummary, CardSummary) -> Bool
    ) {
        let index = cards.firstIndex { isBefore(card, $0) } ?? cards.count
        guard index < listed else { return }
        cards.insert(card, at: index)
        if cards.count > listed { cards.removeLast() }
    }

    /// Adds what was spent in the last months.
    public mutating func add(_ spendings: some Sequence<Spending>) {
        var months: [String: BalanceTotals] = [:]
        for spending in spendings {
            months[String(spending.day.text.prefix(7)), default: BalanceTotals()].add(spending.spent)
        }
        spent = months.sorted { $0.key > $1.key }.prefix(Self.listed).map { ($0.key, $0.value) }
    }
}
