internal import Cards

extension CardFlow {
    /// Opens the form that books an amount on the card on top, or on the selected one.
    public func book() {
        guard let card = context.currentCard else { return }
        context.activities.run("Reading the card") {
            try await context.services.store.card(card).map { BookingModel($0, context: context) }
        } then: {
            context.navigator.push(.booking($0))
        }
    }
}
