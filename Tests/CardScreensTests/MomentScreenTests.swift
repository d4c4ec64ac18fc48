import CardViewModels
import Cards
import Terminal
import TestSupport
import Testing

@testable import CardScreens

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
}
