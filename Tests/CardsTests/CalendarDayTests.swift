import Cards
import Testing

@Suite("Days and instants")
struct CalendarDayTests {
    @Test(
        "days are numbered from 1970 over leap years and centuries",
        arguments: [
            ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2026-11-20", 20_777),
            ("1900-03-01", -25_508),
            ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
        ])
    func numbers(text: String, number: Int) throws {
        let day = try #require(CalendarDay(text))
        #expect(day.daysSince1970 == number)
        #expect(day.text == text)
    }

    @Test(
        "invalid days are rejected",
        arguments: ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "20261120", "2026-11-20 ", "２０２６-11-20", ""])
    func noDay(text: String) { #expect(CalendarDay(text) == nil) }

    @Test("every day of four centuries is parsed from its text, and the weekdays are consecutive")
    func roundTrip() {
        for number in stride(from: -146_097, through: 146_097, by: 13) {
            let day = CalendarDay(daysSince1970: number)
            #expect(CalendarDay(day.text) == day)
        }
        #expect(CalendarDay("2026-11-20")?.weekday == 4)
        #expect(CalendarDay("1969-12-29")?.weekday == 0)
        #expect(CalendarDay("1899-12-31")?.weekday == 6)
    }

    /// Counts forward day by day, using only the leap year rule.
    @Test("every day of the years 1 to 9999 has its number, and the weekdays have no gap")
    func everyDay() {
        var number = CalendarDay.first.daysSince1970
        // 1 January of the year 1 was a Monday.
        var weekday = 0
        var wrong: [CalendarDay] = []
        for year in CalendarDay.years {
            let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
            for (index, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                for date in 1...length {
                    let day = CalendarDay(daysSince1970: number)
                    if CalendarDay(year: year, month: index + 1, day: date) != day || day.weekday != weekday {
                        wrong.append(day)
                    }
                    number += 1
                    weekday = weekday == 6 ? 0 : weekday + 1
                }
                if let none = CalendarDay(year: year, month: index + 1, day: length + 1) { wrong.append(none) }
            }
        }
        #expect(wrong.map(\.daysSince1970).prefix(3) == [])
        #expect(number == CalendarDay.last.daysSince1970 + 1)
    }

    @Test(
        "a clock before 1970 or after 9999 gives valid days and times",
        arguments: [
            (-1, "1969-12-31", "1969-12-31T23:59:59.500Z"), (-600_000_000, "1950-12-27", "1950-12-27T13:20:00.500Z"),
            (-62_135_596_801, "0001-01-01", "0001-01-01T00:00:00Z"), (.min, "0001-01-01", "0001-01-01T00:00:00Z"),
            (253_402_300_800, "9999-12-31", "9999-12-31T23:59:59.999Z"),
            (.max, "9999-12-31", "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String, String)])
    func wrongClock(seconds: Int64, day: String, instant: String) throws {
        let clock = CardClock { (seconds, 500_000_000) }
        #expect(clock.now().text == instant)
        // The local day may differ from the UTC day by one; the tests run in UTC unless TZ is set.
        let today = clock.today()
        #expect(abs(today.daysSince1970 - (try #require(CalendarDay(day))).daysSince1970) <= 1)
        #expect(CalendarDay(today.text) == today)
        #expect(clock.day(clock.now()) == today)
        #expect(clock.timeOfDay(clock.now()).utf8.count == 5)
        #expect((0...6).contains(today.weekday))
    }

    @Test(
        "a time before 1970 belongs to its day",
        arguments: [(-1, -1), (-86_400_000, -1), (-86_400_001, -2)])
    func dayBefore1970(milliseconds: Int64, day: Int) {
        #expect(Timestamp(milliseconds: milliseconds).day.daysSince1970 == day)
    }

    @Test("adding months counts from the first day, so the end of a month does not drift")
    func months() {
        let start = CalendarDay("2026-01-31")
        #expect(start?.adding(months: 1)?.text == "2026-02-28")
        #expect(start?.adding(months: 2)?.text == "2026-03-31")
        #expect(start?.adding(months: 25)?.text == "2028-02-29")
    }

    @Test(
        "times are parsed with any offset and written in UTC",
        arguments: [
            ("2026-11-20T08:15:30Z", "2026-11-20T08:15:30Z"),
            ("2026-11-20T08:15:30.25+05:30", "2026-11-20T02:45:30.250Z"),
            ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
            ("2026-11-20t01:00:00-02:00", "2026-11-20T03:00:00Z"),
        ])
    func instants(text: String, utc: String) { #expect(Timestamp(text)?.text == utc) }

    @Test(
        "invalid times are rejected",
        arguments: [
            "2026-11-20", "2026-11-20T08:15Z", "2026-11-20T24:00:00Z", "2026-11-20T08:15:30", "2026-11-20T08:15:30.Z",
            "2026-11-20T08:15:30+5:30",
        ])
    func noInstant(text: String) { #expect(Timestamp(text) == nil) }

    @Test(
        "the time to an expiry is described, through the end of the last day",
        arguments: [
            (0, "expires today"), (1, "expires tomorrow"), (12, "expires in 12 days"), (-1, "expired yesterday"),
            (-3, "expired 3 days ago"), (30, "expires in 30 days"), (39, "expires in 39 days"),
            (92, "expires in 3 months"), (800, "expires in 2 years"), (-500, "expired 16 months ago"),
        ])
    func due(days: Int, text: String) throws {
        let today = try #require(CalendarDay("2026-11-20"))
        let due = Validity(validFrom: nil, expiry: today.adding(days: days), today: today)
        #expect(due.text == text)
        #expect(due.isUrgent == (days <= Validity.nearDays))
        #expect(due.isExpired == (days < 0))
    }

    @Test(
        "months and years are counted by the calendar",
        arguments: [
            ("2026-01-31", "2026-02-28", "28 days"), ("2026-01-31", "2026-03-30", "58 days"),
            ("2026-01-31", "2026-03-31", "2 months"), ("2024-02-29", "2026-02-27", "23 months"),
            ("2024-11-22", "2026-11-21", "23 months"), ("2024-11-22", "2026-11-22", "2 years"),
            ("2026-11-22", "2029-11-21", "2 years"), ("2023-12-31", "2024-02-29", "2 months"),
        ])
    func spans(first: String, last: String, span: String) throws {
        let (first, last) = (try #require(CalendarDay(first)), try #require(CalendarDay(last)))
        #expect(last.relativeText(today: first) == "in " + span)
        #expect(first.relativeText(today: last) == span + " ago")
    }

    @Test("a row has room for the validity text of any day")
    func longestText() {
        let today = CalendarDay(daysSince1970: 20_777)
        for days in -100_000...100_000 {
            let day = today.adding(days: days)
            #expect(Validity(validFrom: nil, expiry: day, today: today).text.count <= 21)
            if days > 0 { #expect(Validity(validFrom: day, expiry: nil, today: today).text.count <= 21) }
        }
    }
}
