/// What a card becomes when it is renewed: another last day. It writes nothing.
public struct CardRenewal: Hashable, Sendable {
    public let old: CalendarDay?
    public let expiry: CalendarDay
    /// The new first day; nil to leave that as it is.
    public let start: CalendarDay?

    public init(_ card: Card, until expiry: CalendarDay, from start: CalendarDay? = nil) {
        (old, self.expiry, self.start) = (card.expiry, expiry, start)
    }

    /// Reads a day, or a period such as `+1y`, which counts from the last day of the card, or from today where that day would have
    /// passed already.
    public init(
        _ card: Card, typed text: String, from start: CalendarDay? = nil, _ input: LocalInput
    ) throws(TypingError) {
        let typed = try input.format.days.day(from: text)
        let day: CalendarDay?
        if case .distance(let span) = typed, text.trimmed.first == "+" {
            let later = card.expiry.flatMap { $0.adding(span) }
            day = later.flatMap { $0 >= input.today ? $0 : nil } ?? input.today.adding(span)
        } else {
            day = typed.day(today: input.today)
        }
        guard let expiry = day else { throw TypingError("the year must be from 1 to 9999") }
        self.init(card, until: expiry, from: start)
    }

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
