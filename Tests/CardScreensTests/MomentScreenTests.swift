import Cards
import Terminal
import TestSupport
import Testing

@testable import CardScreens
@testable import CardViewModels

/// When cards matter, on the screens. Today is 20 November 2026.
@MainActor
@Suite("Moments on the screens")
struct MomentScreenTests {
    nonisolated private static func card(_ name: String, _ kind: CardMoment.Kind, _ start: String) -> Card {
        .made(name, "1") { card in
            card.moments = Moment(start).map { [CardMoment(kind, from: $0)] } ?? []
        }
    }

    nonisolated private static let rail = card("Rail", .departure, "2026-11-20T15:05:00+01:00")
    nonisolated private static let concert = card("Concert", .event, "2026-11-25T19:00:00Z")
    nonisolated private static let flight = Card.made(
        "Air", "M1KOWALSKA/ZOFIA      EABC123 WAWAMSLO 0265 325Y001A0025 100"
    ) {
        ($0.barcode, $0.created) = (Barcode(format: .aztec), Timestamp("2026-11-01T08:00:00Z"))
    }

    private func journey(columns: Int = 80) async throws -> Journey {
        try await Journey(
            [Self.concert, Self.rail, Self.flight, .made("Zoo", "2")], size: Size(columns: columns, rows: 30))
    }

    @Test("the page of a card tells when it matters, in the reader's zone and its own", arguments: [80, 130])
    func page(columns: Int) async throws {
        let journey = try await journey(columns: columns)
        await journey.find("rail")
        journey.press(.enter, .enter)
        await journey.see("departs  today 14:05, 15:05")
        await journey.see("+01:00")
    }

    @Test("the page of a boarding pass tells its flight, its seat and whose it is")
    func flight() async throws {
        let journey = try await journey()
        await journey.find("air")
        journey.press(.enter, .enter)
        await journey.see("flight  LO 265 WAW → AMS,")
        await journey.see("tomorrow, seat 1A")
        await journey.see("passenger  KOWALSKA/ZOFIA")
    }

    @Test("a search finds what matters today or soon, and the order puts it first")
    func finding() async throws {
        let journey = try await journey()
        await journey.find("next:today")
        #expect(journey.names == ["Rail"])
        journey.press(.escape)
        await journey.find("next:<6d")
        #expect(journey.names == ["Air", "Concert", "Rail"])
        journey.press(.escape)
        journey.model.list.sort(by: .next)
        await journey.see(names: ["Rail", "Air", "Concert", "Zoo"])
    }

    @Test("in the order of what is next each row tells when", arguments: [80, 60])
    func rows(columns: Int) async throws {
        let journey = try await journey(columns: columns)
        #expect(!journey.text.contains("today 14:05"))
        journey.model.list.sort(by: .next)
        await journey.see("today 14:05")
        func row(_ name: String) -> String { journey.lines.first { $0.contains(name) } ?? "" }
        #expect(row("Rail").contains("today 14:05") && row("Air").contains("tomorrow"))
        #expect(row("Concert").contains("2026-11-25 19:00") && !row("Zoo").contains("2026"))
        journey.model.list.sort(by: .name)
        await journey.wait("the other order") { !journey.text.contains("today 14:05") }
    }

    @Test(
        "the start says what departs or begins today and has not yet, each once, and later that for which there was no room"
    )
    func start() async throws {
        let look = FakeViewState()
        let gone = Self.card("Gone", .departure, "2026-11-20T09:05:00+01:00")
        let archived = Card.made("Away", "1") { card in
            (card.unknownFields, card.isArchived) = (Self.rail.unknownFields, true)
        }
        let cards = [Self.concert, Self.rail, Self.flight, gone, archived]
        let journey = try await Journey(cards, look: look, tellsExpiry: true)
        await journey.see("Rail: departs today 14:05")
        #expect(!journey.text.contains("Gone:") && !journey.text.contains("more today"))
        await journey.wait("the view state") { look.kept.notices.moments != MomentNotice() }
        let again = try await Journey(cards, look: look, tellsExpiry: true)
        await again.model.context.tellExpiring()
        #expect(!again.text.contains("departs today"))
        let more = ["Bus", "Tram"].map { Self.card($0, .relevant, "2026-11-20T15:00:00Z") }
        let several = try await Journey(cards + more, look: FakeViewState(), tellsExpiry: true)
        await several.see("Rail: departs today 14:05; Bus: today 15:00; 1 more today")
        let later = try await Journey(cards + more, look: look, tellsExpiry: true)
        await later.see("Bus: today 15:00; Tram: today 15:00")
        #expect(!later.text.contains("Rail: departs"))
    }

    @Test("a card with two trains is told for both, and a train that has left is no reason to tell again what expires")
    func notices() async throws {
        let look = FakeViewState()
        let expiring = Card.made("Gym", "2") { $0.expiry = Journey.clock.today() }
        var both = Self.rail
        both.moments += Self.card("Rail", .departure, "2026-11-20T21:30:00+01:00").moments
        let first = try await Journey([both], look: look, tellsExpiry: true)
        await first.see("Rail: departs today 14:05; Rail: departs today 20:30")
        await first.wait("the view state") { look.kept.notices.moments.texts.count == 2 }
        let second = try await Journey([both, expiring], look: look, tellsExpiry: true)
        await second.see("1 card expires this week")
        await second.wait("the view state") { look.kept.notices.expiry != nil }
        #expect(look.kept.notices.moments.texts.count == 2)
        let third = try await Journey([expiring], look: look, tellsExpiry: true)
        await third.model.context.tellExpiring()
        #expect(!third.text.contains("this week"))
    }
}
