import Cards
import TestSupport
import Testing

@testable import CardViewModels

@Suite("The rows of a ledger")
struct LedgerRowsTests {
    /// Random entries in euros and points, some of them taken back.
    private static func ledger(using generator: inout SeededGenerator) -> Ledger {
        var entries: [LedgerEntry] = []
        for number in 0..<Int.random(in: 0...60, using: &generator) {
            let cents = Int.random(in: 100...9999, using: &generator)
            let isSpent = Bool.random(using: &generator)
            let entry = LedgerEntry(
                card: CardID("gift") ?? .random(), isSpent ? .spend : .receive,
                amount: "\(isSpent ? "-" : "")\(cents / 100).\(cents % 100 / 10)\(cents % 10)",
                currency: Int.random(in: 0..<8, using: &generator) == 0 ? nil : "EUR",
                day: CalendarDay(daysSince1970: 20_000 + Int.random(in: 0...200, using: &generator)),
                recorded: Timestamp(milliseconds: Int64(number)))
            entries.append(entry)
            if Int.random(in: 0..<4, using: &generator) == 0 {
                entries.append(entry.cancelling(on: entry.day, at: entry.recorded))
            }
        }
        return Ledger(entries)
    }

    @Test("pages of any size give the months and sums of the whole ledger, and ranks and rows belong together")
    func pages() throws {
        var generator = SeededGenerator()
        for _ in 0..<200 {
            let ledger = Self.ledger(using: &generator)
            let balance = Balance(amount: "100.00", currency: "EUR")
            let lines = Array(ledger.lines(to: balance).reversed())
            var rows = LedgerRows(currency: "EUR")
            var rest = lines[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...10, using: &generator)
                rows.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            for isHidden in [false, true, false] {
                rows.hideTakenBack(isHidden)
                try expect(rows, show: isHidden ? lines.filter(\.counts) : lines, of: ledger)
            }
        }
    }

    private func expect(_ rows: LedgerRows, show lines: [Ledger.Line], of ledger: Ledger) throws {
        #expect(rows.selectable.count == lines.count)
        for (rank, line) in lines.enumerated() {
            #expect(rows.line(at: rank) == line)
            #expect(rows.rank(of: line.id) == rank)
            #expect(rows.rank(ofRow: rows.selectable[rank]) == rank)
        }
        #expect(rows.rows.count == lines.count + rows.months.count)
        if !rows.rows.isEmpty { #expect(rows.rows[0] == .month(0) && rows.rank(ofRow: 0) == nil) }
        #expect(rows.line(at: lines.count) == nil && rows.rank(ofRow: rows.rows.count) == nil)
        let sums = rows.months.filter { !$0.sums.spent.isZero || !$0.sums.received.isZero }
        let months = Array(ledger.months(in: "EUR").reversed())
        #expect(sums.map { [$0.day.year, $0.day.month] } == months.map { [$0.year, $0.month] })
        for (shown, month) in zip(sums, months) {
            #expect(ExactDecimal(month.spent) == shown.sums.spent)
            #expect(ExactDecimal(month.received) == shown.sums.received)
        }
        #expect(rows.total.received - rows.total.spent == ledger.sum(in: "EUR"))
    }
}
