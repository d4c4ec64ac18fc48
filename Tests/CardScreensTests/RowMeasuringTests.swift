import CardViewModels
import Cards
import Terminal
import Testing

@testable import CardScreens

@MainActor
@Suite("The texts of the list's rows")
struct RowMeasuringTests {
    @Test("they are built once for each row, and again only for one that has changed, or on another day")
    func once() async throws {
        let journey = try await Journey(Card.samples)
        let (list, measuring) = (journey.model.list, RowMeasuring())
        let today = Journey.clock.today()
        let setting = RowTexts.Setting(today: today, format: .iso, order: .name)
        _ = measuring.needs(of: list, setting, Journey.clock)
        _ = measuring.needs(of: list, setting, Journey.clock)
        let rows = list.loadedRows.compactMap { $0 }
        #expect(rows.count == Card.samples.count && measuring.count == rows.count)
        for card in rows { #expect(measuring.row(of: card)?.texts == RowTexts(card, setting, Journey.clock)) }

        let card = try #require(list.selectedRow)
        journey.press(Key("t"))
        await journey.wait("the star") {
            list.loadedRows.contains { $0?.id == card.id && $0?.isStarred != card.isStarred }
        }
        _ = measuring.needs(of: list, setting, Journey.clock)
        #expect(measuring.count == rows.count + 1)
        #expect(measuring.row(of: card) == nil)

        let tomorrow = RowTexts.Setting(
            today: CalendarDay(daysSince1970: today.daysSince1970 + 1), format: .iso, order: .name)
        _ = measuring.needs(of: list, tomorrow, Journey.clock)
        #expect(measuring.count == 2 * rows.count + 1)
        let now = try #require(list.selectedRow)
        #expect(measuring.row(of: now)?.texts == RowTexts(now, tomorrow, Journey.clock))
    }
}
