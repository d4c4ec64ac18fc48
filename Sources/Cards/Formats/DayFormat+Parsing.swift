internal import Basics

/// Reads days as people write them. The one parser of the form, the search, the command line and files.
///
/// - In numbers, in the order of the locale: `31/12/26`, `31.12.2026`, `2026-12-31`, `20261231`; a month: `12/2026`, `12/26`. A time behind
///   a day does not count.
/// - With a month by its name in the locale or in English: `31 Dec 2026`, `December 2026`.
/// - From today on: `tomorrow`, `in 3 weeks`, `+6m`.
///
/// What the locale leaves unclear is refused, never guessed.
extension DayFormat {
    public func day(from text: String) throws(TypingError) -> TypedDay {
        guard let typed = DayTokens(Self.withoutTime(text)), !typed.tokens.isEmpty else { throw unreadable }
        if let span = Self.distance(typed) { return .distance(span) }
        if let named = try named(typed) { return named }
        guard typed.words.isEmpty else { throw unreadable }
        return try numeric(typed)
    }

    /// `2026-12-31T23:59:59Z` and `31.12.2026 00:00:00` are the day that is written.
    private static func withoutTime(_ text: String) -> String {
        guard text.contains(":") else { return text }
        let words = text.split(separator: " ")
        if let first = words.first, let mark = first.firstIndex(of: "T"), first[mark...].contains(":") {
            return String(first[..<mark])
        }
        guard let time = words.firstIndex(where: { $0.contains(":") && $0.first?.isNumber == true }), time > 0 else {
            return text
        }
        let day = words[..<time].joined(separator: " ")
        return day.last == "," ? String(day.dropLast()) : day
    }

    /// - Parameter isPast: whether a day until today is meant, as of an entry in a ledger.
    public func day(from text: String, isPast: Bool) throws(TypingError) -> TypedDay {
        do throws(TypingError) {
            return try day(from: text)
        } catch {
            guard isPast, error == unreadable else { throw error }
            let example = self.text(CalendarDay(daysSince1970: Self.examplePastNumber))
            throw TypingError("use a date such as \(example), yesterday or 3 days ago")
        }
    }

    var unreadable: TypingError {
        let example = text(CalendarDay(daysSince1970: Self.exampleNumber))
        return TypingError("use a date such as \(example), 31 Dec 2026 or in 3 weeks")
    }

    /// 31 December 2026.
    private static let exampleNumber = 20_818
    /// 20 November 2026.
    private static let examplePastNumber = 20_777

    // MARK: - From today on

    /// A span with its sign and unit: `30d`, `+6m`, `in 3 weeks`, `2 years ago`, `next month`; nil for anything else.
    static func distance(_ typed: DayTokens) -> DaySpan? {
        var rest = typed.tokens[...]
        if rest.count == 1, case .word(let word)? = rest.first,
            let days = ["today": 0, "tomorrow": 1, "yesterday": -1][word]
        {
            return DaySpan(days: days)
        }
        var sign = 1
        switch rest.first {
        case .mark("+"), .word("in"): rest.removeFirst()
        case .mark("-"), .mark("\u{2212}"):
            sign = -1
            rest.removeFirst()
        default: break
        }
        let count: Int
        switch rest.popFirst() {
        case .number(let value, _): count = value
        case .word("a"), .word("an"), .word("one"), .word("next"): count = 1
        default: return nil
        }
        guard case .word(let unit)? = rest.popFirst(), var span = DaySpan(count, unit) else { return nil }
        if rest.first == .word("ago") {
            sign = -sign
            rest.removeFirst()
        }
        guard rest.isEmpty else { return nil }
        (span.days, span.months) = (sign * span.days, sign * span.months)
        return span
    }

    // MARK: - With the name of a month

    /// Nil where no word is a month.
    private func named(_ typed: DayTokens) throws(TypingError) -> TypedDay? {
        let words = typed.words.filter { !isIgnored($0) }
        guard words.count == 1, let month = month(named: words[0]) else { return nil }
        guard typed.marks.allSatisfy({ ".,-/'\u{2019}".unicodeScalars.contains($0) }) else { throw unreadable }
        let numbers = typed.numbers
        switch numbers.count {
        case 1 where numbers[0].digits == 4: return try checkedMonth(numbers[0], month)
        case 1 where numbers[0].digits <= 2:
            let (day, name) = (numbers[0].value, EnglishDays.months[month - 1])
            // The second is a leap year.
            guard let year = [2027, 2028].first(where: { CalendarDay(year: $0, month: month, day: day) != nil }) else {
                throw TypingError("there is no \(day) \(name)")
            }
            throw TypingError("add the year: \(day) \(name.prefix(3)) \(year)")
        case 2:
            // The year comes first only where it has four digits: 2026 Dec 31.
            let (day, year) = numbers[0].digits == 4 ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
            guard day.digits <= 2 else { throw unreadable }
            return .date(try date(year, month, day.value))
        default: throw unreadable
        }
    }

    /// Weekdays, and what stands beside numbers in English: 31st, of.
    private func isIgnored(_ word: String) -> Bool {
        if ["st", "nd", "rd", "th", "of", "the"].contains(word) || weekdayNames.contains(word) { return true }
        return word.utf8.count >= 3 && EnglishDays.weekdays.contains { $0.lowercased().hasPrefix(word) }
    }

    /// The month that the locale calls so, otherwise the one in English, with three letters at least.
    private func month(named word: String) -> Int? {
        if let index = monthNames.firstIndex(where: { $0.contains(word) }) { return index + 1 }
        guard word.utf8.count >= 3 else { return nil }
        return EnglishDays.months.firstIndex { $0.lowercased().hasPrefix(word) }.map { $0 + 1 }
    }

    // MARK: - In numbers

    private typealias Number = (value: Int, digits: Int)

    private func numeric(_ typed: DayTokens) throws(TypingError) -> TypedDay {
        let (numbers, marks) = (typed.numbers, typed.marks)
        guard typed.tokens.first?.isNumber == true, marks.allSatisfy(Self.isSeparator) else { throw unreadable }
        switch numbers.count {
        case 1 where numbers[0].digits == 8:
            let number = numbers[0].value
            return .date(try date((number / 10_000, 4), number / 100 % 100, number % 100))
        case 2: return try month(numbers)
        case 3: return .date(try date(numbers, mark: marks.first))
        default: throw unreadable
        }
    }

    /// The order of a date in numbers that ends with the year, where only one is possible: that of `13/05/2027`. Nil for any other text.
    static func order(of text: String) -> Order? {
        guard let typed = DayTokens(withoutTime(text)), typed.words.isEmpty else { return nil }
        let numbers = typed.numbers
        guard numbers.count == 3, numbers[0].digits <= 2, numbers[1].digits <= 2, numbers[2].digits == 4 else {
            return nil
        }
        switch (numbers[0].value > 12, numbers[1].value > 12) {
        case (true, false): return .dayMonthYear
        case (false, true): return .monthDayYear
        default: return nil
        }
    }

    private static func isSeparator(_ mark: Unicode.Scalar) -> Bool {
        mark.properties.generalCategory == .dashPunctuation || "/.,年月日년월일".unicodeScalars.contains(mark)
    }

    /// `12/2026`, `2026-12`, and `12/26` as cards have it printed.
    private func month(_ numbers: [Number]) throws(TypingError) -> TypedDay {
        let (first, second) = (numbers[0], numbers[1])
        if first.digits == 4, second.digits <= 2 { return try checkedMonth(first, second.value) }
        guard first.digits <= 2 else { throw unreadable }
        if second.digits == 4 { return try checkedMonth(second, first.value) }
        guard second.digits == 2, second.value > 12, (1...12).contains(first.value) else {
            throw TypingError("use four digits for the year")
        }
        return try checkedMonth(second, first.value)
    }

    private func checkedMonth(_ year: Number, _ month: Int) throws(TypingError) -> TypedDay {
        guard (1...12).contains(month) else { throw TypingError("there is no month \(month)") }
        return .month(year: try Self.fullYear(year), month: month)
    }

    private func date(_ numbers: [Number], mark: Unicode.Scalar?) throws(TypingError) -> CalendarDay {
        if numbers[0].digits == 4 { return try date(numbers[0], numbers[1].value, numbers[2].value) }
        guard numbers.allSatisfy({ $0.digits <= 2 }) || numbers[2].digits == 4 && numbers[1].digits <= 2 else {
            throw unreadable
        }
        var days: [CalendarDay] = []
        var refusal: TypingError?
        for order in orders(of: numbers, mark: mark) {
            do throws(TypingError) {
                let day =
                    switch order {
                    case .dayMonthYear: try date(numbers[2], numbers[1].value, numbers[0].value)
                    case .monthDayYear: try date(numbers[2], numbers[0].value, numbers[1].value)
                    case .yearMonthDay: try date(numbers[0], numbers[1].value, numbers[2].value)
                    }
                if !days.contains(day) { days.append(day) }
            } catch {
                refusal = refusal ?? error
            }
        }
        if let day = days.first, days.count == 1 { return day }
        if let first = days.first, let second = days.dropFirst().first {
            throw TypingError("\(first.text) or \(second.text)? Use one of these")
        }
        throw refusal ?? unreadable
    }

    /// The orders in which such numbers may be meant. The locale's own is the only one where its month is possible.
    private func orders(of numbers: [Number], mark: Unicode.Scalar?) -> [Order] {
        let isYearLast = numbers[2].digits == 4
        switch order {
        case .dayMonthYear: return numbers[1].value <= 12 ? [.dayMonthYear] : [.dayMonthYear, .monthDayYear]
        case .monthDayYear: return numbers[0].value <= 12 ? [.monthDayYear] : [.monthDayYear, .dayMonthYear]
        case .yearMonthDay:
            // Nobody writes the month first with points.
            let others: [Order] = mark == "." || mark == "-" ? [.dayMonthYear] : [.dayMonthYear, .monthDayYear]
            let isOwn = mark.map { separators[0].unicodeScalars.contains($0) } ?? false
            return !isYearLast && isOwn ? [.yearMonthDay] + others : others
        }
    }

    /// A day that exists; says why it does not.
    private func date(_ year: Number, _ month: Int, _ day: Int) throws(TypingError) -> CalendarDay {
        let year = try Self.fullYear(year)
        guard (1...12).contains(month) else { throw TypingError("there is no month \(month)") }
        guard let date = CalendarDay(year: year, month: month, day: day) else {
            let length = CalendarDay.length(ofMonth: month, in: year)
            throw TypingError("\(EnglishDays.months[month - 1]) \(year) has \(length) days")
        }
        return date
    }

    /// Two digits are a year from 1969 to 2068, as POSIX reads them.
    private static func fullYear(_ year: Number) throws(TypingError) -> Int {
        switch year.digits {
        case 1, 2: return year.value + (year.value < 69 ? 2000 : 1900)
        case 4 where CalendarDay.years.contains(year.value): return year.value
        default: throw TypingError("use a year from 1 to 9999 with four digits")
        }
    }
}

extension DayTokens.Token {
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}

extension DaySpan {
    /// `d`, `days`, `w`, `m`, `mo`, `years` …; nil for no unit of time.
    init?(_ count: Int, _ unit: String) {
        // Ten thousand years cover every day.
        let count = min(count, 4_000_000)
        switch unit {
        case "d", "day", "days": self.init(days: count)
        case "w", "wk", "week", "weeks": self.init(days: 7 * count)
        case "m", "mo", "month", "months": self.init(months: count)
        case "y", "yr", "year", "years": self.init(months: 12 * count)
        default: return nil
        }
    }
}

/// A typed day as numbers, words and marks. It knows no calendar.
struct DayTokens {
    enum Token: Equatable {
        case number(Int, digits: Int)
        /// Folded letters.
        case word(String)
        /// Anything else but white space.
        case mark(Unicode.Scalar)
    }

    private(set) var tokens: [Token] = []

    /// No day is longer in any notation.
    private static let maximumLength = 64
    /// More than any count or date has; larger numbers are cut to it.
    private static let largestNumber = 1_000_000_000

    /// Nil for a text that is too long.
    init?(_ text: String) {
        guard text.utf8.count <= 4 * Self.maximumLength else { return nil }
        let scalars = TextFolding.fold(text).unicodeScalars
        guard scalars.count <= Self.maximumLength else { return nil }
        var word = ""
        var number: (value: Int, digits: Int)?
        func end() {
            if let ended = number { tokens.append(.number(ended.value, digits: ended.digits)) }
            if !word.isEmpty { tokens.append(.word(word)) }
            number = nil
            word = ""
        }
        for scalar in scalars {
            if let digit = scalar.decimalDigit {
                if !word.isEmpty { end() }
                let before = number ?? (0, 0)
                number = (min(before.value * 10 + digit, Self.largestNumber), before.digits + 1)
            } else if Self.units.contains(scalar) {
                end()
                tokens.append(.mark(scalar))
            } else if scalar.properties.isAlphabetic {
                if number != nil { end() }
                word.unicodeScalars.append(scalar)
            } else {
                end()
                if !scalar.properties.isWhitespace { tokens.append(.mark(scalar)) }
            }
        }
        end()
    }

    /// What Chinese, Japanese and Korean write behind year, month and day.
    private static let units: Set<Unicode.Scalar> = ["年", "月", "日", "년", "월", "일"]

    var words: [String] { tokens.compactMap { if case .word(let word) = $0 { word } else { nil } } }
    var marks: [Unicode.Scalar] { tokens.compactMap { if case .mark(let mark) = $0 { mark } else { nil } } }
    var numbers: [(value: Int, digits: Int)] {
        tokens.compactMap { if case .number(let value, let digits) = $0 { (value, digits) } else { nil } }
    }
}

extension Unicode.Scalar {
    /// The value of a decimal digit of any script; nil for other characters.
    var decimalDigit: Int? {
        if isASCII { return (0x30...0x39).contains(value) ? Int(value) - 0x30 : nil }
        guard properties.numericType == .decimal, let value = properties.numericValue else { return nil }
        return Int(value)
    }
}
