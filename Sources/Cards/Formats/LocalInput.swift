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

    /// A currency by its code, sign or name, or points.
    public func unit(from text: String) throws(TypingError) -> TypedAmount.Unit { try format.amounts.unit(text) }

    public func currency(from text: String) throws(TypingError) -> String? {
        let unit = try unit(from: text)
        return if case .currency(let code) = unit { code } else { nil }
    }

    /// With the decimal mark that these amounts of one column are written with; as it is where they do not tell, or contradict each other.
    public func deciding(_ amounts: some Sequence<String>) -> LocalInput {
        let marks = Set(amounts.compactMap(AmountFormat.decimalMark(of:)))
        guard marks.count == 1, let mark = marks.first, format.amounts.decimalMark != String(mark) else { return self }
        var format = format
        format.amounts = format.amounts.with(decimalMark: mark)
        return LocalInput(format: format, today: today)
    }

    /// - Parameter number: of the card, see ``BarcodeFormat/init(typed:for:)``.
    public func barcodeFormat(from text: String, for number: String) throws(TypingError) -> BarcodeFormat {
        guard let format = BarcodeFormat(typed: text, for: number) else {
            throw TypingError("use a kind of barcode such as EAN-13 or QR code")
        }
        return format
    }

    public func color(from text: String) throws(TypingError) -> CardColor {
        guard let color = CardColor(typed: text) else {
            throw TypingError("use a colour such as teal or #00897b")
        }
        return color
    }
}
