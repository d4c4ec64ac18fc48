import Cards
import TestSupport
import Testing

@Suite("Days as people write them")
struct DayParsingTests {
    private func read(_ text: String, _ format: LocalFormat = .iso, isStart: Bool = false) -> String {
        let input = LocalInput(format: format, today: LocalInput.iso.today)
        do throws(TypingError) {
            return try input.day(from: text, isStart: isStart).text
        } catch {
            return error.message
        }
    }

    @Test(
        "a date is read in every common notation, whatever the locale",
        arguments: [
            "2026-12-31", "20261231", "2026/12/31", "2026.12.31", "2026年12月31日", "31 Dec 2026", "31 December 2026",
            "31. dec 2026", "Dec 31, 2026", "December 31st, 2026", "2026 Dec 31", "31dec2026", "31-Dec-26",
            "Thursday, 31 December 2026", "31 DEC 26", "31.12.2026", "31.12.26", "31/12/2026", "31/12/26", "12/2026",
            "12.2026", "2026-12", "12/26", "Dec 2026", " 31 Dec 2026 ", "٣١.١٢.٢٠٢٦",
        ])
    func everywhere(text: String) {
        for format in LocalFormat.samples { #expect(read(text, format) == "2026-12-31", "\(format.days.order)") }
    }

    @Test(
        "the locale decides the order of day and month",
        arguments: [
            ("05/06/26", LocalFormat.british, "2026-06-05"), ("05/06/2026", .american, "2026-05-06"),
            ("5/6/26", .american, "2026-05-06"), ("5.6.2026", .german, "2026-06-05"), ("5.6.26", .iso, "2026-06-05"),
            ("12/31/2026", .british, "2026-12-31"), ("31/12/26", .american, "2026-12-31"),
            ("05-06-2026", .swedish, "2026-06-05"),
        ] as [(String, LocalFormat, String)])
    func order(text: String, format: LocalFormat, day: String) { #expect(read(text, format) == day) }

    @Test(
        "a date that may be two days is refused, with both",
        arguments: ["05/06/2026", "5/6/26"])
    func unclear(text: String) {
        #expect(read(text) == "2026-06-05 or 2026-05-06? Use one of these")
    }

    @Test(
        "months have the names of the locale and of English",
        arguments: [
            ("31 Dezember 2026", "2026-12-31"), ("31. Dez. 2026", "2026-12-31"), ("1 mär 2027", "2027-03-01"),
            ("1 MARZ 2027", "2027-03-01"), ("Donnerstag, 31. Dezember 2026", "2026-12-31"), ("Mai 2027", "2027-05-31"),
            ("3 October 2027", "2027-10-03"),
        ])
    func months(text: String, day: String) { #expect(read(text, .german) == day) }

    @Test(
        "days are counted from today on",
        arguments: [
            ("today", "2026-11-20"), ("Tomorrow", "2026-11-21"), ("yesterday", "2026-11-19"),
            ("in 3 weeks", "2026-12-11"), ("3 weeks", "2026-12-11"), ("+6m", "2027-05-20"), ("+10d", "2026-11-30"),
            ("in a month", "2026-12-20"), ("next year", "2027-11-20"), ("2 months ago", "2026-09-20"),
            ("-1w", "2026-11-13"), ("1 yr", "2027-11-20"),
        ])
    func distances(text: String, day: String) { #expect(read(text) == day) }

    @Test("a month is its last day where a card expires and its first where it begins")
    func monthEnds() {
        #expect(read("2/2028") == "2028-02-29")
        #expect(read("2/2028", isStart: true) == "2028-02-01")
        #expect(read("Feb 2027") == "2027-02-28")
    }

    @Test(
        "what is no day is refused with the reason",
        arguments: [
            ("2026-02-30", "February 2026 has 28 days"), ("31 April 2026", "April 2026 has 30 days"),
            ("29.2.2027", "February 2027 has 28 days"), ("2026-13-01", "there is no month 13"),
            ("13/2026", "there is no month 13"), ("0/2026", "there is no month 0"),
            ("31 Dec", "add the year: 31 Dec 2027"), ("32 Dec", "there is no 32 December"),
            ("30 Feb", "there is no 30 February"), ("29 Feb", "add the year: 29 Feb 2028"),
            ("05/06", "use four digits for the year"),
            ("+9999y", "the year must be from 1 to 9999"),
            ("0000-01-01", "use a year from 1 to 9999 with four digits"),
            ("x", "use a date such as 2026-12-31, 31 Dec 2026 or in 3 weeks"),
        ])
    func refused(text: String, message: String) { #expect(read(text) == message) }

    @Test("where a day of the past is meant, the examples are such days, and can be read")
    func past() throws {
        let input = LocalInput(format: .iso, today: CalendarDay(daysSince1970: 20_777))
        for (text, message) in [
            ("abc", "use a date such as 2026-11-20, yesterday or 3 days ago"), ("2026-13-01", "there is no month 13"),
            ("2026-11-21", "2026-11-21 is in the future"), ("11/2026", "2026-11-30 is in the future"),
        ] {
            let error = #expect(throws: TypingError.self) { try input.day(from: text, isPast: true) }
            #expect(error?.message == message)
        }
        for (text, number) in [("2026-11-20", 20_777), ("yesterday", 20_776), ("3 days ago", 20_774)] {
            #expect(try input.day(from: text, isPast: true) == CalendarDay(daysSince1970: number))
        }
    }

    @Test(
        "a time behind a day does not count",
        arguments: [
            "2026-12-31T00:00", "2026-12-31T23:59:59Z", "2026-12-31 00:00:00", "2026-12-31 12:00 AM",
            "31 Dec 2026, 10:00",
        ])
    func time(text: String) throws {
        for format in LocalFormat.samples {
            #expect(try format.days.day(from: text) == .date(CalendarDay(daysSince1970: 20_818)))
        }
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", " ", "-", "31", "2026", "1.2.3.4", "31:12:2026", "in", "in weeks", "+", "+6", "+m", "6x", "ago",
            "1 Foo 2026",
            "Dec", "Dec Dec 2026", "31 Dec 2026 x", "20261331", "123456789", "in 3 weeks 2", "10:00",
            "2026-13-31T00:00", "€5",
            "(2026-12-31)", "99999999999999999999", "1/2/3/4",
        ])
    func noDay(text: String) {
        for format in LocalFormat.samples { #expect(throws: TypingError.self) { try format.days.day(from: text) } }
    }

    @Test(
        "every day of the years 1 to 9999, as a locale writes it, is read back as itself",
        arguments: LocalFormat.samples)
    func roundTrip(format: LocalFormat) {
        var wrong: [String] = []
        for number in stride(from: CalendarDay.first.daysSince1970, through: CalendarDay.last.daysSince1970, by: 97) {
            let day = CalendarDay(daysSince1970: number)
            for text in [format.text(day), format.fullText(day), day.text]
            where day.year >= 1000 || text != format.fullText(day) {
                if (try? format.days.day(from: text)) != .date(day) { wrong.append(text) }
            }
        }
        #expect(wrong.prefix(3) == [])
    }

    @Test(
        "the pattern of a locale gives the order and the separators; the year has four digits",
        arguments: [
            ("%d/%m/%y", "31/12/2026"), ("%m/%d/%Y", "12/31/2026"), ("%Y-%m-%d", "2026-12-31"), ("%F", "2026-12-31"),
            ("%d.%m.%Y.", "31.12.2026."), ("%-d/%-m/%y", "31/12/2026"), ("%e.%m.%Y", "31.12.2026"),
            ("%Y年%m月%d日", "2026年12月31日"), ("%d %b, %Y", "31/12/2026"), ("%A %d %b %Y", "31/12/2026"),
            ("%d/%m/%Ey", "31/12/2026"), ("%D", "12/31/2026"), ("", "2026-12-31"), ("%", "2026-12-31"),
            ("%d%m%Y", "31/12/2026"), ("%j", "2026-12-31"), ("%b %d", "2026-12-31"),
        ])
    func patterns(pattern: String, text: String) throws {
        #expect(DayFormat(pattern: pattern).text(try #require(CalendarDay("2026-12-31"))) == text)
    }

    @Test("a text of anything is a day or refused, and a long one in no time")
    func anything() throws {
        var random = SeededGenerator()
        let parts = [
            "31", "12", "2026", "0", "99", "999999999999", "/", ".", "-", " ", ",", "in", "+", "weeks", "m", "Dec",
            "may",
            "ago", "年", "\u{301}", "é", "🦊", "\u{0}", "٣", "st", "today", "'", "\u{200F}",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...7, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }
            .joined()
            for format in [LocalFormat.iso, .german, .american] {
                guard let typed = try? format.days.day(from: text) else { continue }
                // A day that was read is written so that it is read again.
                guard case .date(let day) = typed else { continue }
                #expect((try? format.days.day(from: format.text(day))) == typed, "\(text)")
            }
        }
        let clock = ContinuousClock()
        let time = clock.measure {
            for text in ["1", "-", "Dec ", "\u{301}", "é"] {
                _ = try? DayFormat.iso.day(from: String(repeating: text, count: 1_000_000))
            }
        }
        #expect(time < .seconds(5))
    }
}
