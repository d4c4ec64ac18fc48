internal import Basics

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
        guard unit.isCounted, let amount = ExactDecimal(balance.amount), unit.problem(with: balance.amount) == nil
        else {
            return
        }
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
public struct Spending: Equatable, Sendable {
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

extension CardTotals {
    /// A line of the totals, on the screen and in a terminal.
    public struct Row: Equatable, Sendable {
        public enum Target: Equatable, Sendable {
            case group(String)
            case card(CardID)
        }

        /// What the line is about; empty where the line before has the same.
        public var label: String
        public var name: String
        public var value: String
        public var detail: String
        /// Of the largest amount of its kind, 0 to 1; nil where there is nothing to compare.
        public var share: Double?
        public var target: Target?

        /// Whether the detail is the day of a card, which is what the line is for.
        public var isAboutDay: Bool { if case .card = target { !detail.isEmpty } else { false } }
    }

    public func rows(_ format: LocalFormat) -> [Row] {
        func detail(_ count: Int) -> String { count.counted("card") }
        var rows: [Row] = []
        func add(_ label: String, _ new: [Row]) {
            for (index, row) in new.enumerated() {
                var row = row
                row.label = index == 0 ? label : ""
                rows.append(row)
            }
        }
        let archived = archivedCount > 0 ? "\(archivedCount) archived" : ""
        add("Cards", [Row(name: "", value: String(count), detail: archived)])
        add(
            "Balances",
            balances.sums.map { Row(name: "", value: format.text($0.balance), detail: detail($0.count)) })
        add(
            "By group",
            groups.flatMap { group in
                group.balances.sums.enumerated().map { index, sum in
                    Row(
                        name: index == 0 ? group.name : "", value: format.text(sum.balance), detail: detail(sum.count),
                        target: .group(group.name))
                }
            })
        add(
            "Expires",
            expiring.map { card in
                Row(
                    name: card.name, value: card.amountLeft.map { format.text($0.inFull) } ?? "",
                    detail: card.expiry.map { format.text($0) } ?? "", target: .card(card.id))
            })
        add("Spent", spentRows(format))
        add(
            "Opened",
            mostUsed.map { Row(name: $0.name, value: "\($0.usage.uses)×", target: .card($0.id)) })
        return rows
    }

    /// The shares are of the largest month of the same currency.
    private func spentRows(_ format: LocalFormat) -> [Row] {
        var largest: [String?: ExactDecimal] = [:]
        for sum in spent.flatMap(\.balances.sums) {
            if largest[sum.currency].map({ $0 < sum.amount }) ?? true { largest[sum.currency] = sum.amount }
        }
        return spent.flatMap { month in
            let name = CalendarDay(month.month + "-01").map { format.monthText($0) } ?? month.month
            return month.balances.sums.enumerated().map { index, sum in
                let most = largest[sum.currency].flatMap { Double($0.text) } ?? 0
                let share = most > 0 ? (Double(sum.amount.text) ?? 0) / most : nil
                return Row(
                    name: index == 0 ? name : "", value: format.text(sum.balance),
                    share: share.map { min(max($0, 0), 1) })
            }
        }
    }
}

extension CardTotals.Row {
    fileprivate init(name: String, value: String = "", detail: String = "", share: Double? = nil, target: Target? = nil)
    {
        self.init(label: "", name: name, value: value, detail: detail, share: share, target: target)
    }
}
