import Testing

@testable import Cards

@Suite("Totals")
struct CardTotalsTests {
    private static let today = CalendarDay(daysSince1970: 20_000)

    private func card(_ name: String, _ change: (inout Card) -> Void) throws -> CardSummary {
        var card = Card(identifier: try #require(CardID(name)), name: name)
        change(&card)
        return CardSummary(card)
    }

    private func worth(_ amount: String, _ currency: String?) -> (inout Card) -> Void {
        { ($0.balance, $0.currency) = (amount, currency) }
    }

    @Test("balances are added exactly, by currency and by group; those of archived cards are not")
    func balances() throws {
        var totals = CardTotals(today: Self.today)
        for (index, amount) in ["0.1", "0.2", "99999999999999999999.07"].enumerated() {
            totals.add(
                try card("a\(index)") {
                    (worth(amount, "EUR"))(&$0); $0.groups = index < 2 ? ["Food", "b"] : ["food"]
                })
        }
        totals.add(try card("points") { worth("12", nil)(&$0) })
        totals.add(try card("pounds") { worth("-3", "GBP")(&$0) })
        totals.add(try card("empty") { worth("0.00", "EUR")(&$0) })
        totals.add(try card("none") { _ in })
        // Amounts that no card can have, which only others write.
        var odd = BalanceTotals()
        for (amount, unit) in [("11", "of 10 stamps"), ("-1", "stamps"), ("7.5", "stamps"), ("4", "of 0 stamps")] {
            odd.add(Balance(amount: amount, currency: unit))
        }
        #expect(odd.sums.isEmpty)
        totals.add(
            try card("old") {
                worth("7", "EUR")(&$0); $0.isArchived = true
            })
        #expect(totals.count == 8 && totals.archivedCount == 1)
        #expect(totals.balances.sums.map(\.currency) == ["EUR", "GBP", nil])
        #expect(totals.balances.sums.map(\.balance.amount) == ["99999999999999999999.37", "-3.00", "12"])
        #expect(totals.balances.sums.map(\.count) == [3, 1, 1])
        // Groups are those of the folded name.
        #expect(totals.groups.map(\.name) == ["b", "Food"])
        #expect(totals.groups.map { $0.balances.sums[0].balance.amount } == ["0.30", "99999999999999999999.37"])
    }

    @Test("what expires within 90 days is listed with the next one first, what is used most with the most uses")
    func listed() throws {
        var totals = CardTotals(today: Self.today)
        for days in [91, 90, 3, 0, -1] {
            totals.add(
                try card("in \(days)".replacing(" ", with: "-")) {
                    worth("1", "EUR")(&$0)
                    $0.expiry = Self.today.adding(days: days)
                })
        }
        totals.add(try card("no-balance") { $0.expiry = Self.today })
        #expect(totals.expiring.map(\.name) == ["in-0", "in-3", "in-90"])
        for uses in 0..<20 {
            var used = try card("used-\(uses)") { _ in }
            used.usage.uses = uses
            totals.add(used)
        }
        #expect(totals.mostUsed.map(\.usage.uses) == Array((8...19).reversed()))
    }

    @Test("what was spent is added by month, and compared with the largest month of its currency")
    func spent() throws {
        var totals = CardTotals(today: Self.today)
        func spending(_ day: String, _ amount: String, _ currency: String?) throws -> Spending {
            Spending(
                card: try #require(CardID("a")), day: try #require(CalendarDay(day)),
                spent: Balance(amount: amount, currency: currency))
        }
        totals.add([
            try spending("2026-11-01", "5", "EUR"), try spending("2026-11-30", "2.5", "EUR"),
            try spending("2026-10-31", "30", "EUR"), try spending("2026-10-31", "4", nil),
        ])
        #expect(totals.spent.map(\.month) == ["2026-11", "2026-10"])
        let rows = totals.rows(.iso).filter { $0.share != nil }
        #expect(rows.map(\.value) == ["7.50 EUR", "30.00 EUR", "4 points"])
        #expect(rows.map(\.share) == [0.25, 1, 1])
        #expect(rows.map(\.label) == ["Spent", "", ""] && rows.map(\.name) == ["November 2026", "October 2026", ""])
    }
}
