internal import Basics

/// One typed word of a filter and its meaning: how text is split into words, and which filter terms exist.
struct TypedWord {
    enum Meaning: Equatable {
        case plain
        case term(CardFilter.Term)
        /// An incomplete or unknown filter term, with a message.
        case wrong(String)
    }

    let text: String
    /// Its range, by characters.
    let characters: Range<Int>

    /// Splits at white space; a quoted group or day may contain white space, and ends with its quote or the text.
    static func words(of text: String) -> [TypedWord] {
        var words: [TypedWord] = []
        var word = ""
        var start = 0
        var isQuoted = false
        for (position, character) in text.enumerated() {
            if character.isWhitespace, !isQuoted {
                if !word.isEmpty { words.append(TypedWord(text: word, characters: start..<position)) }
                word = ""
                continue
            }
            if word.isEmpty { start = position }
            // A quote with a mark above it is one: names are compared without their marks.
            if character.unicodeScalars.first == "\"" {
                if isQuoted { isQuoted = false } else if opensValue(word) { isQuoted = true }
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(TypedWord(text: word, characters: start..<start + word.count)) }
        return words
    }

    /// Whether a quote after this text begins a value.
    private static func opensValue(_ word: String) -> Bool {
        // Longer words are not examined: a filter may be one word of ten thousand characters.
        word.utf8.count <= 10
            && ["group:", "expires:", "expires:<", "next:", "next:<"].contains(word.lowercased().drop { $0 == "-" })
    }

    func meaning(_ days: DayFormat) -> Meaning {
        let isNegated = text.first == "-"
        let body = isNegated ? text.dropFirst() : text[...]
        // By scalars: a combining accent after the colon would make another character of it.
        let scalars = body.unicodeScalars
        guard let colon = scalars.firstIndex(of: ":") else { return .plain }
        let value = body[scalars.index(after: colon)...]
        let kind: Result<CardFilter.Term.Kind, Refusal>
        switch body[..<colon].lowercased() {
        case "is": kind = Self.lookUp(value, in: Self.states, prefix: "is")
        case "has": kind = Self.lookUp(value, in: Self.parts, prefix: "has")
        case "group": kind = Self.group(value)
        case "expires": kind = Self.days(value, after: "expires", days).map { .expires($0) }
        case "next": kind = Self.days(value, after: "next", days).map { .next($0) }
        default: return .plain
        }
        switch kind {
        case .success(let kind): return .term(CardFilter.Term(kind, isNegated: isNegated))
        case .failure(let refusal): return .wrong(refusal.reason)
        }
    }

    private struct Refusal: Error { let reason: String }

    // MARK: - What there is

    typealias Kinds = [(word: String, kind: CardFilter.Term.Kind)]

    static let states: Kinds = [
        ("expired", .isExpired), ("starred", .isStarred), ("archived", .isArchived), ("local", .isLocal),
        ("conflict", .isConflicted), ("used", .isUsed),
    ]
    static let parts: Kinds = [
        ("photo", .hasPhoto), ("number", .hasNumber), ("note", .hasNote), ("barcode", .hasBarcode),
        ("balance", .hasBalance), ("stamps", .hasStamps),
    ]

    private static func lookUp(
        _ value: Substring, in kinds: Kinds, prefix: String
    ) -> Result<CardFilter.Term.Kind, Refusal> {
        let word = value.lowercased()
        if let kind = kinds.first(where: { $0.word == word })?.kind { return .success(kind) }
        // The prefix once, so that the message fits one line of a terminal.
        let words = kinds.map(\.word)
        return .failure(
            Refusal(reason: "use \(prefix):\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"))
    }

    private static func group(_ value: Substring) -> Result<CardFilter.Term.Kind, Refusal> {
        var name = value
        if name.unicodeScalars.first == "\"" {
            name.removeFirst()
            if name.last?.unicodeScalars.first == "\"" { name.removeLast() }
        }
        let folded = TextFolding.fold(String(name))
        guard folded.contains(where: { !$0.isWhitespace }) else {
            return .failure(Refusal(reason: "needs the start of a group's name, such as group:food"))
        }
        return .success(.group(folded))
    }

    private static func days(
        _ value: Substring, after word: String, _ format: DayFormat
    ) -> Result<DayRange, Refusal> {
        do throws(TypingError) {
            return .success(try DayRange(typed: value.filter { $0 != "\"" }, after: word, format))
        } catch {
            return .failure(Refusal(reason: error.message))
        }
    }
}

/// The days that a filter asks for: as the last of a card, or as one on which it matters. It is typed once and depends on today.
public enum DayRange: Hashable, Sendable {
    /// Less than this span away from today on; an empty span means the past.
    case within(DaySpan)
    case before(TypedDay)
    /// That day, or a day of that month.
    case on(TypedDay)
    /// A day of the calendar month that is so many months later than that of today.
    case month(later: Int)

    /// Reads `<30d`, `30d`, `<30`, `<2w`, `<31/12/26`, `12/2026`, `tomorrow`, `this-month`, `"next month"`.
    /// - Parameter word: that before the colon, for messages.
    init(typed text: String, after word: String, _ format: DayFormat) throws(TypingError) {
        let unreadable = TypingError("a period or date is missing: use \(word):<30d, <2w, <6m, <1y or 12/2026")
        let isBefore = text.first == "<"
        let body = isBefore ? String(text.dropFirst()) : text
        guard let typed = DayTokens(body), !typed.tokens.isEmpty else { throw unreadable }
        if !isBefore, let months = Self.monthsLater(typed) {
            self = .month(later: months)
            return
        }
        if let span = Self.span(typed) {
            guard span.months >= 0, span.days >= 0 else { throw unreadable }
            self = .within(span)
            return
        }
        let isNamed = typed.tokens.count == 1 && !typed.words.isEmpty
        guard isNamed || !typed.numbers.isEmpty else { throw unreadable }
        let day: TypedDay
        do throws(TypingError) {
            day = try format.day(from: body)
        } catch {
            // A number with a wrong unit is no attempt at a date.
            throw (typed.numbers.count == 1 || isNamed) && error == format.unreadable ? unreadable : error
        }
        self = isBefore ? .before(day) : .on(day)
    }

    /// `this month`, `next-month`; a period counts from today, so "next month" without this would be the next thirty days.
    private static func monthsLater(_ typed: DayTokens) -> Int? {
        guard typed.numbers.isEmpty, typed.marks.allSatisfy({ $0 == "-" }) else { return nil }
        switch typed.words {
        case ["this", "month"]: return 0
        case ["next", "month"]: return 1
        case ["last", "month"]: return -1
        default: return nil
        }
    }

    private static func span(_ typed: DayTokens) -> DaySpan? {
        if let number = typed.numbers.first, typed.tokens.count == 1, number.digits != 8 {
            // A year alone is neither.
            return number.digits == 4 ? nil : DaySpan(number.value, "d")
        }
        // A word such as tomorrow is a day.
        return typed.tokens.count == 1 ? nil : DayFormat.distance(typed)
    }

    /// The days on the calendar; nil for none.
    public func days(today: CalendarDay) -> ClosedRange<CalendarDay>? {
        switch self {
        case .within(let span):
            if span.isEmpty { return Self.range(.first, today.adding(days: -1)) }
            return Self.range(today, today.lastDay(within: span) ?? .last)
        case .before(let day):
            guard let end = day.day(today: today, isStart: true) else { return nil }
            // Before a day to come means from today on: what has expired is another question.
            return Self.range(end > today ? today : .first, end.adding(days: -1))
        case .on(let day):
            guard let first = day.day(today: today, isStart: true), let last = day.day(today: today) else { return nil }
            return Self.range(first, last)
        case .month(let months):
            guard let start = CalendarDay(year: today.year, month: today.month, day: 1),
                let first = start.adding(months: months)
            else { return nil }
            let length = CalendarDay.length(ofMonth: first.month, in: first.year)
            return Self.range(first, first.adding(days: length - 1))
        }
    }

    private static func range(_ first: CalendarDay, _ last: CalendarDay) -> ClosedRange<CalendarDay>? {
        first <= last ? first...last : nil
    }
}
