import Testing

@testable import Cards

@Suite("Reminders of moments")
struct MomentReminderTests {
    /// A reader two hours east of UTC.
    private static func clock(_ now: String) -> CardClock {
        let east: @Sendable (Timestamp) -> Timestamp = { Timestamp(clamping: $0.milliseconds + 7_200_000) }
        let instant = Timestamp(now) ?? Timestamp(milliseconds: 0)
        return CardClock(
            now: { instant }, today: { east(instant).day },
            timeOfDay: { String(east($0).text.dropFirst(11).prefix(5)) }, day: { east($0).day })
    }

    private func card(_ moments: (CardMoment.Kind, String)...) -> Card {
        var card = Card(identifier: .random(), name: "Juniper Rail")
        card.moments = moments.compactMap { kind, start in Moment(start).map { CardMoment(kind, from: $0) } }
        return card
    }

    private func plan(_ cards: [Card], at now: String, _ periods: String = "24h, 3h", sent: [SentReminder] = []) throws
        -> ReminderPlan
    {
        let clock = Self.clock(now)
        var plan = ReminderPlan([], sent: sent, today: clock.today())
        plan.add(momentsOf: cards, sent: sent, try MomentPeriods(typed: periods), clock)
        return plan
    }

    @Test(
        "periods are hours or days",
        arguments: [
            ("24h", [24]), ("24h, 3h,3 hours", [24, 3]), ("2d", [48]), ("1 day", [24]), ("Never", []), ("720h", [720]),
        ])
    func reading(text: String, hours: [Int]) throws {
        #expect(try MomentPeriods(typed: text).hours == hours)
    }

    @Test(
        "once a day is enough only where each period is two days or more",
        arguments: [
            ("24h", false), ("48h, 3h", false), ("47h", false), ("48h", true), ("3d, 2d", true), ("never", true),
        ])
    func daily(text: String, isDaily: Bool) throws {
        #expect(try MomentPeriods(typed: text).isDaily == isDaily)
    }

    @Test(
        "what is no period is refused",
        arguments: ["", "24", "0h", "-3h", "721h", "31d", "3x", "24h,", "soon", "1h 2h"])
    func refused(text: String) { #expect(throws: TypingError.self) { try MomentPeriods(typed: text) } }

    @Test(
        "a departure is told in its hours and until it leaves, at 14:05 for the reader",
        arguments: [
            ("2026-11-23T12:04:00Z", [String]()), ("2026-11-23T12:05:00Z", ["24h@12:05Z"]),
            ("2026-11-24T09:04:00Z", ["24h@12:05Z"]), ("2026-11-24T09:05:00Z", ["24h@12:05Z", "3h@12:05Z"]),
            ("2026-11-24T12:05:00Z", ["24h@12:05Z", "3h@12:05Z"]), ("2026-11-24T12:06:00Z", []),
        ])
    func hours(now: String, periods: [String]) throws {
        let plan = try plan([card((.departure, "2026-11-24T13:05:00+01:00"))], at: now)
        #expect(plan.due.flatMap { $0.sent.map(\.period) } == periods)
        #expect(plan.due.allSatisfy { $0.moment?.kind == .departure && $0.expiry.text == "2026-11-24" })
    }

    @Test("each is told once; a nearer one comes again, and another device in another zone knows it")
    func once() throws {
        let card = card((.departure, "2026-11-24T00:30:00+02:00"))
        let first = try plan([card], at: "2026-11-23T08:00:00Z")
        #expect(first.due.count == 1)
        let sent = first.due.flatMap(\.sent)
        // The day is that in UTC, whoever tells it.
        #expect(sent.map(\.expiry.text) == ["2026-11-23"])
        #expect(try plan([card], at: "2026-11-23T09:00:00Z", sent: sent).due.isEmpty)
        let nearer = try plan([card], at: "2026-11-23T20:00:00Z", sent: sent)
        #expect(nearer.due.flatMap { $0.sent.map(\.period) } == ["24h@22:30Z", "3h@22:30Z"])
        #expect(try plan([card], at: "2026-11-23T21:00:00Z", sent: sent + nearer.due.flatMap(\.sent)).due.isEmpty)
        // What travels between devices is short and has no blank.
        let long = try plan([card], at: "2026-11-23T09:00:00Z", "720h").due.flatMap(\.sent)
        #expect(long.allSatisfy { $0.period.utf8.count <= 16 && !$0.period.contains(" ") } && long.count == 1)
    }

    @Test("a departure is told and not its boarding; a day until it is over; no arrival; never is never")
    func cards() throws {
        var rail = card(
            (.boarding, "2026-11-24T13:00:00+01:00"), (.departure, "2026-11-24T13:05:00+01:00"),
            (.arrival, "2026-11-24T15:00:00+01:00"))
        let plan = try plan([rail], at: "2026-11-24T08:00:00Z")
        #expect(plan.due.map { $0.moment?.kind } == [.departure])
        #expect(plan.due.first?.sent.map(\.period) == ["24h@12:05Z"])
        rail.remindBefore = "never"
        #expect(try self.plan([rail], at: "2026-11-24T08:00:00Z").due.isEmpty)
        let day = card((.event, "2026-11-24"))
        #expect(try self.plan([day], at: "2026-11-22T21:59:00Z").due.isEmpty)
        #expect(try self.plan([day], at: "2026-11-22T22:00:00Z").due.first?.sent.map(\.period) == ["24h@"])
        #expect(try self.plan([day], at: "2026-11-24T21:59:00Z").due.count == 1)
        #expect(try self.plan([day], at: "2026-11-24T22:00:00Z").due.isEmpty)
        #expect(try self.plan([card((.arrival, "2026-11-24T15:00:00Z"))], at: "2026-11-24T14:00:00Z").due.isEmpty)
        let local = try self.plan([card((.event, "2026-11-24T15:00"))], at: "2026-11-24T11:00:00Z", "3h")
        #expect(local.due.first?.sent.map(\.period) == ["3h@15:00"])
    }

    @Test("what is told is what a calendar has: a date of relevance only where nothing says more, each start once")
    func selection() {
        func kinds(_ moments: (CardMoment.Kind, String)...) -> [CardMoment.Kind] {
            var card = Card(identifier: .random(), name: "Juniper Rail")
            card.moments = moments.compactMap { kind, start in Moment(start).map { CardMoment(kind, from: $0) } }
            let starts = Set(card.appointments.map(\.start))
            #expect(card.toldMoments.allSatisfy { starts.contains($0.start) })
            return card.toldMoments.map(\.kind)
        }
        let (early, late) = ("2026-11-24T12:00:00Z", "2026-11-24T14:00:00Z")
        #expect(kinds((.relevant, early), (.departure, late), (.arrival, "2026-11-24T16:00:00Z")) == [.departure])
        #expect(kinds((.relevant, early), (.event, early)) == [.event])
        #expect(kinds((.boarding, early), (.departure, early), (.event, late)) == [.departure, .event])
        #expect(kinds((.relevant, early), (.boarding, late)) == [.boarding])
        #expect(kinds((.relevant, early), (.relevant, early), (.relevant, late)) == [.relevant, .relevant])
        #expect(kinds((.relevant, early), (.arrival, late)) == [.relevant])
        #expect(kinds((.arrival, late)).isEmpty)
    }

    @Test("an outward and a return train are told each, in the order of their times; only what is told is remembered")
    func journeys() throws {
        let rail = card((.departure, "2026-11-24T18:00:00Z"), (.departure, "2026-11-24T08:00:00Z"))
        let first = try plan([rail], at: "2026-11-23T09:00:00Z")
        #expect(first.due.flatMap(\.sent).map(\.period) == ["24h@08:00Z"])
        let second = try plan([rail], at: "2026-11-23T19:00:00Z", sent: first.due.flatMap(\.sent))
        #expect(second.due.map { $0.sent.map(\.period) } == [["24h@18:00Z"]])
        let late = try plan([rail], at: "2026-11-23T19:00:00Z")
        #expect(late.due.map { $0.sent.map(\.period) } == [["24h@08:00Z"], ["24h@18:00Z"]])
    }

    @Test("reminders come by day, then by time, then by name; whole days can wait")
    func order() throws {
        var (zoo, air, day) = (
            card((.event, "2026-11-24T10:00:00Z")), card((.event, "2026-11-24T12:00:00Z")), card((.event, "2026-11-24"))
        )
        (zoo.name, air.name, day.name) = ("Zoo", "Air", "Middle")
        var bus = zoo
        bus.name = "Bus"
        let clock = Self.clock("2026-11-24T05:00:00Z")
        let periods = try MomentPeriods(typed: "24h")
        var all = ReminderPlan([], sent: [], today: clock.today())
        all.add(momentsOf: [air, zoo, day, bus], sent: [], periods, clock)
        #expect(all.due.map(\.card.name) == ["Middle", "Bus", "Zoo", "Air"])
        var timed = ReminderPlan([], sent: [], today: clock.today())
        timed.add(momentsOf: [air, zoo, day, bus], sent: [], periods, clock, includesDays: false)
        #expect(timed.due.map(\.card.name) == ["Bus", "Zoo", "Air"])
    }

    @Test("the sentence names card, what happens, day and time")
    func sentences() throws {
        let clock = Self.clock("2026-11-24T08:00:00Z")
        let rail = card(
            (.departure, "2026-11-24T13:05:00+01:00"), (.relevant, "2026-11-25T13:05"), (.event, "2026-12-05"))
        #expect(
            rail.moments.map { $0.sentence(of: rail, clock, .iso) } == [
                "Juniper Rail: departs today 14:05", "Juniper Rail: tomorrow 13:05", "Juniper Rail: 2026-12-05",
            ])
    }
}
