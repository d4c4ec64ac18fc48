import Cards
import Terminal
import Testing

@testable import CardScreens

@Suite("What the row of a card does not show")
struct HiddenTextsTests {
    private func hidden(_ card: Card, columns: Int, order: CardOrder.Key = .name) -> HiddenTexts {
        let summary = CardSummary(card)
        let setting = RowTexts.Setting(today: Journey.clock.today(), format: .iso, order: order)
        let texts = RowTexts(summary, setting, Journey.clock)
        let all = CardRow.Columns(columns: columns, needs: ColumnNeeds(summary, texts))
        return HiddenTexts(summary, note: card.note, texts: texts, in: all, setting)
    }

    private let card = Card.made("Cedar Library", "0 0042 7719") {
        ($0.balance, $0.currency, $0.groups) = ("12.50", "EUR", ["books", "town"])
        $0.note = "Bring the blue bag."
    }

    @Test("with room for all columns only the note is left, and with two lines the groups beside a balance")
    func columns() {
        let wide = hidden(card, columns: 140)
        #expect(wide.note == card.note && [wide.number, wide.balance, wide.groups, wide.validity] == ["", "", "", ""])
        let narrow = hidden(card, columns: 40)
        #expect(narrow.note == card.note && narrow.groups == "books, town")
        #expect([narrow.number, narrow.balance, narrow.validity] == ["", "", ""])
        let smallest = hidden(card, columns: 20)
        #expect(smallest.balance == "12.50 EUR" && smallest.groups == "books, town" && smallest.number.isEmpty)
    }

    @Test("a number that the row cuts is whole")
    func number() {
        var card = card
        card.number = String(repeating: "12345", count: 12)
        #expect(hidden(card, columns: 40).number == card.number)
        #expect(hidden(card, columns: 140).number.isEmpty)
    }

    @Test("days are left out where the row tells them")
    func days() {
        var card = Card.made("Cedar Library", "1")
        card.expiry = Journey.clock.today().adding(days: 3)
        #expect(hidden(card, columns: 140).validity == "until 2026-11-23")
        #expect(hidden(card, columns: 30).validity == "until 2026-11-23, expires in 3 days")
        (card.validFrom, card.expiry) = (CalendarDay("2026-01-01"), CalendarDay("2027-05-01"))
        #expect(hidden(card, columns: 140).validity == "from 2026-01-01 until 2027-05-01")
        #expect(hidden(card, columns: 140, order: .expiry).validity == "from 2026-01-01")
        #expect(hidden(card, columns: 140, order: .validFrom).validity == "until 2027-05-01")
    }

    @Test("a note in the place of the number is left out if the row shows all of it")
    func note() {
        var card = Card.made("Delta Deli")
        for (note, columns, expected) in [
            ("Bring a towel.", 140, ""), ("Bring a towel.\n \n", 140, ""),
            ("Bring a towel.\nAnd shoes.", 140, "Bring a towel.\nAnd shoes."),
            ("Bring a towel.", 16, "Bring a towel."), ("", 140, ""),
        ] {
            card.note = note
            #expect(hidden(card, columns: columns).note == expected)
        }
    }
}
