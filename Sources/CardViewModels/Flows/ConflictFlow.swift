internal import Cards
public import Observation

/// The way to the cards that were changed on both sides, and from one to the next.
@MainActor @Observable
public final class ConflictFlow {
    /// Whether a save has just named the next card to choose for, and nothing was opened since.
    public private(set) var offersNext = false
    /// Whether the store had such cards when it was last asked; the loader counts them, too, and may be behind.
    private var hasStored = false
    /// How many the loader last told of.
    private var reported = 0
    @ObservationIgnored private let context: ScreenContext

    init(context: ScreenContext) { self.context = context }

    /// Whether there is, as far as is known, a card to choose for.
    public var hasConflicts: Bool {
        hasStored || reported > 0
            || (context.navigator.path.isEmpty && context.list.selectedRow?.hasConflict == true)
    }

    /// Asks the store, before the loader has said anything.
    func count() async {
        let cards = (try? await context.services.store.conflictedCards()) ?? []
        if hasStored == cards.isEmpty { hasStored = !cards.isEmpty }
    }

    /// The loader tells of so many.
    func receive(count: Int) {
        if reported > 0, count == 0, hasStored { hasStored = false }
        if reported != count { reported = count }
    }

    /// Something was opened or left.
    func pathChanged() { if offersNext { offersNext = false } }

    /// Opens the card at hand if it was changed on both sides, else the first that was.
    public func open() {
        let current = context.currentCard
        context.activities.run("Looking for what changed on both sides") { [self] in
            let cards = try await context.services.store.conflictedCards()
            hasStored = !cards.isEmpty
            return cards
        } then: { [self] cards in
            guard let card = cards.first(where: { $0.id == current }) ?? cards.first else {
                return context.say(Message("No card was changed on both sides."))
            }
            let model = ConflictModel(card.id, context: context)
            context.navigator.push(.conflict(model))
            model.opened()
        }
    }

    /// Writes what was chosen, and leaves when nothing is left to choose.
    public func save(_ model: ConflictModel) {
        context.activities.run("Saving what you chose") { [self] in
            guard var message = await model.save() else { return }
            var leadsOn = false
            if message.kind != .warning {
                let outlook = await outlook(behind: model)
                message = message.adding(outlook.text, offers: outlook.offers)
                leadsOn = !outlook.offers.isEmpty
            }
            // Also behind an error: what was told while it was saving has not been acted on.
            if model.isSettled { context.navigator.remove(model) }
            if message.kind != .warning || model.isSettled { await context.list.reload() }
            offersNext = leadsOn
            context.say(message)
        }
    }

    /// What there is left to choose, as text behind that of a save.
    private func outlook(behind model: ConflictModel) async -> (text: String, offers: [Message.Offer]) {
        guard model.isSettled else {
            return (model.left == 1 ? " · 1 field is left" : " · \(model.left) fields are left", [])
        }
        let others = (try? await context.services.store.conflictedCards())?.filter { $0.id != model.identifier } ?? []
        hasStored = !others.isEmpty
        guard let next = others.first else { return ("", []) }
        return ("", [Message.Offer(.resolveConflicts, "goes on with \(next.name.shortName)")])
    }
}
