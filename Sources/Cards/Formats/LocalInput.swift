internal import Basics

/// An amount with two readings, and what each gives: decimal texts.
public struct UndecidedAmount: Equatable, Sendable {
    public let text: String
    public let taken: String
    public let other: String
    /// With which it would be the other.
    public let otherMark: DecimalMark
}

/// What typed values are read with: the format of the locale, and today, from which `tomorrow` is counted.
public struct LocalInput: Equatable, Sendable {
    public let format: LocalFormat
    public var today: CalendarDay

    public init(format: LocalFormat, today: CalendarDay) { (self.format, self.today) = (format, today) }

    /// - Parameters:
    ///   - isStart: whether a month means its first day, otherwise its last.
    ///   - isPast: whether only a day until today is meant, as of an entry in a ledger.
    public func day(
        from text: String, isStart: Bool = false, isPast: Bool = false
    ) throws(TypingError) -> CalendarDay {
        let typed = try format.days.day(from: text, isPast: isPast)
        guard let day = typed.day(today: today, isStart: isStart) else {
            throw TypingError("the year must be from 1 to 9999")
        }
        if isPast, today < day { throw TypingError("\(format.text(day)) is in the future") }
        return day
    }

    public func amount(from text: String) throws(TypingError) -> TypedAmount { try format.amounts.amount(from: text) }

    /// A currency by its code, sign or name, points, or what else an amount can be in.
    public func unit(from text: String) throws(TypingError) -> BalanceUnit { try format.amounts.unit(text) }

    /// With the decimal mark that these amounts of one column are written with; as it is where they do not tell, or contradict each other: then
    /// also the first of them, in the order of their texts, that has two readings, such as `1,250`.
    public func deciding(_ amounts: some Sequence<String>) -> (input: LocalInput, undecided: UndecidedAmount?) {
        let marks = Set(amounts.compactMap(AmountFormat.decimalMark(of:)))
        if marks.count == 1, let mark = marks.first { return (with(mark), nil) }
        let other = with((decimalMark ?? .point).other)
        let inDoubt = amounts.lazy.filter { $0.contains { ".,".contains($0) } }.compactMap { text -> UndecidedAmount? in
            guard let taken = try? amount(from: text), let another = try? other.amount(from: text),
                taken.amount != another.amount, let mark = other.decimalMark
            else { return nil }
            return UndecidedAmount(text: text, taken: taken.amount, other: another.amount, otherMark: mark)
        }
        return (self, inDoubt.min { $0.text < $1.text })
    }

    /// With the order of day and month that these dates of one table are written with; as it is where they do not tell, or contradict each
    /// other.
    public func decidingDays(_ days: some Sequence<String>) -> LocalInput {
        let orders = Set(days.compactMap(DayFormat.order(of:)))
        guard orders.count == 1, let order = orders.first, order != format.days.order else { return self }
        return LocalInput(
            format: LocalFormat(days: format.days.with(order), amounts: format.amounts), today: today)
    }

    /// Reads amounts with this decimal mark.
    public func with(_ mark: DecimalMark) -> LocalInput {
        if decimalMark == mark { return self }
        var format = format
        format.amounts = format.amounts.with(mark)
        return LocalInput(format: format, today: today)
    }

    /// Nil for a locale that has neither.
    public var decimalMark: DecimalMark? { DecimalMark.allCases.first { $0.sign == format.amounts.decimalMark } }

    /// - Parameter number: of the card, see ``BarcodeFormat/init(typed:for:)``.
    public func barcodeFormat(from text: String, for number: String) throws(TypingError) -> BarcodeFormat {
        guard let format = BarcodeFormat(typed: text, for: number) else {
            throw TypingError("use a kind of barcode such as EAN-13 or QR code")
        }
        return format
    }

    public func color(from text: String) throws(TypingError) -> CardColor {
        guard let color = CardColor(typed: text) else {
            throw TypingError("use a color such as teal or #00897b")
        }
        return color
    }
}

/// What has no local form.
extension LocalInput {
    /// The name of one group, in which a blank divides words, however it is typed. Empty for none.
    public static func group(from text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Groups, divided by commas or semicolons: one that has such a mark, or a quote, is between quotes, where two quotes mean one. Each once.
    /// - Parameter former: those that keep their name, whatever blanks it has; nil for all of them.
    public static func groups(from text: String, keeping former: [String]? = nil) -> [String] {
        var known: Set<ExactText> = []
        var groups: [String] = []
        // By code points, as whoever writes them doubles quotes: a quote with a mark above it is one.
        var rest = text.unicodeScalars[...]
        while !rest.isEmpty {
            rest = rest.drop(while: \.properties.isWhitespace)
            let group: String
            if let quoted = quoted(rest) {
                (group, rest) = quoted
            } else {
                group = String(rest.prefix { !separators.contains($0) }).trimmed
                rest = rest.drop { !separators.contains($0) }
            }
            rest = rest.dropFirst()
            let name = former.map { $0.contains(group) } ?? true ? group : Self.group(from: group)
            if !name.trimmed.isEmpty, known.insert(ExactText(name)).inserted { groups.append(name) }
        }
        return groups
    }

    public static func text(ofGroups groups: [String]) -> String {
        groups.map { group in
            group.unicodeScalars.contains { separators.contains($0) || $0 == "\"" } || group != group.trimmed
                ? "\"" + group.replacing(bytesOf: "\"", with: "\"\"") + "\"" : group
        }.joined(separator: ", ")
    }

    private static let separators: Set<Unicode.Scalar> = [",", ";"]

    /// The text between the quotes at the beginning, and the rest from the next separator on; nil where a quote is only a character.
    private static func quoted(
        _ text: Substring.UnicodeScalarView
    ) -> (text: String, rest: Substring.UnicodeScalarView)? {
        guard text.first == "\"" else { return nil }
        var (inside, rest) = (String.UnicodeScalarView(), text.dropFirst())
        while let end = rest.firstIndex(of: "\"") {
            inside += rest[..<end]
            rest = rest[end...].dropFirst()
            if rest.first == "\"" {
                inside.append("\"")
                rest = rest.dropFirst()
                continue
            }
            let behind = rest.drop(while: \.properties.isWhitespace)
            return behind.first.map(separators.contains) ?? true ? (String(inside), behind) : nil
        }
        return nil
    }

    /// Yes or no, as tables and other programs write it; nil for any other text.
    public static func flag(from text: String) -> Bool? {
        let word = TextFolding.fold(text.trimmed)
        return yes.contains(word) ? true : no.contains(word) ? false : nil
    }

    private static let yes: Set = [
        "1", "x", "yes", "true", "y", "on", "ja", "oui", "si", "tak", "sim", "はい", "*", "✓", "★",
    ]
    private static let no: Set = ["0", "no", "false", "n", "off", "nein", "non", "nie", "nao", "いいえ", "-"]
}
