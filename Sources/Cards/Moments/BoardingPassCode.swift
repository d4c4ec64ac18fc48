internal import Basics

/// What the code of a boarding pass says: IATA resolution 792, "bar-coded boarding pass". A text is read whole or not at all: one that was
/// cut, or that only begins alike, is none.
public struct BoardingPassCode: Equatable, Sendable {
    /// One flight of the journey.
    public struct Leg: Equatable, Sendable {
        /// The codes of airports, such as `ZRH`.
        public let from: String
        public let to: String
        /// `LX 1234`; without its number for an open ticket.
        public let flight: String
        /// `14A`; nil before a seat is known.
        public let seat: String?
        /// From 1; nil for an open ticket.
        public let dayOfYear: Int?
        /// The day at the airport of departure. Nil where its year cannot be known.
        public fileprivate(set) var day: CalendarDay?
    }

    /// As the airline writes it: `DESMARAIS/LUC`.
    public let passenger: String
    public let legs: [Leg]

    /// - Parameter reference: a day near that on which the pass was made. The code has the day of the year alone, and of the year in which
    ///   it was made the last digit at most.
    public init?(_ text: String, near reference: CalendarDay?) {
        // Most codes of cards are no boarding passes.
        guard text.utf8.first == UInt8(ascii: "M"), text.utf8.count >= Self.shortest else { return nil }
        var reader = Reader(bytes: Array(text.utf8)[...])
        guard reader.text(1) == "M", let count = reader.number(1), count > 0,
            let passenger = reader.text(20)?.trimmed, passenger.contains(where: \.isLetter), reader.text(1) != nil
        else { return nil }
        var (legs, issued): ([Leg], CalendarDay?) = ([], nil)
        for number in 0..<count {
            guard let leg = reader.leg(), let conditional = reader.block() else { return nil }
            if number == 0 {
                guard let unique = Reader.unique(of: conditional) else { return nil }
                issued = Self.dayOfIssue(unique, near: reference)
            }
            legs.append(leg)
        }
        for index in legs.indices {
            // A later leg may be in the next year.
            let former = index > 0 ? legs[index - 1].day : issued
            legs[index].day = legs[index].dayOfYear.flatMap { day in
                former.map { Self.first(day, from: $0.adding(days: -1)) } ?? Self.nearest(day, to: reference)
            }
        }
        (self.passenger, self.legs) = (passenger, legs)
    }

    /// That of the parts that every pass has.
    private static let shortest = 60

    // MARK: - Years

    /// The day of a year; nil for the last of a leap year in another one.
    private static func day(_ dayOfYear: Int, in year: Int) -> CalendarDay? {
        CalendarDay(year: year, month: 1, day: 1).map { $0.adding(days: dayOfYear - 1) }.flatMap {
            $0.year == year ? $0 : nil
        }
    }

    private static func nearest(_ dayOfYear: Int, to reference: CalendarDay?) -> CalendarDay? {
        guard let reference else { return nil }
        let near = nearest((-1...1).compactMap { day(dayOfYear, in: reference.year + $0) }, to: reference)
        // The last day of a leap year may be none of these years.
        return near.flatMap { abs($0.daysSince1970 - reference.daysSince1970) <= 183 ? $0 : nil }
    }

    private static func nearest(_ days: [CalendarDay], to reference: CalendarDay) -> CalendarDay? {
        days.min { abs($0.daysSince1970 - reference.daysSince1970) < abs($1.daysSince1970 - reference.daysSince1970) }
    }

    /// The first such day from this one on. Flights are sold for less than a year.
    private static func first(_ dayOfYear: Int, from day: CalendarDay) -> CalendarDay? {
        (0...1).compactMap { Self.day(dayOfYear, in: day.year + $0) }.first {
            (day...day.adding(days: 366)).contains($0)
        }
    }

    /// Of four digits: the last one of the year, and the day of it.
    private static func dayOfIssue(_ unique: ArraySlice<UInt8>, near reference: CalendarDay?) -> CalendarDay? {
        var reader = Reader(bytes: unique)
        guard let reference, reader.text(3) != nil, let digit = reader.number(1), let dayOfYear = reader.number(3),
            dayOfYear > 0
        else { return nil }
        let years = (reference.year - 9...reference.year + 9).filter { $0 % 10 == digit }
        return nearest(years.compactMap { day(dayOfYear, in: $0) }, to: reference)
    }
}

/// Takes the parts of a code, each of a fixed length, one after the other. Nil where the text ends too early, or a part is not what it
/// should be.
private struct Reader {
    var bytes: ArraySlice<UInt8>

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard bytes.count >= count else { return nil }
        defer { bytes = bytes.dropFirst(count) }
        return bytes.prefix(count)
    }

    mutating func text(_ count: Int) -> String? {
        guard let part = take(count), part.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        return String(decoding: part, as: UTF8.self)
    }

    mutating func number(_ count: Int) -> Int? {
        guard let text = text(count), text.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(text)
    }

    /// Two hexadecimal digits, and as many bytes.
    mutating func block() -> ArraySlice<UInt8>? {
        guard let digits = text(2), digits.allSatisfy(\.isHexDigit), let count = Int(digits, radix: 16) else {
            return nil
        }
        return take(count)
    }

    private mutating func airport() -> String? {
        text(3).flatMap { $0.utf8.allSatisfy((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains) ? $0 : nil }
    }

    /// `0834 ` is 834, `0012A` is 12A; empty for an open ticket.
    private mutating func flightNumber() -> String? {
        guard let text = text(5)?.trimmed else { return nil }
        let digits = text.prefix { $0.isNumber }
        let suffix = text.dropFirst(digits.count)
        guard digits.count <= 4, suffix.count <= 1, suffix.allSatisfy(\.isLetter), !digits.isEmpty || suffix.isEmpty
        else { return nil }
        let bare = digits.drop { $0 == "0" }
        return String(bare.isEmpty ? digits : bare) + suffix
    }

    /// Nil inside for an open ticket.
    private mutating func dayOfYear() -> Int?? {
        guard let text = text(3) else { return nil }
        if text.allSatisfy({ $0 == " " || $0 == "0" }) { return .some(nil) }
        guard text.utf8.allSatisfy(\.isDigit), let day = Int(text), day <= 366 else { return nil }
        return day
    }

    /// The parts that each flight has.
    mutating func leg() -> BoardingPassCode.Leg? {
        guard text(7) != nil, let from = airport(), let to = airport(), let carrier = text(3)?.trimmed,
            carrier.count >= 2, carrier.allSatisfy({ $0.isLetter || $0.isNumber }), let number = flightNumber(),
            let day = dayOfYear(), text(1) != nil, let seat = text(4)?.trimmed, text(5) != nil, text(1) != nil
        else { return nil }
        let bareSeat = String(seat.drop { $0 == "0" })
        return BoardingPassCode.Leg(
            from: from, to: to, flight: number.isEmpty ? carrier : "\(carrier) \(number)",
            seat: bareSeat.isEmpty ? nil : bareSeat, dayOfYear: day)
    }

    /// What the first flight's block says of the pass: empty without it. Nil where it is cut.
    static func unique(of block: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var reader = Reader(bytes: block)
        guard block.first == UInt8(ascii: ">") else { return [] }
        return reader.text(2) == nil ? nil : reader.block()
    }
}
