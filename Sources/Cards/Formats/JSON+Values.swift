/// Values of fields as other programs write them. Read is what has one meaning; what may mean two things (3/4/2027), or nothing, gives nil.
extension JSON {
    /// `31.12.2027`, `2027/12/31`, `20271231`, `31 Dec 2027`, `12/2027`, a date with a time, whose day counts as it is written, or a time in
    /// seconds or milliseconds since 1970.
    /// - Parameter isStart: whether a month means its first day.
    func readableDay(isStart: Bool) -> CalendarDay? {
        guard let text = textOrDigits?.trimmed, text.utf8.count <= Self.longestTime else { return nil }
        if let day = Self.dayBeforeTime(text) { return day }
        switch try? DayFormat.iso.day(from: text) {
        case .date(let day)?: return day
        case .month(let year, let month)?:
            return TypedDay.month(year: year, month: month).day(today: .first, isStart: isStart)
        // It depends on when it was written.
        case .distance?, nil: return Self.time(since1970: text)?.day
        }
    }

    /// A time in seconds or milliseconds since 1970, a date and a time without a zone, which is taken as UTC, or a day.
    var readableTime: Timestamp? {
        guard let text = textOrDigits?.trimmed, text.utf8.count <= Self.longestTime else { return nil }
        if let time = Self.time(since1970: text) { return time }
        if let time = Timestamp(text) ?? Self.timeWithoutZone(text) { return time }
        return readableDay(isStart: true).flatMap { Timestamp("\($0.text)T00:00:00Z") }
    }

    /// `1`, `0`, `"true"`, `"no"` and the like.
    var readableFlag: Bool? {
        textOrDigits.flatMap(LocalInput.flag)
    }

    /// One text, in which commas divide several; a list in which some elements are missing; an object that has the texts as keys, each with
    /// `true`.
    var readableTexts: [String]? {
        if let text = textOrDigits {
            let texts = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
            return texts.isEmpty ? nil : texts
        }
        if let array {
            let filled = array.filter { !$0.isNothing }
            let texts = filled.compactMap(\.textOrDigits)
            return texts.count == filled.count ? texts : nil
        }
        guard let object, !object.isEmpty, object.allSatisfy({ $0.value == .bool(true) }) else { return nil }
        return object.map(\.key)
    }

    /// A name, or a number whose lower 24 bits are red, green and blue. Above these are none, or 255 for opaque (Android; with a sign or without).
    var readableColor: CardColor? {
        guard case .number(let digits) = self else { return string.flatMap { CardColor(typed: $0.trimmed) } }
        guard let number = Int64(digits), (-0x100_0000...0xFF_FFFF).contains(number) || number >> 24 == 0xFF else {
            return nil
        }
        return CardColor(
            red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
            blue: UInt8(truncatingIfNeeded: number))
    }

    /// The name of a kind alone, as people write it: its value is the number of the card.
    var readableBarcode: Barcode? { string.flatMap { BarcodeFormat(typed: $0) }.map { Barcode(format: $0) } }

    // MARK: - Parts

    /// More than any date with a time and a zone.
    private static let longestTime = 64

    /// The day of `2027-12-31T23:59:59+01:00` or `2027-12-31 23:59`.
    private static func dayBeforeTime(_ text: String) -> CalendarDay? {
        let (day, rest) = (text.utf8.prefix(10), text.utf8.dropFirst(10))
        guard let mark = rest.first, mark == UInt8(ascii: "T") || mark == UInt8(ascii: "t") || mark == 0x20,
            rest.dropFirst().first.map(\.isDigit) == true,
            rest.dropFirst().allSatisfy({ $0.isDigit || "Zz:.+- ".utf8.contains($0) })
        else { return nil }
        return String(day).flatMap { CalendarDay($0) }
    }

    private static func timeWithoutZone(_ text: String) -> Timestamp? {
        guard dayBeforeTime(text) != nil else { return nil }
        let time = text.utf8.dropFirst(11)
        guard let digits = String(time) else { return nil }
        // `08:15` has no seconds.
        let seconds = time.count == 5 ? ":00" : ""
        return Timestamp("\(text.prefix(10))T\(digits)\(seconds)Z") ?? Timestamp("\(text.prefix(10))T\(digits)")
    }

    /// A number of at least nine digits before the point: fewer would be a day before 1974, or no time.
    private static func time(since1970 text: String) -> Timestamp? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int64(parts[0]), whole >= 100_000_000,
            parts.dropFirst().allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) })
        else { return nil }
        switch parts[0].utf8.count {
        case ...11:
            let fraction = parts.count == 2 ? Int64((parts[1] + "000").prefix(3)) ?? 0 : 0
            return Timestamp(clampingSeconds: whole, milliseconds: fraction)
        case ...14: return Timestamp(clamping: whole)
        default: return nil
        }
    }
}
