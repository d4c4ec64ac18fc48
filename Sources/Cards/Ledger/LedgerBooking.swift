internal import Basics

/// What a person wants to book on a card: an amount that was spent or received, on a day. It knows no card.
public struct LedgerBooking: Hashable, Sendable {
    public enum Direction: String, Hashable, Sendable, CaseIterable { case spend, receive }

    public let direction: Direction
    /// Without a sign.
    public let amount: TypedAmount
    public var day: CalendarDay
    public var note: String

    /// Reads `7.40` and `-7.40` as spent, `+20` as received, with or without a unit.
    /// - Parameter direction: nil where the sign tells it.
    public init(
        _ text: String, as direction: Direction? = nil, day: CalendarDay? = nil, note: String = "", _ input: LocalInput
    ) throws(TypingError) {
        let typed = try input.amount(from: text)
        let hasMinus = typed.amount.hasPrefix("-")
        let hasPlus = text.contains("+")
        if direction != nil, hasMinus || hasPlus { throw TypingError("the amount needs no sign") }
        let digits = hasMinus ? String(typed.amount.dropFirst()) : typed.amount
        guard let value = ExactDecimal(digits), !value.isZero else { throw TypingError("the amount must not be zero") }
        self.direction = direction ?? (hasPlus ? .receive : .spend)
        amount = TypedAmount(amount: value.shortened.text, unit: typed.unit)
        self.day = day ?? input.today
        self.note = note
    }

    /// What the booking does to the balance of a card.
    public struct Effect: Hashable, Sendable {
        public let before: Balance
        public let after: Balance
        /// What it adds, as decimal text.
        public let amount: String
        /// The currency that was typed, where the card has another one: the amount counts in that of the card.
        public let otherUnit: TypedAmount.Unit?
        /// Whether the balance goes below zero.
        public let isOverdrawn: Bool
        /// The first day on which the card is valid, where the booking is of an earlier one.
        public let firstDay: CalendarDay?
    }

    /// Throws where the card's balance is no number, where the currency has fewer decimals, and where the balance gets too long. A card
    /// without a balance gets the currency that was typed.
    public func effect(on card: Card) throws(TypingError) -> Effect {
        guard let before = ExactDecimal(card.balance.isEmpty ? "0" : card.balance) else {
            throw TypingError("the balance of this card is not a number")
        }
        let typed = amount.unit.map(\.currency)
        let isNew = card.balance.isEmpty
        let currency: String? = if isNew, let typed { typed } else { card.currency }
        let places = CurrencyDigits.count(in: currency)
        let value = ExactDecimal(amount.amount) ?? .zero
        if value.places > places {
            throw TypingError(
                currency.map { "\($0) has \(places == 0 ? "no decimals" : places.counted("decimal"))" }
                    ?? "points are whole numbers")
        }
        let signed = direction == .spend ? -value : value
        let sum = before + signed
        let after = sum.places > 0 ? sum.padded(toPlaces: places) : sum
        guard after.text.utf8.count(where: \.isDigit) <= Balance.maximumDigits else {
            throw TypingError("the balance would have more than \(Balance.maximumDigits) digits")
        }
        let isOther = !isNew && typed != nil && typed != .some(card.currency)
        return Effect(
            before: Balance(amount: isNew ? "0" : card.balance, currency: currency),
            after: Balance(amount: after.text, currency: currency),
            amount: (signed.places > 0 ? signed.padded(toPlaces: places) : signed).text,
            otherUnit: isOther ? amount.unit : nil, isOverdrawn: after.isNegative && direction == .spend,
            firstDay: card.validFrom.flatMap { day < $0 ? $0 : nil })
    }
}

extension TypedAmount.Unit {
    /// Nil for points.
    public var currency: String? { if case .currency(let code) = self { code } else { nil } }

    /// "EUR", "points".
    public var text: String { currency ?? "points" }
}
