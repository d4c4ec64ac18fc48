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
