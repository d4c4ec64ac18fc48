internal import Basics

/// What a person wants to book on a card: an amount that was spent or received on a day, the gift of a full card of stamps, or that a
/// voucher is used. It knows no card.
public struct LedgerBooking: Equatable, Sendable {
    public enum Direction: String, Hashable, Sendable, CaseIterable { case spend, receive }

    public enum Content: Hashable, Sendable {
        /// Without a sign.
        case amount(TypedAmount, Direction)
        /// A full card of stamps was given away for what it is worth, and starts anew.
        case gift
        /// All that is left was spent, and the card is put away.
        case use
    }

    public let content: Content
    public var day: CalendarDay
    public var note: String

    public init(_ content: Content, day: CalendarDay, note: String = "") {
        self.content = content
        self.day = day
        self.note = note
    }

    /// Reads `7.40` and `-7.40` as spent, `+20` as received, with or without a unit, `x` as the gift, and `used`.
    /// - Parameter direction: nil where the sign tells it.
    public init(
        _ text: String, as direction: Direction? = nil, day: CalendarDay? = nil, note: String = "", _ input: LocalInput
    ) throws(TypingError) {
        self.init(try Self.content(text, direction, input), day: day ?? input.today, note: note)
    }

    private static func content(
        _ text: String, _ direction: Direction?, _ input: LocalInput
    ) throws(TypingError) -> Content {
        let word = text.trimmed.lowercased()
        if word == "x" || word == "used" {
            if direction == .receive { throw TypingError("\(word) is spent, not received") }
            return word == "x" ? .gift : .use
        }
        let typed = try input.amount(from: text)
        let hasMinus = typed.amount.hasPrefix("-")
        let hasPlus = text.contains("+")
        if direction != nil, hasMinus || hasPlus { throw TypingError("the amount needs no sign") }
        if let unit = typed.unit, !unit.isCounted { throw TypingError("\(unit.text) cannot be spent or received") }
        let digits = hasMinus ? String(typed.amount.dropFirst()) : typed.amount
        guard let value = ExactDecimal(digits), !value.isZero else { throw TypingError("the amount must not be zero") }
        return .amount(
            TypedAmount(amount: value.shortened.text, unit: typed.unit), direction ?? (hasPlus ? .receive : .spend))
    }

    /// What the booking does to the balance of a card.
    public struct Effect: Equatable, Sendable {
        public let before: Balance
        public let after: Balance
        /// What it adds, as decimal text.
        public let amount: String
        /// The unit that was typed, where the card has another one: the amount counts in that of the card.
        public let otherUnit: BalanceUnit?
        /// Whether the balance goes below zero.
        public let isOverdrawn: Bool
        /// The first day on which the card is valid, where the booking is of an earlier one.
        public let firstDay: CalendarDay?
        /// Whether the card is put away as used.
        public let isUsed: Bool
        /// Whether a full card of stamps is given away.
        public let isGift: Bool

        /// Whether the ledger gets an entry.
        public var hasEntry: Bool { ExactDecimal(amount).map { !$0.isZero } ?? false }
    }

    /// Throws where the card's balance is no number, where the unit has fewer decimals, where the balance gets too long, and for stamps that
    /// a card does not have or has no room for. A card without a balance gets the unit that was typed.
    public func effect(on card: Card) throws(TypingError) -> Effect {
        switch content {
        case .amount(let amount, let direction): try effect(of: amount, direction, on: card)
        case .gift: try effectOfGift(on: card)
        case .use: effectOfUse(on: card)
        }
    }

    private func effect(of amount: TypedAmount, _ direction: Direction, on card: Card) throws(TypingError) -> Effect {
        guard let before = ExactDecimal(card.balance.isEmpty ? "0" : card.balance) else {
            throw TypingError("the balance of this card is not a number")
        }
        let isNew = card.balance.isEmpty
        let own = BalanceUnit(code: card.currency)
        let unit = isNew ? amount.unit ?? own : own
        guard unit.isCounted else {
            let text = AmountFormat.plain.text(Balance(amount: card.balance, currency: card.currency))
            throw TypingError("\(text) is not an amount to spend; write \"used\" when it is used")
        }
        let value = ExactDecimal(amount.amount) ?? .zero
        // As many stamps as make a card full are what a full one is worth.
        if case .stamps(let full?) = unit, direction == .spend, value == ExactDecimal(String(full)), !(before < value) {
            return try effectOfGift(on: card)
        }
        // What a card from elsewhere has can be spent.
        if value.places > max(unit.places, before.neededPlaces) {
            if case .currency(let code) = unit {
                throw TypingError(
                    "\(code) has \(unit.places == 0 ? "no decimals" : unit.places.counted("decimal"))")
            }
            throw TypingError("\(unit.sumUnit.text) must be whole numbers")
        }
        let signed = direction == .spend ? -value : value
        let sum = before + signed
        let after = sum.places > 0 ? sum.padded(toPlaces: unit.places) : sum
        guard after.text.utf8.count(where: \.isDigit) <= Balance.maximumDigits else {
            throw TypingError("the balance would have more than \(Balance.maximumDigits) digits")
        }
        if case .stamps(let full) = unit { try Self.check(before, after, of: full, direction) }
        return effect(
            from: Balance(amount: isNew ? "0" : card.balance, currency: unit.code),
            to: Balance(amount: after.text, currency: unit.code),
            adding: signed.places > 0 ? signed.padded(toPlaces: unit.places) : signed, on: card,
            otherUnit: isNew ? nil : amount.unit.flatMap { $0.fits(own) ? nil : $0 },
            isOverdrawn: after.isNegative && direction == .spend)
    }

    /// A card of stamps has none below zero, and none above a full card.
    private static func check(
        _ before: ExactDecimal, _ after: ExactDecimal, of full: Int?, _ direction: Direction
    ) throws(TypingError) {
        if direction == .spend, after.isNegative { throw TypingError("this card has only \(before.text) stamps") }
        guard let full, direction == .receive, let most = ExactDecimal(String(full)), most < after else { return }
        throw TypingError(
            before < most
                ? "this card has room for \((most - before).text) more" : "this card is full; spend x to redeem it")
    }

    private func effectOfGift(on card: Card) throws(TypingError) -> Effect {
        guard case .stamps(let full?) = BalanceUnit(code: card.currency), let before = ExactDecimal(card.balance),
            let price = ExactDecimal(String(full))
        else { throw TypingError("x is for a stamp card, such as 10/10 stamps") }
        guard !(before < price) else {
            throw TypingError("a full card has \(full) stamps; this one has \(before.text)")
        }
        return effect(
            from: Balance(amount: card.balance, currency: card.currency),
            to: Balance(amount: (before - price).text, currency: card.currency), adding: -price, on: card, isGift: true)
    }

    /// Money is spent, so that it counts among what was spent; stamps, points and reductions stay as they were.
    private func effectOfUse(on card: Card) -> Effect {
        let before = Balance(amount: card.balance, currency: card.currency)
        guard before.isMoneyLeft, let left = ExactDecimal(card.balance) else {
            return effect(from: before, to: before, adding: .zero, on: card, isUsed: true)
        }
        let nothing = Balance(amount: Balance.zero(before.unit), currency: card.currency)
        return effect(from: before, to: nothing, adding: -left, on: card, isUsed: true)
    }

    private func effect(
        from before: Balance, to after: Balance, adding amount: ExactDecimal, on card: Card,
        otherUnit: BalanceUnit? = nil, isOverdrawn: Bool = false, isUsed: Bool = false, isGift: Bool = false
    ) -> Effect {
        Effect(
            before: before, after: after, amount: amount.text, otherUnit: otherUnit, isOverdrawn: isOverdrawn,
            firstDay: card.validFrom.flatMap { day < $0 ? $0 : nil }, isUsed: isUsed, isGift: isGift)
    }
}
