import TestSupport
import Testing

@testable import Cards

@Suite("Reminders of cards that expire")
struct ReminderPlanTests {
    private func card(_ identifier: String, _ expiry: String, remind: String = "") throws -> Card {
        var card = Card(identifier: try #require(CardID(identifier)), name: "Card \(identifier)")
        let day = try #require(CalendarDay(expiry))
        card.expiry = day
        card.remindBefore = remind
        return card
    }

    private func plan(_ cards: [Card], _ sent: [SentReminder] = [], on day: String) throws -> ReminderPlan {
        ReminderPlan(cards, sent: sent, today: try #require(CalendarDay(day)))
    }

    private func periods(_ plan: ReminderPlan) -> [[String]] { plan.due.map { $0.sent.map(\.period) } }

    @Test(
        "periods are read as people write them",
        arguments: [
            ("30d, 7d, 1d", "30d 7d 1d"), ("2w", "14d"), ("1 month,1m", "1m"), ("34", "34d"), ("1y", "12m"),
            ("0d", "0d"), ("Never", ""),
        ])
    func reading(text: String, periods: String) throws {
        #expect(try ReminderPeriods(typed: text).periods.map(\.text).joined(separator: " ") == periods)
    }

    @Test("what is no period is refused", arguments: ["soon", "30d,", "-3d", "7x", "11y", "30d 7d", "never, 1d"])
    func refused(text: String) {
        #expect(throws: TypingError.self) { try ReminderPeriods(typed: text) }
    }

    @Test("a month is one of the calendar")
    func months() throws {
        let period = try ReminderPeriods.period("1m")
        #expect(period.day(before: try #require(CalendarDay("2026-03-31")))?.text == "2026-02-28")
    }

    @Test("cards of one day are in the order of the list")
    func order() throws {
        let cards = try ["zoo", "Bank", "Äpfel", "apple"].enumerated().map { index, name in
            var card = try card("\(index)", "2026-12-31")
            card.name = name
            return card
        }
        #expect(try plan(cards, on: "2026-12-31").due.map(\.card.name) == ["Äpfel", "apple", "Bank", "zoo"])
    }

    @Test("a card is told of once for each period, on its day")
    func onTime() throws {
        let card = try card("a", "2026-12-31")
        #expect(try plan([card], on: "2026-11-30").due.isEmpty)
        let first = try plan([card], on: "2026-12-01")
        #expect(periods(first) == [["30d"]])
        var sent = first.due.flatMap(\.sent)
        #expect(try plan([card], sent, on: "2026-12-01").due.isEmpty)
        #expect(try plan([card], sent, on: "2026-12-23").due.isEmpty)
        let second = try plan([card], sent, on: "2026-12-24")
        #expect(periods(second) == [["30d", "7d"]])
        sent += second.due.flatMap(\.sent)
        #expect(try periods(plan([card], sent, on: "2026-12-30")) == [["30d", "7d", "1d"]])
    }

    @Test("a machine that slept sends one reminder, also when the day has passed, but none of old cards")
    func catchingUp() throws {
        let card = try card("a", "2026-12-31")
        let late = try plan([card], on: "2027-01-05")
        #expect(periods(late) == [["30d", "7d", "1d"]])
        #expect(try plan([card], late.due.flatMap(\.sent), on: "2027-01-05").due.isEmpty)
        #expect(try plan([card], on: "2027-01-08").due.isEmpty)
    }

    @Test("the periods of a card count instead of those of the settings, and unreadable ones do not")
    func own() throws {
        let cards = [
            try card("a", "2026-12-31", remind: "3d"), try card("b", "2026-12-31", remind: "never"),
            try card("c", "2026-12-31", remind: "some day"),
        ]
        #expect(try plan(cards, on: "2026-12-24").due.map(\.card.identifier.text) == ["c"])
        #expect(try plan(cards, on: "2026-12-28").due.map(\.card.identifier.text) == ["a", "c"])
    }

    @Test("a renewed card is told of for its new day")
    func renewed() throws {
        let old = try card("a", "2026-12-31")
        let sent = try plan([old], on: "2026-12-30").due.flatMap(\.sent)
        let new = try card("a", "2027-12-31")
        #expect(try plan([new], sent, on: "2026-12-31").due.isEmpty)
        #expect(try periods(plan([new], sent, on: "2027-12-01")) == [["30d"]])
    }

    @Test("a clock that was a year ahead makes no reminder silent, and one that is set back a year repeats none")
    func wrongClock() throws {
        let cards = try (1...9).map { try card("\($0)", "2026-12-0\($0)") } + [card("later", "2027-12-05")]
        let sent = try plan(cards, on: "2026-11-23").due.flatMap(\.sent)
        // Set forward: the cards of this year have expired long ago.
        let ahead = try plan(cards, sent, on: "2027-11-23")
        #expect(ahead.due.map(\.card.identifier.text) == ["later"])
        let all = sent + ahead.due.flatMap(\.sent)
        // Set right again: nothing is repeated, and it is known that the clock was wrong.
        let back = try plan(cards, all, on: "2026-11-23")
        #expect(back.due.isEmpty)
        #expect(back.laterDay?.text == "2027-11-23")
        #expect(try plan(cards, all, on: "2027-11-06").due.map(\.card.identifier.text) == ["later"])
        // Set back a year: no card is near.
        #expect(try plan(cards, sent, on: "2025-11-23").due.isEmpty)
    }

    @Test(
        "over a year with sleep, zones and summer time each card is told of once for each period that was not slept through"
    )
    func year() throws {
        var random = SeededGenerator()
        for _ in 0..<10 {
            let start = try #require(CalendarDay("2026-01-01"))
            let cards = try (0..<20).map { number in
                let periods = ["", "30d, 7d, 1d", "1m, 3d", "never", "0d", "2w"]
                return try card(
                    "c\(number)", start.adding(days: Int.random(in: 0..<400, using: &random)).text,
                    remind: periods[Int.random(in: 0..<periods.count, using: &random)])
            }
            var sent: [SentReminder] = []
            var told: [CardID: [CalendarDay]] = [:]
            var runs: [CalendarDay] = []
            var hour = 0
            var zone = 1
            while hour < 365 * 24 {
                // Travel, and an hour of summer time.
                if Int.random(in: 0..<20, using: &random) == 0 { zone = Int.random(in: -11...14, using: &random) }
                let summer = (90 * 24..<300 * 24).contains(hour) ? 1 : 0
                let local = hour + zone + summer
                let today = start.adding(days: local >= 0 ? local / 24 : -1)
                let plan = ReminderPlan(cards, sent: sent, today: today)
                #expect(Set(plan.due.map(\.card.identifier)).count == plan.due.count)
                for reminder in plan.due {
                    told[reminder.card.identifier, default: []].append(today)
                    for row in reminder.sent {
                        let isKnown = sent.contains {
                            ($0.card, $0.expiry, $0.period) == (row.card, row.expiry, row.period)
                        }
                        if !isKnown { sent.append(row) }
                    }
                }
                runs.append(today)
                // A timer that runs twice, a day, or weeks of sleep.
                let sleep =
                    Int.random(in: 0..<12, using: &random) == 0 ? Int.random(in: 24..<40 * 24, using: &random) : 0
                hour += Int.random(in: 6...26, using: &random) + sleep
            }
            for card in cards {
                let expiry = try #require(card.expiry)
                let days = ReminderPeriods.of(card, standard: .standard).periods.compactMap { $0.day(before: expiry) }
                // A reminder is due when more periods have begun than ever before, and at the latest a week after the end.
                var begun = 0
                var expected: [CalendarDay] = []
                for today in runs where today <= expiry.adding(days: 7) {
                    let count = days.filter { $0 <= today }.count
                    if count > begun { expected.append(today) }
                    begun = max(begun, count)
                }
                #expect((told[card.identifier] ?? []) == expected, "\(card.name) \(expiry.text) \(card.remindBefore)")
                #expect(expected.count <= days.count)
            }
        }
    }
}
