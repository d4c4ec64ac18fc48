internal import Cards

extension CardFlow {
    /// Opens the form that books an amount on the card on top, or on the selected one.
    public func book() {
        guard let card = context.currentCard else { return }
        context.activities.run("Reading the card") {
            try await context.services.store.card(card).map { BookingModel($0, context: context) }
        } then: {
            context.navigator.push($0)
        }
    }

    /// Marks the card on top as used up, or in the list the selected or marked ones.
    public func use() {
        guard let card = context.currentCard, !context.navigator.path.isEmpty else { return context.list.changes.use() }
        context.activities.run("Changing the card") {
            let services = context.services
            guard let outcome = try await services.store.use([card], on: services.clock.today()) else { return }
            await context.list.reload()
            context.list.changes.tellUsed(outcome)
        }
    }
}
