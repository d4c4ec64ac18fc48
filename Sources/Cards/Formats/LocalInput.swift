/// What typed values are read with: the format of the locale, and today, from which `tomorrow` is counted.
public struct LocalInput: Hashable, Sendable {
    public let format: LocalFormat
    public var today: CalendarDay

    public init(format: LocalFormat, today: CalendarDay) { (self.format, self.today) = (format, today) }

    /// - Parameter isStart: whether a month means its first day, otherwise its last.
    public func day(from text: String, isStart: Bool = false) throws(TypingError) -> CalendarDay {
        let typed = try format.days.day(from: text)
        guard let day = typed.day(today: today, isStart: isStart) else {
            throw TypingError("the year must be from 1 to 9999")
        }
        return day
    }

    public func amount(from text: String) throws(TypingError) -> TypedAmount { try format.amounts.amount(from: text) }

    public func currency(from text: String) throws(TypingError) -> String? {
        let unit = try format.amounts.unit(text)
        return if case .currency(let code) = unit { code } else { nil }
    }

    public func color(from text: String) throws(TypingError) -> CardColor {
        guard let color = CardColor(typed: text) else {
            throw TypingError("use a colour such as teal or #00897b")
        }
        return color
    }
}
