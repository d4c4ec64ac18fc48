import Cards
import Terminal
import Testing

@testable import CardViewModels

/// On 20 November 2026.
@MainActor
@Suite("Cards that expire, on the screens")
struct ExpiryTests {
    private static func card(_ name: String, in days: Int) -> Card {
        .made(name, "1") { $0.expiry = Journey.clock.today().adding(days: days) }
    }

    private static let cards: [Card] = [
        card("Bakery", in: 6), card("Cinema", in: 7), card("Gym", in: 0), card("Old", in: -31), .made("Zoo", "1"),
        Card.made("Away", "1") {
            ($0.expiry, $0.isArchived) = (Journey.clock.today(), true)
        },
    ]

    @Test("the start says how many cards expire this week and which key lists them, once a day for the same cards")
    func start() async throws {
        let look = FakeViewState()
        let journey = try await Journey(Self.cards, look: look, tellsExpiry: true)
        await journey.see("2 cards expire this week · W shows them")
        await journey.wait("the view state") { look.kept.notices.expiry != nil }
        journey.press(Key("W"))
        await journey.see(names: ["Bakery", "Gym"])
        #expect(journey.lines[0].hasPrefix(" / expires:"))
        #expect(!journey.text.contains("this week ·"))
        let again = try await Journey(Self.cards, look: look, tellsExpiry: true)
        await again.model.context.tellExpiring()
        #expect(!again.text.contains("this week ·"))
        let changed = try await Journey([Self.cards[0]], look: look, tellsExpiry: true)
        await changed.see("1 card expires this week · W shows it")
    }

    @Test("the line of the start, and the picker of a new last day", arguments: GoldenTests.sizes, Look.allCases)
    func pictures(size: Size, look: Look) async throws {
        let journey = try await Journey(Self.cards, size: size, theme: look.theme, tellsExpiry: true)
        await journey.see("expire this week")
        await expectGolden(journey, "start-expiring", look)
        journey.press(Key("r"))
        await journey.see("Renew ")
        await expectGolden(journey, "renewals", look)
    }

    @Test("nothing is said where nothing expires this week")
    func silence() async throws {
        let journey = try await Journey([Self.card("Cinema", in: 7)], tellsExpiry: true)
        await journey.model.context.tellExpiring()
        #expect(!journey.text.contains("this week"))
    }

    @Test("cards that expired long enough ago are archived at the start, and u takes that back for good")
    func archiving() async throws {
        let period = try ReminderPeriods.period("30d")
        let journey = try await Journey([Self.card("Old", in: -31)], tellsExpiry: true, archiveAfter: period)
        await journey.see("Archived Old: expired before 2026-10-21 · u undoes")
        let identifier = Self.card("Old", in: 0).identifier
        #expect(try await journey.store.card(identifier)?.isArchived == true)
        journey.press(Key("u"))
        await journey.see("Undid: archived Old")
        #expect(try await journey.store.card(identifier)?.isArchived == false)
        await journey.model.context.archiveExpired()
        #expect(try await journey.store.card(identifier)?.isArchived == false)
    }

    @Test("r on the list renews the selected card by a period from its last day, as one step")
    func renewing() async throws {
        let card = Self.card("Gym", in: 3)
        let journey = try await Journey([card])
        journey.press(Key("r"))
        await journey.see("1 year, valid from 2026-11-24 on")
        await journey.see("until 2027-11-23")
        journey.press(.enter)
        await journey.see("Gym is valid until 2027-11-23 · u undoes")
        #expect(try await journey.store.card(card.identifier)?.expiry?.text == "2027-11-23")
        #expect(try await journey.store.card(card.identifier)?.validFrom == nil)
        journey.press(Key("u"))
        await journey.see("Undid: changed the expiry date of Gym")
        #expect(try await journey.store.card(card.identifier)?.expiry == card.expiry)
    }

    @Test("the page of a card that expires soon shows the key, and any day can be typed")
    func typedDay() async throws {
        let card = Self.card("Gym", in: 3)
        let journey = try await Journey([card])
        journey.press(.enter)
        await journey.see("r renew")
        journey.press(Key("r"))
        await journey.see("until 2027-11-23")
        journey.type("2028-01-31")
        await journey.see("until Monday, 31 January 2028")
        journey.press(.enter)
        await journey.see("Gym is valid until 2028-01-31")
        #expect(try await journey.store.card(card.identifier)?.expiry?.text == "2028-01-31")
        await journey.seeNo("r renew")
        journey.press(Key("r"))
        await journey.see("until 2029-01-31")
        journey.type("some day")
        journey.press(.enter)
        await journey.see("The expiry date cannot be read")
        #expect(try await journey.store.card(card.identifier)?.expiry?.text == "2028-01-31")
    }
}
