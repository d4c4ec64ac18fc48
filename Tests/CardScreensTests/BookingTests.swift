import CardViewModels
import Cards
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("Spending and receiving on the screen")
struct BookingTests {
    private func journey(
        _ size: Size = Size(columns: 80, rows: 24), validFrom: CalendarDay? = nil
    ) async throws -> Journey {
        var cards = Card.samples
        for index in cards.indices where cards[index].name == "Cedar Library" { cards[index].validFrom = validFrom }
        let journey = try await Journey(cards, size: size)
        journey.press(Key("j"), Key("j"), Key("$"))
        await journey.see("Spend or receive")
        return journey
    }

    private func balance(_ journey: Journey) async throws -> String? {
        try await journey.cards().first { $0.name == "Cedar Library" }?.balance
    }

    @Test("the new balance is shown while an amount is typed, and u takes the booking back")
    func spending() async throws {
        let journey = try await journey()
        journey.type("7.40")
        await journey.see("balance 12.50 EUR, then 5.10 EUR")
        journey.press(.tab)
        journey.type("yesterday")
        journey.press(.tab)
        journey.type("a book")
        journey.press(.enter)
        await journey.see("Cedar Library: 5.10 EUR · u undoes")
        #expect(try await balance(journey) == "5.10")
        journey.press(Key("u"))
        await journey.see("Undid: changed the balance of Cedar Library")
        #expect(try await balance(journey) == "12.50")
    }

    /// Elm Gym with this balance, and its page.
    private func page(_ amount: String, _ currency: String?) async throws -> Journey {
        var cards = Card.samples
        for index in cards.indices where cards[index].name == "Cedar Library" {
            (cards[index].balance, cards[index].currency) = (amount, currency)
        }
        let journey = try await Journey(cards, size: Size(columns: 80, rows: 24))
        journey.press(Key("j"), Key("j"), .enter)
        await journey.see("Cedar Library")
        return journey
    }

    @Test("stamps are circles; one is added, a full card says so, and x takes the gift")
    func stamps() async throws {
        let journey = try await page("8", "of 10 stamps")
        await journey.see("● ● ● ● ● ● ● ● ○ ○")
        journey.press(Key("$"))
        await journey.see("8/10 stamps. +1 adds a stamp.")
        journey.type("+3")
        journey.press(.enter)
        await journey.see("This card has room for 2 more.")
        journey.press(.backspace)
        journey.type("2")
        journey.press(.enter)
        await journey.see("one free: $ x redeems it")
        journey.press(Key("$"))
        await journey.see("10/10 stamps: one free. x redeems it.")
        journey.type("x")
        await journey.see("balance 10/10 stamps, then 0/10 stamps")
        journey.press(.enter)
        await journey.see("○ ○ ○ ○ ○ ○ ○ ○ ○ ○")
        journey.press(Key("u"))
        await journey.see("one free: $ x redeems it")
        #expect(try await balance(journey) == "10")
    }

    @Test("a coupon is used, by what is written and by the command; it is put away with its day, and u brings it back")
    func used() async throws {
        let journey = try await page("20", "%")
        await journey.see("20 %")
        journey.press(Key("$"))
        await journey.see("20 %. \"used\" marks it as used.")
        journey.type("used")
        await journey.see("used; the card is archived")
        journey.press(.enter)
        await journey.see("Cedar Library: used · u undoes")
        await journey.see("used on ")
        journey.press(Key("u"))
        await journey.see("Undid: used Cedar Library")
        await journey.seeNo("used on ")
        journey.type(":used")
        await journey.see("mark a voucher as used")
        journey.press(.enter)
        await journey.see("Marked Cedar Library as used")
        await journey.see("used on ")
        // It is brought back as any archived card.
        journey.press(Key("z"))
        await journey.seeNo("used on ")
        // It is shown before it is written.
        try await eventually("the card to be brought back") {
            let card = try await journey.cards().first { $0.name == "Cedar Library" }
            return card?.used == nil && card?.isArchived == false
        }
        #expect(try await balance(journey) == "20")
    }

    @Test("marked vouchers are used in one step, with the money that is left on them")
    func severalUsed() async throws {
        let journey = try await Journey(Card.samples, size: Size(columns: 80, rows: 24))
        journey.press(Key("j"), Key("j"), Key(" "), Key(" "))
        await journey.see("2 marked")
        journey.type(":used")
        await journey.see("mark a voucher as used")
        journey.press(.enter)
        await journey.see("Marked 2 cards as used")
        #expect(try await journey.cards().count { $0.used != nil && $0.isArchived } == 2)
        #expect(try await balance(journey) == "0.00")
        journey.press(Key("u"))
        await journey.see("Undid: used 2 cards")
        #expect(try await balance(journey) == "12.50")
    }

    @Test("a plus receives")
    func receiving() async throws {
        let journey = try await journey()
        journey.type("+20")
        journey.press(.enter)
        await journey.see("Cedar Library: 32.50 EUR")
        #expect(try await balance(journey) == "32.50")
    }

    @Test("below zero and another currency ask first", arguments: ["20", "1 USD"])
    func asking(_ amount: String) async throws {
        let journey = try await journey()
        journey.type(amount)
        journey.press(.enter)
        await journey.wait("the question") { journey.model.prompts.prompt != nil }
        journey.press(Key("n"))
        await journey.wait("the form") { journey.model.prompts.prompt == nil }
        #expect(try await balance(journey) == "12.50")
        journey.press(.enter)
        await journey.wait("the question") { journey.model.prompts.prompt != nil }
        journey.press(Key("y"))
        await journey.see("Cedar Library: ")
        #expect(try await balance(journey) == (amount == "20" ? "-7.50" : "11.50"))
    }

    @Test("a day before the card is valid asks first")
    func early() async throws {
        let journey = try await journey(validFrom: CalendarDay("2026-11-10"))
        journey.type("1.50")
        journey.press(.tab)
        journey.type("2026-11-09")
        journey.press(.enter)
        let question = "The card is not valid until 2026-11-10, after the day of this entry. Record it anyway?"
        await journey.wait("the question") { journey.model.prompts.prompt?.text == question }
        #expect(try await balance(journey) == "12.50")
        journey.press(Key("y"))
        await journey.see("Cedar Library: 11.00 EUR")
        #expect(try await balance(journey) == "11.00")
    }

    @Test("what cannot be booked says why and keeps what was typed")
    func refused() async throws {
        let journey = try await journey()
        journey.type("1.005")
        journey.press(.enter)
        await journey.see("EUR has 2 decimals.")
        await journey.see("1.005")
        journey.press(.escape)
        await journey.seeNo("Spend or receive")
        #expect(try await balance(journey) == "12.50")
    }

    @Test("the form works on the smallest screen")
    func small() async throws {
        let journey = try await journey(Size(columns: 20, rows: 5))
        journey.type("2.50")
        journey.press(.tab, .tab)
        journey.type("tea")
        journey.press(.enter)
        await journey.wait("the booking") { try await balance(journey) == "10.00" }
    }
}
