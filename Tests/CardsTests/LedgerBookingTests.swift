import TestSupport
import Testing

@testable import Cards

@Suite("Booking an amount on a card")
struct LedgerBookingTests {
    private static let today = CalendarDay(daysSince1970: 20_000)
    private static let iso = LocalInput(format: .iso, today: today)

    private static func card(_ balance: String, _ currency: String?) -> Card {
        var card = Card(identifier: .random(), name: "Gift")
        (card.balance, card.currency) = (balance, currency)
        return card
    }

    /// The balance afterwards, or the reason why not.
    private static func result(_ text: String, _ balance: String, _ currency: String?) -> String {
        do throws(TypingError) {
            let effect = try LedgerBooking(text, iso).effect(on: card(balance, currency))
            return [effect.after.amount, effect.after.currency ?? "points"].joined(separator: " ")
        } catch {
            return error.message
        }
    }

    @Test(
        "spends without a sign and with a minus, receives with a plus",
        arguments: [
            ("7.40", "20", "EUR", "12.60 EUR"), ("-7.40", "20.00", "EUR", "12.60 EUR"),
            ("+20", "5.50", "EUR", "25.50 EUR"),
            ("7.4 EUR", "20", "EUR", "12.60 EUR"), ("5", "20", "EUR", "15 EUR"), ("7,40", "20", "EUR", "12.60 EUR"),
            ("12 points", "40", nil, "28 points"), ("+20 EUR", "", nil, "20 EUR"), ("30", "20", "EUR", "-10 EUR"),
            ("500", "800", "JPY", "300 JPY"), ("0.125", "1", "KWD", "0.875 KWD"), ("7.400", "20", "EUR", "12.60 EUR"),
        ] as [(String, String, String?, String)])
    func amounts(text: String, balance: String, currency: String?, after: String) {
        #expect(Self.result(text, balance, currency) == after)
    }

    @Test(
        "says why an amount cannot be booked",
        arguments: [
            ("7.405", "20", "EUR", "EUR has 2 decimals"), ("1.5", "20", nil, "points must be whole numbers"),
            ("1.5", "20", "JPY", "JPY has no decimals"), ("0", "20", "EUR", "the amount must not be zero"),
            ("0.00", "20", "EUR", "the amount must not be zero"),
            ("5", "a lot", nil, "the balance of this card is not a number"),
            (String(repeating: "9", count: 40), "1", nil, "an amount has at most 30 digits"),
            ("+1", String(repeating: "9", count: 30), nil, "the balance would have more than 30 digits"),
        ] as [(String, String, String?, String)])
    func refused(text: String, balance: String, currency: String?, reason: String) {
        #expect(Self.result(text, balance, currency) == reason)
    }

    @Test("tells what has to be asked: below zero, and another currency than the card's")
    func questions() throws {
        let (card, empty) = (Self.card("5", "EUR"), Self.card("", nil))
        #expect(try LedgerBooking("6", Self.iso).effect(on: card).isOverdrawn)
        #expect(try !LedgerBooking("5", Self.iso).effect(on: card).isOverdrawn)
        #expect(try !LedgerBooking("+1", Self.iso).effect(on: Self.card("-9", "EUR")).isOverdrawn)
        #expect(try LedgerBooking("1 USD", Self.iso).effect(on: card).otherUnit == .currency("USD"))
        #expect(try LedgerBooking("1 points", Self.iso).effect(on: card).otherUnit == .points)
        #expect(try LedgerBooking("1 EUR", Self.iso).effect(on: card).otherUnit == nil)
        #expect(try LedgerBooking("1", Self.iso).effect(on: card).otherUnit == nil)
        #expect(try LedgerBooking("+1 USD", Self.iso).effect(on: empty).otherUnit == nil)
    }

    @Test("tells that the day is before the first one of the card")
    func early() throws {
        var card = Self.card("5", "EUR")
        let first = try #require(CalendarDay("2026-11-10"))
        let (before, later) = (first.adding(days: -1), first.adding(days: 1))
        #expect(try LedgerBooking("1", day: before, Self.iso).effect(on: card).firstDay == nil)
        card.validFrom = first
        #expect(try LedgerBooking("1", day: before, Self.iso).effect(on: card).firstDay == first)
        for day in [first, later] {
            #expect(try LedgerBooking("1", day: day, Self.iso).effect(on: card).firstDay == nil)
        }
    }

    @Test(
        "an amount in full has the decimals of its currency",
        arguments: [
            ("-3", "EUR", "-3.00"), ("20", "EUR", "20.00"), ("7.4", "EUR", "7.40"), ("7.40", "EUR", "7.40"),
            ("7.405", "EUR", "7.405"), ("500", "JPY", "500"), ("1.5", "KWD", "1.500"), ("12", nil, "12"),
            ("1.5", nil, "1.5"), ("0", "USD", "0.00"), ("a lot", "EUR", "a lot"), ("", "EUR", ""), ("1.", "EUR", "1."),
        ] as [(String, String?, String)])
    func inFull(amount: String, currency: String?, text: String) {
        #expect(Balance(amount: amount, currency: currency).inFull == Balance(amount: text, currency: currency))
    }

    @Test("a command that says the direction takes no sign")
    func direction() throws {
        #expect(
            try LedgerBooking("5", as: .receive, Self.iso).content
                == .amount(TypedAmount(amount: "5", unit: nil), .receive))
        #expect(throws: TypingError.self) { try LedgerBooking("+5", as: .spend, Self.iso) }
        #expect(try LedgerBooking("5", Self.iso).day == Self.today)
        #expect(try LedgerBooking("x", as: .spend, Self.iso).content == .gift)
        #expect(try LedgerBooking(" Used", as: .spend, Self.iso).content == .use)
        for word in ["x", "used"] {
            #expect(throws: TypingError("\(word) is spent, not received")) {
                try LedgerBooking(word, as: .receive, Self.iso)
            }
        }
    }
}
