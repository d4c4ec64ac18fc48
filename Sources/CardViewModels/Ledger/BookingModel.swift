public import Basics
public import Cards

/// Books an amount on a card: what was typed, and what it does to the balance. Nothing is booked before ``finish()``.
@MainActor
public final class BookingModel: ScreenModel {
    public let card: Card
    @Observed public var amountText = "" {
        didSet { problem = nil }
    }
    /// Empty for today.
    @Observed public var dayText = "" {
        didSet { problem = nil }
    }
    @Observed public var note = ""
    /// Why it could not be booked.
    @Observed public private(set) var problem: String?

    private let context: ScreenContext

    init(_ card: Card, context: ScreenContext) { (self.card, self.context) = (card, context) }

    public var shownCard: CardID? { card.identifier }

    /// What the amount does to the balance; nil while it cannot be read.
    public var effect: LedgerBooking.Effect? { try? booking().effect(on: card) }

    private func booking() throws(TypingError) -> LedgerBooking {
        let input = context.services.input
        var day = input.today
        if !dayText.allSatisfy(\.isWhitespace) { day = try input.day(from: dayText, isPast: true) }
        return try LedgerBooking(amountText, day: day, note: note, input)
    }

    /// Books it, or asks first: below zero, for an amount in another currency, and for a day before the card is valid.
    public func finish() {
        do throws(TypingError) {
            let typed = try booking()
            let asked = try question(typed.effect(on: card))
            guard let asked else { return book(typed) }
            context.prompts.show(
                Prompt(
                    .book, about: [card.identifier], title: "Add entry", text: asked,
                    choices: [Prompt.Choice("y", "save") { self.book(typed) }, Prompt.Choice("n", "cancel")]))
        } catch {
            problem = error.message.prefix(1).uppercased() + error.message.dropFirst() + "."
        }
    }

    private func question(_ effect: LedgerBooking.Effect) -> String? {
        let after = context.services.format.text(effect.after)
        if let unit = effect.otherUnit {
            let own = effect.before.unit.text
            return "The balance is in \(own), not in \(unit.text). Count the amount in \(own)? New balance: \(after)"
        }
        if effect.isOverdrawn { return "The balance goes below zero: \(after). Record it anyway?" }
        return effect.firstDay.map {
            "The card is not valid until \(context.services.format.text($0)), after the day of this entry. Record it anyway?"
        }
    }

    private func book(_ booking: LedgerBooking) {
        context.activities.run("Adding an entry to \(card.name)") { [self] in
            let balance = try await context.services.store.book(booking, on: card.identifier)
            context.navigator.remove(self)
            await context.list.reload()
            guard let balance else {
                return context.post(Message("\(card.name.shortName) was deleted elsewhere.", kind: .warning))
            }
            let result = booking.content == .use ? "used" : context.services.format.text(balance)
            context.post(Message("\(card.name.shortName): \(result)", offers: [.undo]))
        }
    }
}
