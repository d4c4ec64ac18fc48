internal import Cards

/// The dates of HTTP's headers (RFC 9110, 5.6.7): the form of today and the two that must be read all the same.
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    /// Nil for anything else than a date. That the name of the weekday fits is not asked for.
    /// - Parameter now: which century a year of two digits belongs to.
    static func parse(_ text: String, now: Timestamp) -> Timestamp? {
        let words = text.split(separator: " ")
        switch words.count {
        case 6 where words[5] == "GMT" && isShortWeekday(words[0].dropLast()) && words[0].last == ",":
            // Sun, 06 Nov 1994 08:49:37 GMT
            guard let year = number(words[3], digits: 4...4) else { return nil }
            return instant(year, words[2], number(words[1], digits: 2...2), words[4])
        case 4 where words[3] == "GMT" && weekdays.contains { $0 + "," == words[0] }:
            // Sunday, 06-Nov-94 08:49:37 GMT
            let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, let year = number(parts[2], digits: 2...2) else { return nil }
            return instant(fullYear(year, now), parts[1], number(parts[0], digits: 2...2), words[2])
        case 5 where isShortWeekday(words[0]):
            // Sun Nov  6 08:49:37 1994
            guard let year = number(words[4], digits: 4...4) else { return nil }
            return instant(year, words[1], number(words[2], digits: 1...2), words[3])
        default:
            return nil
        }
    }

    private static func isShortWeekday(_ word: Substring) -> Bool { weekdays.contains { $0.prefix(3) == word } }

    /// The year with these last digits that is less than fifty years away.
    private static func fullYear(_ digits: Int, _ now: Timestamp) -> Int {
        let current = now.day.year
        let year = current - current % 100 + digits
        if year > current + 50 { return year - 100 }
        return year <= current - 50 ? year + 100 : year
    }

    private static func instant(_ year: Int, _ month: Substring, _ day: Int?, _ time: Substring) -> Timestamp? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard let month = months.firstIndex(where: { $0 == month }), let day, parts.count == 3,
            let calendarDay = CalendarDay(year: year, month: month + 1, day: day),
            let hour = number(parts[0], digits: 2...2), hour < 24,
            let minute = number(parts[1], digits: 2...2), minute < 60,
            // 60 is a leap second.
            let second = number(parts[2], digits: 2...2), second <= 60
        else { return nil }
        let seconds = calendarDay.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
        return Timestamp(milliseconds: Int64(seconds) * 1000)
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}
