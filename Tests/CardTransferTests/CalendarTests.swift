import CardStorage
import Cards
import Testing

@testable import CardTransfer

@Suite("Calendars, by an independent reader", .timeLimit(.minutes(1)))
struct CalendarTests {
    /// What RFC 5545 says of lines, escapes and required properties; icalendar reads the file, too, where it is installed. Prints
    /// identifier, first day and last day of each event.
    private static let reader = #"""
        python3 -c '
        import re, sys
        data = open(sys.argv[1], "rb").read()
        assert data.endswith(b"\r\n"), "the last line has no end"
        rest = data.replace(b"\r\n", b"")
        assert b"\r" not in rest and b"\n" not in rest, "a line does not end with CR LF"
        for line in data.split(b"\r\n"):
            assert len(line) <= 75, line
            line.decode("utf-8")
        required = {
            "VCALENDAR": {"PRODID", "VERSION"}, "VEVENT": {"UID", "DTSTAMP", "DTSTART"},
            "VALARM": {"ACTION", "TRIGGER", "DESCRIPTION"},
        }
        stack, events, alarms = [], [], 0
        for line in data.decode("utf-8").replace("\r\n ", "").split("\r\n")[:-1]:
            match = re.fullmatch(r"([A-Z-]+)((?:;[A-Z-]+=[^;:,]+)*):(.*)", line)
            assert match, line
            name, parameters, value = match.groups()
            assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f]", value), line
            if name == "BEGIN":
                stack.append((value, {}))
            elif name == "END":
                kind, properties = stack.pop()
                assert kind == value and required[kind] <= set(properties), (kind, properties)
                if kind == "VEVENT":
                    events.append(properties)
                if kind == "VALARM":
                    alarms += 1
            else:
                assert name not in stack[-1][1], line
                stack[-1][1][name] = value
                if name in ("SUMMARY", "DESCRIPTION"):
                    assert re.fullmatch(r"(?:[^\\;,]|\\[\\;,nN])*", value), line
                if name in ("DTSTART", "DTEND"):
                    form = r"\d{8}" if parameters == ";VALUE=DATE" else r"\d{8}T\d{6}Z?"
                    assert parameters in ("", ";VALUE=DATE") and re.fullmatch(form, value), line
                if name == "DTSTAMP":
                    assert re.fullmatch(r"\d{8}T\d{6}Z", value), line
        assert not stack and alarms == len(events)
        assert len({event["UID"] for event in events}) == len(events), "two events have the same identifier"
        try:
            import icalendar
        except ImportError:
            icalendar = None
        if icalendar:
            assert len(icalendar.Calendar.from_ical(data).walk("VEVENT")) == len(events)
        for event in events:
            print(event["UID"], event["DTSTART"], event.get("DTEND"))
        ' "$1"
        """#

    @Test("the last day that can be written has an event without an end; cards without a day are counted")
    func never() async throws {
        let store = try SQLiteCardStore.inMemory()
        let changes = try ["9999-12-31", "9999-12-30", nil].enumerated().map { index, day in
            var card = Card(identifier: try #require(CardID("id-\(index)")), name: "Elm")
            card.expiry = day.flatMap { CalendarDay($0) }
            return CardChange.set(CardPatch(from: nil, to: card))
        }
        try await store.apply(changes)
        let export = try await ExportFormat.calendar.export(.all, of: store, now: Timestamp(milliseconds: 0))
        let text = try #require(try await shell(Self.reader, on: try await bytes(export)))
        #expect(
            text.split(separator: "\n").map(String.init).sorted() == [
                "id-0@cards-tui 99991231 None", "id-1@cards-tui 99991230 99991231",
            ])
        #expect(await export.report.omissions == ["cards without a date": 1])
    }

    @Test("moments are events at their times; a flight of a boarding pass takes its day")
    func moments() async throws {
        let store = try SQLiteCardStore.inMemory()
        func card(_ name: String, _ moments: [(CardMoment.Kind, String, String?)]) throws -> Card {
            var card = Card(identifier: try #require(CardID(name)), name: name)
            card.moments = try moments.map { kind, start, end in
                CardMoment(kind, from: try #require(Moment(start)), to: end.flatMap { Moment($0) })
            }
            return card
        }
        var flight = try card("flight", [(.boarding, "2026-12-01T13:30:00+01:00", nil)])
        flight.barcode = Barcode(
            format: .aztec,
            value: "M2KOWALSKA/ZOFIA      EABC123 WAWAMSLO 0265 335Y001A0025 100DEF456 AMSJFKKL 0641 336C    0002 100")
        let cards = try [
            card(
                "rail",
                [
                    (.relevant, "2026-12-01T13:00:00Z", nil), (.boarding, "2026-12-01T13:50:00+01:00", nil),
                    (.departure, "2026-12-01T14:05:00+01:00", nil), (.arrival, "2026-12-01T23:30:00-05:00", nil),
                ]),
            card("show", [(.event, "2026-12-31T20:00", "2027-01-01T02:00"), (.event, "2027-01-02", "2027-01-03")]),
            card(
                "odd",
                [(.relevant, "2026-12-01T14:05Z", "2026-12-01T13:00Z"), (.event, "2026-12-05T10:00Z", "2026-12-06")]),
            flight, card("none", []),
        ]
        try await store.apply(cards.map { .set(CardPatch(from: nil, to: $0)) })
        let export = try await ExportFormat.calendar.export(.all, of: store, now: Timestamp(milliseconds: 0))
        let file = try await bytes(export)
        let text = try #require(try await shell(Self.reader, on: file))
        #expect(
            text.split(separator: "\n").map(String.init).sorted() == [
                "flight-1@cards-tui 20261201T123000Z None", "flight-2@cards-tui 20261202 20261203",
                "odd-1@cards-tui 20261205T100000Z None", "rail-1@cards-tui 20261201T130500Z 20261202T043000Z",
                "show-1@cards-tui 20261231T200000 20270101T020000", "show-2@cards-tui 20270102 20270104",
            ])
        let lines = String(decoding: file, as: UTF8.self).replacing("\r\n ", with: "")
        #expect(lines.contains("SUMMARY:rail departs") && lines.contains("SUMMARY:KL 641 AMS → JFK"))
        #expect(lines.contains("TRIGGER:-PT2H") && lines.contains("seat 1A"))
        #expect(await export.report.omissions == ["cards without a date": 1])
    }

    @Test("every event is well formed, and its identifier is the same in a later export")
    func strict() async throws {
        let store = try SQLiteCardStore.inMemory()
        let names = [
            "Cedar, \"Library\"; \\ new\\n", "Żabka " + String(repeating: "👨‍👩‍👧 ", count: 30),
            "tab\tand\u{7}bell\u{2028}line",
            "BEGIN:VEVENT",
        ]
        let changes = try names.enumerated().map { index, name in
            var card = Card(identifier: try #require(CardID("id-\(index)")), name: name)
            (card.number, card.expiry) = ("1;2,\(index)\r\n3", CalendarDay("2027-02-28"))
            return CardChange.set(CardPatch(from: nil, to: card))
        }
        try await store.apply(changes)
        let expected = names.indices.map { "id-\($0)@cards-tui 20270228 20270301" }
        for time in [1_767_225_600_000, 1_798_761_599_999] as [Int64] {
            let file = try await bytes(
                ExportFormat.calendar.export(.all, of: store, now: Timestamp(milliseconds: time)))
            let text = try #require(try await shell(Self.reader, on: file))
            #expect(text.split(separator: "\n").map(String.init).sorted() == expected)
        }
    }
}
