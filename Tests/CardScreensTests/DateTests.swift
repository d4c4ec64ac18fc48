import CardScreens
import CardStorage
import CardViewModels
import Cards
import Synchronization
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("Days, amounts and colours on the screens")
struct DateTests {
    private func openForm(_ format: LocalFormat = .iso, size: Size = Size(columns: 80, rows: 24)) async throws
        -> Journey
    {
        let journey = try await Journey(Card.samples, size: size, format: format)
        journey.press(Key("j"), Key("e"))
        await journey.see("Edit Amber Bakery")
        return journey
    }

    private func type(_ text: String, into field: DraftField, of journey: Journey) {
        journey.focus(field)
        journey.press(.control("a"), .control("k"))
        journey.type(text)
    }

    private func saved(_ journey: Journey) async throws -> Card {
        journey.press(.control("s"))
        await journey.see("Saved Amber Bakery")
        return try #require(try await journey.store.card(Card.samples[1].identifier))
    }

    @Test("the form tells the day in full and what it means, and saves it")
    func echo() async throws {
        let journey = try await openForm()
        type("31 dec 2026", into: .expiry, of: journey)
        await journey.see("Thursday, 31 December 2026 · in 41 days")
        type("tomorrow", into: .validFrom, of: journey)
        await journey.see("Saturday, 21 November 2026 · tomorrow")
        type("2026-02-30", into: .expiry, of: journey)
        await journey.see("✗ February 2026 has 28 days")
        type("12/2026", into: .expiry, of: journey)
        await journey.see("Thursday, 31 December 2026")
        let card = try await saved(journey)
        #expect(card.expiry?.text == "2026-12-31")
        #expect(card.validFrom?.text == "2026-11-21")
    }

    /// Days before 1970 are negative numbers.
    @Test("a Monday before 1970 is shown with its weekday, in a backend's card and in a resumed draft as well")
    func mondayBefore1970() async throws {
        let size = Size(columns: 100, rows: 24)
        let journey = try await openForm(size: size)
        type("1950-01-02", into: .expiry, of: journey)
        await journey.see("Monday, 2 January 1950 · 76 years ago")
        #expect(try await saved(journey).expiry?.text == "1950-01-02")

        let other = try await Journey(size: size)
        _ = try await other.store.connect(to: Journey.backend)
        let card = Card.made("Old Club", "1") { $0.expiry = CalendarDay("1950-01-02") }
        try await other.merge(card, fields: [.name, .number, .expiry])
        await other.see("Old Club")
        other.press(.enter)
        await other.see("until 1950-01-02")
        other.press(Key("e"))
        await other.see("Edit Old Club")
        other.focus(.expiry)
        await other.see("Monday, 2 January 1950 · 76 years ago")

        var draft = CardDraft(editing: card)
        draft.setText("1962-12-31", of: .validFrom)
        draft.setText("1969-12-29", of: .expiry)
        let process = try #require(DraftProcess(String(repeating: "0", count: 32)))
        let stored = StoredDraft(
            key: StoredDraft.Key(card: card.identifier, process: process), form: draft.json, time: Journey.clock.now())
        let resumed = try await Journey([card], size: size, drafts: FakeDrafts([stored]))
        await resumed.see("Resume editing")
        resumed.press(.enter)
        await resumed.wait("the form") { resumed.model.navigator.path.last is CardFormModel }
        resumed.focus(.validFrom)
        await resumed.see("Monday, 31 December 1962")
        resumed.focus(.expiry)
        await resumed.see("Monday, 29 December 1969")
    }

    @Test("where the day in full has no room behind its field, it stands beneath and is not cut")
    func narrowEcho() async throws {
        let journey = try await openForm(size: Size(columns: 40, rows: 24))
        type("31 dec 2026", into: .expiry, of: journey)
        await journey.see("Thursday, 31 December")
        await journey.see("2026 · in 41 days")
    }

    @Test("a balance is read with its currency as the locale writes it")
    func balance() async throws {
        let journey = try await openForm(.german)
        type("1.234,5 €", into: .balance, of: journey)
        await journey.see("EUR, from the balance")
        let card = try await saved(journey)
        #expect((card.balance, card.currency) == ("1234.5", "EUR"))
        await journey.see("1.234,5 €")
    }

    @Test("a balance in one currency beside a field with another is refused")
    func twoCurrencies() async throws {
        let journey = try await openForm()
        type("5 EUR", into: .balance, of: journey)
        type("USD", into: .currency, of: journey)
        await journey.see("✗ the balance is in EUR")
    }

    @Test("days are shown and edited as the locale writes them")
    func locale() async throws {
        let journey = try await Journey(Card.samples, format: .german)
        journey.press(Key("j"), Key("j"), .enter)
        await journey.see("until 31.12.2026")
        await journey.see("12,50 €")
        journey.press(Key("e"))
        await journey.see("Edit Cedar Library")
        type("5.1.27", into: .expiry, of: journey)
        await journey.see("Tuesday, 5 January 2027")
        journey.press(.control("s"))
        await journey.see("until 05.01.2027")
    }

    @Test("the search takes days in the notation of the locale")
    func search() async throws {
        let journey = try await Journey(Card.samples, format: .british)
        await journey.find("expires:31/12/26")
        #expect(journey.names == ["Cedar Library"])
    }

    @Test("a colour is picked from the palette, typed by name, or in numbers")
    func colors() async throws {
        let journey = try await openForm()
        journey.focus(.color)
        journey.press(.enter)
        await journey.see("Choose a color")
        journey.type("teal")
        journey.press(.enter)
        await journey.see("#00897b")
        #expect(try await saved(journey).color?.text == "#00897b")
        journey.press(Key("e"))
        await journey.see("Edit Amber Bakery")
        type("Gold", into: .color, of: journey)
        await journey.see("#d4af37")
        // A color that was typed needs no palette.
        journey.press(.enter)
        #expect(journey.model.prompts.picker == nil)
        #expect(try await saved(journey).color?.text == "#d4af37")
    }

    @Test("a card's colour is a mark before its name, and a swatch on its page, where the terminal has colours")
    func swatches() async throws {
        var card = Card.samples[1]
        card.color = CardColor(red: 1, green: 2, blue: 3)
        let journey = try await Journey([card])
        journey.terminal.colors = .trueColor
        #expect(journey.draw()[2, 2].text == "▎")
        // So dark a color could not be seen on a dark ground.
        #expect(journey.draw()[2, 2].style.foreground == .rgb(106, 106, 106))
        journey.press(.enter)
        await journey.see("■ #010203")
        journey.terminal.colors = .sixteen
        await journey.seeNo("■")
    }

    @Test("a colour has its name only if it is exactly that of the palette; a swatch stands before both")
    func exactNames() async throws {
        var (teal, other) = (Card.samples[0], Card.samples[1])
        teal.color = CardColor(typed: "teal")
        other.color = CardColor("#00897c")
        let journey = try await Journey([teal, other])
        journey.terminal.colors = .trueColor
        journey.press(.enter)
        await journey.see("■ teal")
        journey.press(Key("]"))
        await journey.see("■ #00897c")
    }

    @Test("in plain text keys in the form have names, and a card with photos does not say that it has no number")
    func plain() async throws {
        let card = Card.made("Photos") { ($0.front, $0.back) = (PhotoHash(of: [34, 21]), PhotoHash(of: [21, 34])) }
        let journey = try await Journey([card], photos: Card.samplePhotos, isPlain: true)
        journey.press(Key("v"))
        await journey.see("two photos")
        #expect(!journey.text.contains("no number"))
        journey.press(Key("a"))
        await journey.see("New card")
        journey.focus(.number)
        journey.type("5901234123457")
        journey.press(.enter)
        await journey.see("Enter chooses another")
    }

    @Test("at midnight words and filters follow without a key")
    func midnight() async throws {
        let today = DayOnWatch(Journey.clock.today())
        let (days, midnight) = AsyncStream.makeStream(of: Void.self)
        let clock = CardClock(
            now: Journey.clock.now, today: { today.day }, newDays: { days })
        let journey = try await Journey(Card.samples, clock: clock)
        await journey.see("expires in 12 days")
        await journey.find("expires:<12d")
        #expect(journey.model.list.count == 0)
        today.day = today.day.adding(days: 1)
        midnight.yield()
        await journey.see(names: ["Amber Bakery"])
        await journey.see("expires in 11 days")
        // A clock that was set, but shows the same day, changes nothing.
        midnight.yield()
        today.day = today.day.adding(days: 10)
        midnight.yield()
        await journey.see("expires tomorrow")
    }

    @Test("what expires today or tomorrow has the colour of caution, what has expired that of a warning")
    func caution() async throws {
        let today = Journey.clock.today()
        let journey = try await Journey(
            [-1, 0, 1, 2].map { days in .made("Card \(days + 1)", "1") { $0.expiry = today.adding(days: days) } })
        await journey.see("expires in 2 days")
        let canvas = journey.draw()
        let theme = Theme.terminal.shown(in: .indexed256)
        let styles = (1...4).map { row in canvas[77, row].style.foreground }
        #expect(
            styles == [
                theme[.warning].foreground, theme[.caution].foreground, theme[.caution].foreground,
                theme[.text].foreground,
            ])
    }
}

/// The day that a test's clock shows.
private final class DayOnWatch: Sendable {
    private let state: Mutex<CalendarDay>

    init(_ day: CalendarDay) { state = Mutex(day) }

    var day: CalendarDay {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
