import Testing

@testable import Cards

@Suite("Moments of cards")
struct TimetableTests {
    /// Two hours before UTC, as a reader in Athens would have it in winter.
    private static let clock = CardClock(
        now: { Timestamp(milliseconds: 1_795_420_800_000) }, today: { today },
        timeOfDay: { String(Timestamp(milliseconds: $0.milliseconds + 7_200_000).text.dropFirst(11).prefix(5)) },
        day: { Timestamp(milliseconds: $0.milliseconds + 7_200_000).day })
    private static let today = CalendarDay(year: 2026, month: 11, day: 24) ?? .first

    private func card(_ moments: [(CardMoment.Kind, String, String?)]) -> Card {
        var card = Card(identifier: .random(), name: "Juniper Rail")
        card.moments = moments.compactMap { kind, start, end in
            Moment(start).map { CardMoment(kind, from: $0, to: end.flatMap { Moment($0) }) }
        }
        return card
    }

    private func lines(_ card: Card) -> [String] {
        Timetable(card, Self.clock).lines(today: Self.today, .iso).map { "\($0.label): \($0.text)" }
    }

    @Test(
        "a moment is written as it was read, and keeps its zone",
        arguments: [
            ("2026-12-01", "2026-12-01"), ("2026-12-01T14:05", "2026-12-01T14:05:00"),
            ("2026-12-01 14:05:30z", "2026-12-01T14:05:30Z"), ("2026-12-01T14:05+0130", "2026-12-01T14:05:00+01:30"),
            ("2026-12-01T14:05:00-05", "2026-12-01T14:05:00-05:00"), ("2026-12-01T99:05Z", "2026-12-01"),
        ])
    func texts(written: String, text: String) throws {
        let moment = try #require(Moment(written))
        #expect(moment.text.uppercased() == text)
        #expect(Moment(moment.text) == moment)
    }

    @Test("moments survive JSON, as a member that older programs keep; what is no moment is none")
    func json() throws {
        let card = card([
            (.departure, "2026-12-01T14:05:00+01:00", nil), (.event, "2026-12-02", "2026-12-03T01:00:00Z"),
        ])
        let json = try JSONParser.parse(JSONWriter.bytes(of: .object(card.unknownFields)))
        var copy = Card(identifier: .random(), name: "B")
        copy.unknownFields = try #require(json.object)
        #expect(copy.moments == card.moments && card.moments.count == 2)
        for other in ["7", "[7, {}, {\"start\": 3}, {\"start\": \"soon\"}]", "{}"] {
            copy.unknownFields[Card.momentsKey] = try JSONParser.parse(Array(other.utf8))
            #expect(copy.moments.isEmpty)
        }
        let later = #"[{"kind": "gate closes", "start": "2026-12-01T14:05Z", "gate": "4"}]"#
        copy.unknownFields[Card.momentsKey] = try JSONParser.parse(Array(later.utf8))
        #expect(copy.moments.map(\.kind) == [.relevant])
    }

    @Test("moments are told in the reader's days and times, and in their own zone where that is another")
    func readers() {
        let card = card([
            (.departure, "2026-11-24T13:05:00+01:00", nil), (.boarding, "2026-11-24T12:05:00Z", nil),
            (.event, "2026-11-25T20:00:00+02:00", "2026-11-25T22:30:00+02:00"),
            (.event, "2026-12-01", "2026-12-03"), (.arrival, "2026-11-23T23:30:00-05:00", nil),
            (.relevant, "2026-11-20T10:00", "2026-11-19"),
        ])
        #expect(
            lines(card) == [
                "when: 2026-11-20 10:00", "arrives: today 06:30, 2026-11-23 23:30 -05:00",
                "departs: today 14:05, 13:05 +01:00",
                "boards: today 14:05", "event: tomorrow 20:00–22:30", "event: 2026-12-01 until 2026-12-03, in 7 days",
            ])
        let urgencies = Timetable(card, Self.clock).lines(today: Self.today, .iso).map(\.urgency)
        #expect(urgencies == [.past, .last, .last, .last, .last, .none])
    }

    @Test("the day in the moment's own zone is told where it is another one")
    func otherDay() {
        #expect(
            lines(card([(.relevant, "2026-12-05T01:00:00+09:00", nil), (.relevant, "2026-12-06T01:00:00+01:00", nil)]))
                == [
                    "when: 2026-12-04 18:00, in 10 days, 2026-12-05 01:00 +09:00",
                    "when: 2026-12-06 02:00, in 12 days, 01:00 +01:00",
                ])
    }

    @Test("a second flight on the day of a departure is in the calendar, too")
    func secondFlight() {
        var card = card([(.departure, "2026-11-25T14:05:00+01:00", nil)])
        card.barcode = Barcode(
            format: .aztec,
            value: "M2KOWALSKA/ZOFIA      EABC123 WAWAMSLO 0265 329Y001A0025 100DEF456 AMSJFKKL 0641 329C    0002 100")
        card.created = Timestamp("2026-11-01T00:00:00Z")
        #expect(card.appointments.map(\.summary) == ["Juniper Rail departs", "KL 641 AMS → JFK"])
        card.moments += card.moments
        #expect(card.appointments.count == 2)
        // What only says a day says it of all flights.
        card.moments = [CardMoment(.relevant, from: Moment(day: card.moments[0].start.day))]
        #expect(card.appointments.count == 1)
    }

    @Test("a boarding pass tells its flights; their days are moments where no other is on them")
    func flights() {
        var card = card([(.departure, "2026-11-25T14:05:00+01:00", nil)])
        card.barcode = Barcode(
            format: .aztec,
            value: "M2KOWALSKA/ZOFIA      EABC123 WAWAMSLO 0265 329Y001A0025 100DEF456 AMSJFKKL 0641 330C    0002 100")
        #expect(
            lines(card) == [
                "flight: LO 265 WAW → AMS, tomorrow, seat 1A", "departs: tomorrow 15:05, 14:05 +01:00",
                "flight: KL 641 AMS → JFK, 2026-11-26, in 2 days", "passenger: KOWALSKA/ZOFIA",
            ])
        #expect(card.timetable.map(\.start.day.text) == ["2026-11-25", "2026-11-26"])
        card.moments = []
        // Nothing tells the year.
        #expect(card.timetable.isEmpty && card.boardingPass?.legs.count == 2)
        card.created = Timestamp("2026-11-01T00:00:00Z")
        #expect(card.timetable.map(\.start.day.text) == ["2026-11-25", "2026-11-26"])
    }

    @Test(
        "a moment in UTC tells the flight of the day before, of it or after; one flight, and none further away",
        arguments: [
            ("2026-11-25T23:30:00Z", ["2026-11-25", "2026-11-26"]),
            ("2026-11-24T23:30:00Z", ["2026-11-24", "2026-11-26"]),
            ("2026-11-27T00:10:00Z", ["2026-11-27", "2026-11-25"]),
            ("2026-11-23T23:30:00Z", ["2026-11-23", "2026-11-25", "2026-11-26"]),
            // In the zone of a place the day is that of the place.
            ("2026-11-24T23:30:00+01:00", ["2026-11-24", "2026-11-25", "2026-11-26"]),
            ("2026-11-24T23:30:00", ["2026-11-24", "2026-11-25", "2026-11-26"]),
        ])
    func utc(start: String, days: [String]) throws {
        // On 25 and 26 November.
        var card = card([(.departure, start, nil)])
        card.barcode = Barcode(
            format: .aztec,
            value: "M2KOWALSKA/ZOFIA      EABC123 WAWAMSLO 0265 329Y001A0025 100DEF456 AMSJFKKL 0641 330C    0002 100")
        card.created = Timestamp("2026-11-01T00:00:00Z")
        #expect(card.timetable.map(\.start.day.text) == days)
        #expect(card.appointments.map(\.start.day.text) == days)
        // The arrival is that of the same flight.
        card.moments += [try CardMoment(.arrival, from: #require(Moment("2026-11-25T05:00:00Z")))]
        #expect(card.timetable.count { $0.kind == .flight } <= days.count - 1)
    }

    @Test("a date that is absurd does not give the year of a flight: the moment nearest to when the card was made does")
    func absurdYear() throws {
        var card = card([(.relevant, "9999-12-31", nil), (.relevant, "2026-11-20T10:00:00+01:00", nil)])
        card.barcode = Barcode(format: .aztec, value: "M1KOWALSKA/ZOFIA      EABC123 WAWAMSLO 0265 329Y001A0025 100")
        card.created = Timestamp("2026-10-01T00:00:00Z")
        func flight() -> String? { card.timetable.last { $0.kind == .flight }?.start.day.text }
        #expect(flight() == "2026-11-25")
        card.moments.removeLast()
        #expect(flight() == "2026-11-25")
        card.expiry = CalendarDay("9999-12-31")
        card.moments = []
        #expect(flight() == "2026-11-25")
        card.expiry = CalendarDay("2025-12-01")
        #expect(flight() == "2025-11-25")
    }
}
