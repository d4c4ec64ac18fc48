internal import Basics

extension CardTotals {
    /// A line of the totals, on the screen and in a terminal.
    public struct Row: Hashable, Sendable {
        public enum Target: Hashable, Sendable {
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
