internal import Basics

/// A day of the proleptic Gregorian calendar, the same day in every time zone. It holds no time and no zone.
///
/// Stored as days since 1 January 1970, so that a difference in days is a subtraction. The conversions are those of Howard Hinnant,
/// "chrono-compatible low-level date algorithms" (days_from_civil, civil_from_days).
public struct CalendarDay: Hashable, Sendable, Comparable {
    /// Years that can be written as `YYYY-MM-DD`.
    public static let years = 1...9999
    /// 1 January of the first year, and 31 December of the last.
    public static let first = CalendarDay(daysSince1970: -719_162)
    public static let last = CalendarDay(daysSince1970: 2_932_896)

    public let daysSince1970: Int

    public init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

    /// Nil if the day does not exist, for example 30 February.
    public init?(year: Int, month: Int, day: Int) {
        guard Self.years.contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        self.daysSince1970 = era * 146_097 + dayOfEra - 719_468
        guard civil == (year, month, day) else { return nil }
    }

    /// Parses exactly `YYYY-MM-DD` (RFC 3339 full-date).
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            bytes[range].reduce(into: Int?.some(0)) { sum, byte in
                guard let value = sum, byte.isDigit else {
                    sum = nil
                    return
                }
                sum = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
        self.init(year: year, month: month, day: day)
    }

    public var year: Int { civil.year }
    public var month: Int { civil.month }
    public var day: Int { civil.day }

    /// 0 is Monday, 6 is Sunday.
    public var weekday: Int {
        // 1 January 1970 was a Thursday.
        let remainder = (daysSince1970 + 3) % 7
        return remainder < 0 ? remainder + 7 : remainder
    }

    /// `YYYY-MM-DD`.
    public var text: String {
        String(unsafeUninitializedCapacity: Self.maximumLength) { buffer in
            var digits = DecimalWriter(buffer)
            write(to: &digits)
            return digits.count
        }
    }

    /// No day's text is longer.
    static let maximumLength = 32

    func write(to digits: inout DecimalWriter) {
        let (year, month, day) = civil
        if (0...9999).contains(year) {
            digits.write(year, width: 4)
        } else {
            digits.write(Self.padded(year, to: 4))
        }
        digits.write("-", month, width: 2)
        digits.write("-", day, width: 2)
    }

    public func adding(days: Int) -> CalendarDay { CalendarDay(daysSince1970: daysSince1970 + days) }

    /// The same day of the month, that many months later; 31 January plus one month is the last day of February.
    /// - Parameter meant: the day of the month where a shorter month gave it another one.
    public func adding(months: Int, meaning meant: Int? = nil) -> CalendarDay? {
        let (year, month, own) = civil
        let day = min(max(meant ?? own, own), 31)
        let count = year * 12 + (month - 1) + months
        let target = (year: count / 12, month: count % 12 + 1)
        return (0...3).lazy.compactMap { CalendarDay(year: target.year, month: target.month, day: day - $0) }.first
    }

    public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.daysSince1970 < right.daysSince1970 }

    static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return digits.utf8.count >= width ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
    }

    private var civil: (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
