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
                    assert parameters == ";VALUE=DATE" and re.fullmatch(r"\d{8}", value), line
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
        #expect(await export.report.omissions == ["cards without an expiry date": 1])
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
