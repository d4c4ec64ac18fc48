import CardViewModels
import Cards
import Terminal

/// The last entries of a card for its page, a line each: day, amount, note. The amounts are aligned.
struct LedgerLines {
    private static let count = 3

    private let rows: [(day: SafeText, amount: SafeText, note: String)]
    private let format: LocalFormat

    init(_ excerpt: LedgerExcerpt, _ format: LocalFormat) {
        self.format = format
        rows = excerpt.lines.prefix(Self.count).map { line in
            let entry = line.entry
            let amount = AmountColumn.signed(entry.sum, format)
            let unit = entry.currency == excerpt.currency ? "" : SafeText(" \(entry.unit.text)")
            return (SafeText(format.text(entry.day)), amount + unit, entry.note)
        }
    }

    /// Each no wider than this.
    func texts(columns: Int) -> [String] {
        var amounts = AmountColumn()
        for row in rows { amounts.add(row.amount, format) }
        let dayColumns = rows.map(\.day.width).max() ?? 0
        return rows.map { row in
            let blanks = String(repeating: " ", count: dayColumns - row.day.width + 2)
            let start = row.day.description + blanks + amounts.padded(row.amount, format) + "  "
            let text = SafeText(start) + SafeText(row.note, within: columns)
            let shown = text.truncated(to: columns).description
            return String(shown.reversed().drop { $0 == " " }.reversed())
        }
    }
}

/// A balance over time as a row of blocks, which a font that lacks them shows as ASCII: between the lowest and the highest balance,
/// from zero on. It is drawn to be seen, not to be read: its numbers are rounded.
struct BalanceChart {
    static let maximumColumns = 40
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    /// In a shorter time the days say less than the entries.
    private static let leastDays = 8

    /// Empty where fewer than two balances are known.
    let text: String

    init(_ excerpt: LedgerExcerpt, today: CalendarDay, columns: Int) {
        let points = excerpt.lines.reversed().compactMap { line in
            line.balance.flatMap { Double($0) }.map { (day: line.entry.day.daysSince1970, balance: $0) }
        }
        let columns = min(columns, Self.maximumColumns)
        guard points.count > 1, let first = points.first?.day, columns > 1 else {
            text = ""
            return
        }
        let days = max(today.daysSince1970, points.last?.day ?? first) - first + 1
        let balances =
            days < Self.leastDays
            ? points.suffix(columns).map(\.balance)
            : Self.balances(points, from: first, days: days, columns: min(columns, days))
        text = Self.text(of: balances)
    }

    /// The balance at the end of each of these equal parts of the time.
    private static func balances(
        _ points: [(day: Int, balance: Double)], from first: Int, days: Int, columns: Int
    ) -> [Double] {
        var next = 0
        var balance = points[0].balance
        return (1...columns).map { column in
            let end = first + days * column / columns
            while next < points.count, points[next].day < end {
                balance = points[next].balance
                next += 1
            }
            return balance
        }
    }

    private static func text(of balances: [Double]) -> String {
        let low = min(0, balances.min() ?? 0)
        let range = max(0, balances.max() ?? 0) - low
        return String(
            balances.map { balance in
                let level = range > 0 ? ((balance - low) / range * Double(blocks.count - 1)).rounded() : 0
                return blocks[max(0, min(blocks.count - 1, Int(level)))]
            })
    }
}
