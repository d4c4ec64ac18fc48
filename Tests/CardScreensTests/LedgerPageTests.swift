import Cards
import Terminal
import TestSupport
import Testing

@testable import CardScreens
@testable import CardViewModels

@MainActor
@Suite("The ledger on a card's page")
struct LedgerPageTests {
    private static let gift = Card.made("Gift Shop", "771 20") { ($0.balance, $0.currency) = ("50", "EUR") }
    private static let code = Card.made("Elm Market", "4006381333931") {
        ($0.balance, $0.currency) = ("50", "EUR")
        $0.barcode = Barcode(format: .ean13)
    }

    private func journey(
        _ card: Card, size: Size = Size(columns: 80, rows: 24), books: Bool = true, isPlain: Bool = false,
        theme: Theme = .terminal
    ) async throws -> Journey {
        let journey = try await Journey([card], size: size, isPlain: isPlain, theme: theme)
        if books {
            for (amount, day, note) in [("10", -20, "shoes"), ("10", -10, "a hat"), ("2", -5, ""), ("28", 0, "tea")] {
                try await journey.book(amount, day: day, on: card.identifier, note: note)
            }
            // "2" is taken back.
            let page = try await journey.store.ledger(of: card.identifier, after: nil, limit: 2)
            _ = try await journey.store.takeBack([page.lines[1].id], of: card.identifier)
        }
        journey.press(.enter)
        await journey.wait("the card") {
            if let card = journey.model.navigator.path.last as? CardModel { card.card != nil } else { false }
        }
        return journey
    }

    @Test("the last three entries that count, aligned, and the balance as blocks")
    func page() async throws {
        let journey = try await journey(Self.gift)
        let lines = journey.lines
        let first = try #require(lines.firstIndex { $0.contains("ledger  2026-11-20  -28.00  tea") })
        #expect(lines[first + 1].contains("  2026-11-10  -10.00  a hat"))
        #expect(lines[first + 2].contains("  2026-10-31  -10.00  shoes"))
        #expect(lines[first + 3].contains("██████████▆▆▆▆▆▆▆▆▆▆▁"))
        #expect(!journey.text.contains("2026-11-15"))
    }

    @Test("plain text has a chart of ASCII")
    func plain() async throws {
        let journey = try await journey(Self.gift, isPlain: true)
        #expect(journey.text.contains("##########**********_"))
        #expect(journey.text.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test("a card whose balance was only set has none, nor has one that never changed")
    func none() async throws {
        for isSet in [false, true] {
            let journey = try await Journey([Self.gift])
            if isSet {
                var other = Self.gift
                other.balance = "40"
                try await journey.store.apply([.set(CardPatch(values: other, fields: [.balance]))])
            }
            journey.press(.enter)
            await journey.see("balance  \(isSet ? 40 : 50) EUR")
            // The keys beneath name it.
            #expect(!journey.lines.dropLast().joined().contains("ledger"))
        }
    }

    @Test(
        "a code is as wide as without the ledger, and nothing needs to scroll for it",
        arguments: [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
    func room(size: Size) async throws {
        let (with, without) = (
            try await journey(Self.code, size: size), try await journey(Self.code, size: size, books: false)
        )
        let (content, plain) = (try content(with), try content(without))
        #expect(content.code?.columns == plain.code?.columns)
        #expect(content.rows <= max(plain.rows, size.rows))
        #expect((content.number == nil) == (plain.number == nil))
    }

    private func content(_ journey: Journey) throws -> CardContent {
        _ = journey.draw()
        return try #require((journey.screen.top as? CardScreen)?.kept.last)
    }

    @Test("a booking on the page is seen there")
    func booking() async throws {
        let journey = try await journey(Self.gift)
        journey.press(Key("$"))
        await journey.see("Spend or receive: Gift Shop")
        journey.type("+3")
        journey.press(.tab)
        journey.type("yesterday")
        journey.press(.enter)
        await journey.see("Gift Shop: 5 EUR")
        await journey.see("2026-11-19   +3")
    }

    @Test("a chart of few days has a column an entry; without two balances there is none")
    func fewDays() throws {
        func line(_ balance: String?, _ day: Int) -> Ledger.Line {
            let entry = LedgerEntry(
                card: Self.gift.identifier, .spend, amount: "-1", currency: "EUR",
                day: CalendarDay(daysSince1970: day), recorded: Timestamp(milliseconds: 0))
            return Ledger.Line(entry, counts: true, balance: balance)
        }
        func chart(_ lines: [Ledger.Line], columns: Int = 40) throws -> String {
            let page = LedgerPage(lines: lines, currency: "EUR", balanceBefore: nil, hasMore: false)
            let excerpt = try #require(LedgerExcerpt(page))
            return BalanceChart(excerpt, today: CalendarDay(daysSince1970: 3), columns: columns).text
        }
        #expect(try chart([line("-7", 3), line("7", 2), line("0", 2)]) == "▅█▁")
        #expect(try chart([line("-7", 3), line("7", 2), line("0", 2)], columns: 2) == "█▁")
        #expect(try chart([line("0", 3), line("0.00", 2)]) == "▁▁")
        #expect(try chart([line("5", 3)]) == "")
        #expect(try chart([line(nil, 3), line(nil, 2)]) == "")
        #expect(try chart([line("1", 3), line("2", -3000)]).count == BalanceChart.maximumColumns)
    }

    @Test("goldens", arguments: [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24)], Look.allCases)
    func golden(size: Size, look: Look) async throws {
        await expectGolden(try await journey(Self.gift, size: size, theme: look.theme), "ledger-card", look)
    }
}
