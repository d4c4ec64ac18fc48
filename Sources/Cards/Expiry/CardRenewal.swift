/// What a card becomes when it is renewed: another last day. It writes nothing.
public struct CardRenewal: Equatable, Sendable {
    public let old: CalendarDay?
    public let expiry: CalendarDay
    /// The new first day; nil to leave that as it is.
    public let start: CalendarDay?
    /// The day of the month that was meant, where the month of the last day is shorter: the next renewal counts from it. A month from 31
    /// January on is 28 February, and a month from there 31 March.
    public let meantDay: Int?

    public init(_ card: Card, until expiry: CalendarDay, from start: CalendarDay? = nil, meaning meantDay: Int? = nil) {
        old = card.expiry
        self.expiry = expiry
        self.start = start
        self.meantDay = meantDay.flatMap { $0 > expiry.day ? $0 : nil }
    }

    /// Reads a day, or a period such as `+1y`, which counts from the last day of the card, or from today where that day would have
    /// passed already.
    /// - Parameter meant: ``CardStore/meantDay(of:)`` of the card.
    public init(
        _ card: Card, typed text: String, from start: CalendarDay? = nil, meaning meant: Int? = nil,
        _ input: LocalInput
    ) throws(TypingError) {
        let typed = try input.format.days.day(from: text)
        guard case .distance(let span) = typed, text.trimmed.first == "+" else {
            guard let day = typed.day(today: input.today) else { throw Self.outside }
            self.init(card, until: day, from: start)
            return
        }
        let inMonths = span.months != 0 && span.days == 0
        if let last = card.expiry, let later = last.adding(span, meaning: meant), later >= input.today {
            self.init(card, until: later, from: start, meaning: inMonths ? max(meant ?? 0, last.day) : nil)
        } else if let later = input.today.adding(span) {
            self.init(card, until: later, from: start, meaning: inMonths ? input.today.day : nil)
        } else {
            throw Self.outside
        }
    }

    private static let outside = TypingError("the year must be from 1 to 9999")

    /// The change of the card; it has no fields where nothing changes.
    public func patch(of card: Card) -> CardPatch {
        var new = card
        new.expiry = expiry
        if let start { new.validFrom = start }
        return CardPatch(from: card, to: new)
    }

    /// Why the days cannot be saved: the card would end before it begins. Nil for valid ones.
    public func problem(with card: Card) -> String? {
        guard let first = start ?? card.validFrom, first > expiry else { return nil }
        return "the expiry date is before the start date"
    }

    /// A year: what a renewal is unless somebody says otherwise.
    public static let usual = "+1y"
}
