import TestSupport
import Testing

@testable import Cards

@Suite("What a balance counts: money, points, stamps and discounts")
struct BalanceUnitTests {
    private static let german = LocalInput(
        format: LocalFormat(
            amounts: AmountFormat(
                decimalMark: ",", groupMark: ".", groupSizes: [3], currency: "EUR", symbol: "€")),
        today: CalendarDay(daysSince1970: 20_000))

    /// Amount and unit, or the reason why not.
    private static func read(_ text: String, _ input: LocalInput = .iso) -> String {
        var card = Card(identifier: .random(), name: "Card")
        do throws(TypingError) {
            try FieldDefinition.all.first { $0.field == .balance }?.set(text, in: &card, input)
            let unit = try input.amount(from: text).unit
            return "\(card.balance) \(unit?.code ?? "points")"
        } catch {
            return error.message
        }
    }

    @Test(
        "stamps, percent and multipliers are read as people write them",
        arguments: [
            ("7/10 stamps", "7 of 10 stamps"), ("7/10", "7 of 10 stamps"), (" 7 / 10 Stamps", "7 of 10 stamps"),
            ("7 of 10 stamps", "7 of 10 stamps"), ("0/8 stamps", "0 of 8 stamps"), ("8/8", "8 of 8 stamps"),
            ("3 stamps", "3 stamps"), ("1 stamp", "1 stamps"), ("20 %", "20 %"), ("20%", "20 %"), ("%20", "20 %"),
            ("12.5 %", "12.5 %"), ("100 %", "100 %"), ("2x", "2 x"), ("x2", "2 x"), ("2 ×", "2 x"), ("1.5x", "1.5 x"),
            ("340 points", "340 points"), ("12.50 EUR", "12.50 EUR"), ("٧/١٠", "7 of 10 stamps"),
            ("7/10stamps", "7 of 10 stamps"), ("3stamps", "3 stamps"),
        ])
    func typed(text: String, result: String) {
        #expect(Self.read(text) == result)
    }

    @Test(
        "what cannot be is said",
        arguments: [
            ("11/10", "a card with 10 stamps cannot have 11"), ("0/0", "a full card has from 1 to 1000 stamps"),
            ("1/1001 stamps", "a full card has from 1 to 1000 stamps"),
            ("-1/10", "stamps must be whole numbers, 0 or more"), ("7.5/10", "7/10 stamps"),
            ("7/10/12", "7/10 stamps"),
            ("7/10 EUR", "7/10 stamps"), ("/10", "use an amount"), ("1.5 stamps", "stamps must be whole numbers"),
            ("-3 stamps", "stamps must be whole numbers"), ("20 % 30 %", "use an amount"), ("20 %%", "use an amount"),
            ("120 %", "at most 100 %"), ("0 %", "more than 0 %"), ("-5 %", "more than 0 %"), ("0x", "more than 0"),
            ("-2x", "more than 0"), ("two percent", "use an amount"),
            (String(repeating: "9", count: 40) + " %", "at most 30 digits"),
            (String(repeating: "9", count: 40) + "/10", "7/10 stamps"),
            ("9/" + String(repeating: "9", count: 40), "7/10 stamps"),
        ])
    func refused(text: String, reason: String) {
        #expect(Self.read(text).contains(reason), "\(Self.read(text))")
    }

    @Test(
        "what is shown can be typed again, in every locale",
        arguments: [
            Balance(amount: "7", currency: "of 10 stamps"), Balance(amount: "1", currency: "stamps"),
            Balance(amount: "12.5", currency: "%"), Balance(amount: "1.5", currency: "x"),
            Balance(amount: "1234", currency: "stamps"),
        ])
    func shown(balance: Balance) throws {
        for input in [LocalInput.iso, Self.german] {
            for text in [input.format.text(balance), input.format.amounts.typedText(balance)] {
                let typed = try input.amount(from: text)
                #expect(Balance(amount: typed.amount, currency: typed.unit?.code) == balance, "\(text)")
            }
        }
    }

    @Test("the stored text is read back, and any other text stays a currency")
    func codes() {
        for unit in [
            BalanceUnit.points, .currency("EUR"), .currency("EURO"), .stamps(of: nil), .stamps(of: 1),
            .stamps(of: 1000),
            .percent, .multiplier,
        ] {
            #expect(BalanceUnit(code: unit.code) == unit)
        }
        for code in ["", "of 0 stamps", "of 010 stamps", "of 1001 stamps", "of  10 stamps", "of ten stamps", "stamps "]
        {
            #expect(BalanceUnit(code: code) == .currency(code))
        }
    }

    @Test("stamps are circles, unless they are too many")
    func circles() {
        func text(_ amount: String, _ currency: String) -> String? {
            StampCircles(Balance(amount: amount, currency: currency))?.text(gap: "")
        }
        #expect(text("3", "of 5 stamps") == "●●●○○")
        // Two devices may have added one each.
        #expect(text("6", "of 5 stamps") == "●●●●●●")
        #expect(text("3", "of 21 stamps") == nil)
        #expect(text("3", "stamps") == nil)
        #expect(text("-3", "of 5 stamps") == nil)
        #expect(text("3", "EUR") == nil)
    }

    // MARK: - Booking

    private static func booked(_ text: String, _ balance: String, _ currency: String?) -> String {
        var card = Card(identifier: .random(), name: "Card")
        (card.balance, card.currency) = (balance, currency)
        do throws(TypingError) {
            let effect = try LedgerBooking(text, .iso).effect(on: card)
            return effect.after.amount + (effect.isUsed ? " used" : "") + (effect.isGift ? " gift" : "")
                + (effect.otherUnit == nil ? "" : " other")
        } catch {
            return error.message
        }
    }

    @Test(
        "stamps are added, a full card gives its gift, a voucher is used",
        arguments: [
            ("+1", "7", "of 10 stamps", "8"), ("+1 stamp", "7", "of 10 stamps", "8"), ("2", "7", "of 10 stamps", "5"),
            ("+4", "7", "of 10 stamps", "this card has room for 3 more"),
            ("+1", "10", "of 10 stamps", "this card is full; spend x to redeem it"),
            ("8", "7", "of 10 stamps", "this card has only 7 stamps"),
            ("+1.5", "7", "of 10 stamps", "stamps must be whole numbers"), ("+1", "7", "stamps", "8"),
            ("10", "10", "of 10 stamps", "0 gift"), ("10", "12", "of 10 stamps", "2 gift"),
            ("3/10", "7", "stamps", "4"),
            ("3/12", "7", "of 10 stamps", "4 other"), ("x", "10", "of 10 stamps", "0 gift"),
            ("X", "11", "of 10 stamps", "1 gift"),
            ("x", "9", "of 10 stamps", "a full card has 10 stamps; this one has 9"),
            ("x", "10", "EUR", "x is for a stamp card, such as 10/10 stamps"),
            ("used", "12.50", "EUR", "0.00 used"), ("used", "20", "%", "20 used"), ("used", "", nil, " used"),
            ("used", "7", "of 10 stamps", "7 used"), ("used", "340", nil, "340 used"),
            ("used", "a lot", "EUR", "a lot used"),
            ("5", "20", "%", "20 % is not an amount to spend; write \"used\" when it is used"),
            ("5", "2", "x", "2x is not an amount to spend; write \"used\" when it is used"),
            ("5 %", "20", "EUR", "percent cannot be spent or received"), ("1 stamp", "20", "EUR", "19 other"),
        ] as [(String, String, String?, String)])
    func booking(text: String, balance: String, currency: String?, result: String) {
        #expect(Self.booked(text, balance, currency) == result)
    }

    // MARK: - Drafts

    @Test("the form has stamps in one text, and the currency's field stays empty")
    func draft() {
        var card = Card(identifier: .random(), name: "Coffee")
        (card.balance, card.currency) = ("7", "of 10 stamps")
        var draft = CardDraft(editing: card)
        #expect((draft.text(of: .balance), draft.text(of: .currency)) == ("7/10 stamps", ""))
        #expect(!draft.isChanged)
        draft.setText("8", of: .balance)
        #expect((draft.card.balance, draft.card.currency) == ("8", "of 10 stamps"))
        draft.setText("11", of: .balance)
        #expect(draft.problems[.balance] == "a card with 10 stamps cannot have 11")
        draft.setText("12.50 EUR", of: .balance)
        #expect((draft.card.balance, draft.card.currency, draft.problems.isEmpty) == ("12.50", "EUR", true))
        draft.setText("", of: .balance)
        #expect((draft.card.balance, draft.card.currency, draft.problems.isEmpty) == ("", nil, true))
        draft.setText("20 %", of: .balance)
        draft.setText("EUR", of: .currency)
        #expect(draft.problems[.currency] == "the balance is in percent")
    }

    @Test("a draft that is kept comes back with its stamps")
    func keptDraft() throws {
        var draft = CardDraft(creating: .random(), Self.german)
        draft.setText("Coffee", of: .name)
        for text in ["7/10 stamps", "12,5 %", "1,5x", "3 stamps"] {
            draft.setText(text, of: .balance)
            let kept = try #require(CardDraft(json: draft.json, photos: [:], Self.german))
            #expect(kept.card.balance == draft.card.balance && kept.card.currency == draft.card.currency, "\(text)")
        }
    }

    @Test("sums have no reductions, and stamps of all cards together")
    func sums() {
        var totals = BalanceTotals()
        for (amount, currency) in [
            ("7", "of 10 stamps"), ("3", "of 8 stamps"), ("20", "%"), ("2", "x"), ("5", nil), ("1.50", "EUR"),
        ] as [(String, String?)] {
            totals.add(Balance(amount: amount, currency: currency))
        }
        #expect(totals.sums.map { LocalFormat.iso.text($0.balance) } == ["1.50 EUR", "10 stamps", "5 points"])
    }
}
