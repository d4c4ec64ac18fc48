internal import Basics

/// An instant, in whole milliseconds since 1 January 1970 UTC. It has no time zone.
public struct Timestamp: Hashable, Sendable, Comparable {
    public let milliseconds: Int64

    /// The first and the last instant that ``text`` writes with a year of four digits.
    static let years =
        Int64(CalendarDay.first.daysSince1970) * 86_400_000...Int64(CalendarDay.last.daysSince1970 + 1) * 86_400_000 - 1

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Clamps to the years 1 to 9999 in UTC: values from files and clocks may be outside.
    public init(clamping milliseconds: Int64) {
        self.milliseconds = min(max(milliseconds, Self.years.lowerBound), Self.years.upperBound)
    }

    /// The same for seconds.
    public init(clampingSeconds seconds: Int64, milliseconds: Int64 = 0) {
        let (thousands, isOutside) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, isBeyond) = thousands.addingReportingOverflow(milliseconds)
        self.init(clamping: isOutside || isBeyond ? (seconds < 0 ? .min : .max) : sum)
    }

    /// This time, or the next millisecond after another one that is not earlier: of a clock that was set back.
    public func after(_ other: Timestamp?) -> Timestamp {
        guard let other, other >= self else { return self }
        return Timestamp(clamping: other.milliseconds + 1)
    }

    /// The day in UTC.
    public var day: CalendarDay {
        CalendarDay(daysSince1970: Int(milliseconds.quotientAndRemainderRoundedDown(by: 86_400_000).quotient))
    }

    /// Parses an RFC 3339 date-time: `2026-11-20T08:15:30Z`, with a fraction and any offset. Nil for anything else.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t"),
            let day = CalendarDay(String(text.prefix(10))),
            bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let hour = Self.twoDigits(bytes, 11), hour < 24, let minute = Self.twoDigits(bytes, 14), minute < 60,
            let second = Self.twoDigits(bytes, 17), second <= 60
        else { return nil }
        var position = 19
        var fraction: Int64 = 0
        if bytes[position] == UInt8(ascii: ".") {
            position += 1
            var weight: Int64 = 100
            let start = position
            while position < bytes.count, let digit = Self.digit(bytes[position]) {
                fraction += Int64(digit) * weight
                weight /= 10
                position += 1
            }
            guard position > start else { return nil }
        }
        guard let offset = Self.offsetMinutes(bytes[position...]) else { return nil }
        let seconds = Int64(day.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
        self.milliseconds = (seconds - Int64(offset) * 60) * 1000 + fraction
    }

    /// RFC 3339 in UTC: `2026-11-20T08:15:30Z`, with milliseconds only if they are not 0.
    public var text: String {
        let (day, rest) = milliseconds.quotientAndRemainderRoundedDown(by: 86_400_000)
        let second = Int(rest) / 1000
        let fraction = Int(rest) % 1000
        return String(unsafeUninitializedCapacity: CalendarDay.maximumLength + 14) { buffer in
            var digits = DecimalWriter(buffer)
            CalendarDay(daysSince1970: Int(day)).write(to: &digits)
            digits.write("T", second / 3600, width: 2)
            digits.write(":", second / 60 % 60, width: 2)
            digits.write(":", second % 60, width: 2)
            if fraction != 0 { digits.write(".", fraction, width: 3) }
            digits.write("Z")
            return digits.count
        }
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    private static func offsetMinutes(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let sign = bytes.first else { return nil }
        if sign == UInt8(ascii: "Z") || sign == UInt8(ascii: "z") { return bytes.count == 1 ? 0 : nil }
        let rest = Array(bytes.dropFirst())
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), rest.count == 5, rest[2] == UInt8(ascii: ":"),
            let hours = twoDigits(rest, 0), hours < 24, let minutes = twoDigits(rest, 3), minutes < 60
        else { return nil }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    }

    private static func twoDigits(_ bytes: [UInt8], _ position: Int) -> Int? {
        guard let tens = digit(bytes[position]), let ones = digit(bytes[position + 1]) else { return nil }
        return tens * 10 + ones
    }

    private static func digit(_ byte: UInt8) -> Int? {
        byte.isDigit ? Int(byte - UInt8(ascii: "0")) : nil
    }
}

/// Writes numbers of a fixed width into a preallocated buffer: an import writes two timestamps per card.
struct DecimalWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func write(_ mark: Unicode.Scalar) {
        buffer[count] = UInt8(ascii: mark)
        count += 1
    }

    mutating func write(_ text: String) {
        for byte in text.utf8 {
            buffer[count] = byte
            count += 1
        }
    }

    /// Writes the mark, then the number's last digits, padded with zeros.
    mutating func write(_ mark: Unicode.Scalar, _ number: Int, width: Int) {
        write(mark)
        write(number, width: width)
    }

    mutating func write(_ number: Int, width: Int) {
        var rest = number
        for index in (count..<count + width).reversed() {
            buffer[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        count += width
    }
}
