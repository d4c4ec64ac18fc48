import Cards
import TestSupport
import Testing

@Suite("Amounts as people write them")
struct AmountParsingTests {
    private func read(_ text: String, _ format: LocalFormat) -> String? {
        guard let typed = try? format.amounts.amount(from: text) else { return nil }
        return typed.unit.map { "\(typed.amount) \($0.code ?? "points")" } ?? typed.amount
    }

    @Test(
        "an amount with its currency is read in every locale",
        arguments: [
            ("12.50 EUR", "12.50 EUR"), ("12,50 EUR", "12.50 EUR"), ("€12.50", "12.50 EUR"), ("€ 12,50", "12.50 EUR"),
            ("5 €", "5 EUR"), ("5€", "5 EUR"), ("EUR 5", "5 EUR"), ("£3", "3 GBP"), ("1,234.56", "1234.56"),
            ("1.234,56", "1234.56"), ("1'234.50 CHF", "1234.50 CHF"), ("1’234.50", "1234.50"), ("1 234,50", "1234.50"),
            ("1\u{202F}234,50 €", "1234.50 EUR"), ("1.234.567", "1234567"), ("1,234,567.5", "1234567.5"),
            ("12,34,567.00", "1234567.00"), ("-5", "-5"), ("\u{2212}5,20 €", "-5.20 EUR"), ("€-5", "-5 EUR"),
            ("+3", "3"),
            ("340 points", "340 points"), ("340 pts", "340 points"), ("0,125", "0.125"), ("5 zł", "5 PLN"),
            ("usd 7", "7 USD"), ("٣٫٥", "3.5"), ("12.5", "12.5"), ("1234,567", "1234.567"),
        ])
    func everywhere(text: String, amount: String) {
        for format in LocalFormat.samples { #expect(read(text, format) == amount, "\(format.amounts)") }
    }

    @Test(
        "the locale decides whether a mark divides thousands or decimals, and what a sign means",
        arguments: [
            ("1.234", LocalFormat.german, "1234"), ("1,234", .german, "1.234"), ("1.234", .american, "1.234"),
            ("1,234", .american, "1234"), ("1.234", .iso, "1.234"), ("1,234", .iso, "1234"), ("$5", .american, "5 USD"),
            ("5 kr", .swedish, "5 SEK"), ("5 kr.", .swedish, "5 SEK"), ("¥500", .japanese, "500 JPY"),
        ] as [(String, LocalFormat, String)])
    func locale(text: String, format: LocalFormat, amount: String) { #expect(read(text, format) == amount) }

    @Test(
        "what is no amount is refused",
        arguments: [
            "", " ", "EUR", "€", ".5", "5.", "1.2.3", "1,2,3", "1.234,56,7", "1,234.567,8", "12..5", "--5",
            "5-",
            "5 EUR USD", "€5 USD", "12 apples", "1e5", "5 €€", "1 EUR 2", "0x10", "five",
            String(repeating: "1", count: 31),
            String(repeating: "1,", count: 5000) + "1",
        ])
    func refused(text: String) {
        for format in LocalFormat.samples { #expect(read(text, format) == nil) }
    }

    @Test(
        "a balance is shown as the locale writes it",
        arguments: [
            ("1234.56", "EUR", LocalFormat.iso, "1234.56 EUR"), ("1234.56", "EUR", .german, "1.234,56 €"),
            ("1234.56", "USD", .german, "1.234,56 USD"), ("1234567", "GBP", .british, "£1,234,567"),
            ("-5", "USD", .american, "-$5"), ("1234567.5", "INR", .indian, "₹12,34,567.5"),
            ("1840", nil, .german, "1.840 points"), ("12.50", "EUR", .british, "12.50 EUR"),
            ("a lot", "EUR", .german, "a lot €"), ("999", "EUR", .german, "999 €"),
            ("0", "USD", .iso, "0.00 USD"), ("0", "USD", .american, "$0.00"), ("0", "EUR", .german, "0,00 €"),
            ("-0.0", "USD", .iso, "0.00 USD"), ("000", "KWD", .iso, "0.000 KWD"), ("0.00", "JPY", .iso, "0 JPY"),
            ("0", nil, .german, "0 points"), ("0.5", "USD", .iso, "0.5 USD"), ("-", "USD", .iso, "- USD"),
        ] as [(String, String?, LocalFormat, String)])
    func text(amount: String, currency: String?, format: LocalFormat, text: String) {
        #expect(format.text(Balance(amount: amount, currency: currency)) == text)
    }

    @Test("every amount but zero, as a locale writes it, is read back as itself", arguments: LocalFormat.samples)
    func roundTrip(format: LocalFormat) {
        var random = SeededGenerator()
        var wrong: [String] = []
        for _ in 0..<5000 {
            let whole = String(Int.random(in: 0...Int(1) << Int.random(in: 1...40, using: &random), using: &random))
            let digits = Int.random(in: 0...4, using: &random)
            let fraction = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
            let sign = Bool.random(using: &random) ? "-" : ""
            let amount = sign + whole + (fraction.isEmpty ? "" : "." + fraction)
            let currency = ["EUR", "USD", "JPY", "KWD", nil].randomElement(using: &random) ?? nil
            let shown = format.text(Balance(amount: amount, currency: currency))
            // Nothing left is shown with the digits of its currency.
            let isZero = amount.allSatisfy { "-.0".contains($0) }
            if !isZero, read(shown, format) != "\(amount) \(currency ?? "points")" { wrong.append(shown) }
            if read(format.amounts.typedText(amount), format) != amount { wrong.append(amount) }
        }
        #expect(wrong.prefix(3) == [])
    }

    @Test("a text of anything is an amount or refused")
    func anything() {
        var random = SeededGenerator()
        let parts = [
            "1", "23", "456", ".", ",", "'", " ", "-", "€", "EUR", "kr", "\u{301}", "🦊", "٣", "\u{0}", "points", "$",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }
            .joined()
            for format in [LocalFormat.iso, .german] {
                guard let typed = try? format.amounts.amount(from: text) else { continue }
                #expect(Balance.amount(from: typed.amount) == typed.amount, "\(text)")
            }
        }
    }

    @Test("colours have names; those of the palette are told by them")
    func colors() {
        #expect(CardColor.palette.count == 16)
        #expect(Set(CardColor.palette.map(\.color)).count == 16)
        for named in CardColor.palette {
            #expect(CardColor(typed: named.name.uppercased()) == named.color)
            #expect(named.color.name == named.name)
        }
        #expect(CardColor(typed: "gray") == CardColor(typed: "grey"))
        #expect(CardColor(typed: "#1a2B3c")?.text == "#1a2b3c")
        #expect(CardColor(typed: "no colour") == nil)
        #expect(CardColor("teal") == nil, "files hold numbers")
    }
}
