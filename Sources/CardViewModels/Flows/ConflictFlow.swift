public import Basics
internal import Cards

/// Opens cards with conflicts, one after another.
@MainActor
public final class ConflictFlow {
    /// Whether a save has just offered the next card in conflict, and nothing was opened since.
    @Observed public private(set) var offersNext = false
    /// Whether the store had conflicts when last asked; the loader's count may be behind.
    @Observed private var hasStored = false
    /// The loader's last count.
    @Observed private var reported = 0
    private let context: ScreenContext

    init(context: ScreenContext) { self.context = context }

    /// Whether a card in conflict is known.
    public var hasConflicts: Bool {
        hasStored || reported > 0
            || (context.navigator.path.isEmpty && context.list.selectedRow?.hasConflict == true)
    }

    /// Asks the store now, before the loader's first status, and after every change: an import may bring conflicts, too.
    func follow() async {
        let notices = await context.services.store.notices()
        await ask()
        for await _ in notices { await ask() }
    }

    private func ask() async {
        let hasCards = (try? await context.services.store.hasConflictedCards()) ?? false
        if hasStored != hasCards { hasStored = hasCards }
    }

    /// Receives the loader's count.
    func receive(count: Int) {
        if reported != count { reported = count }
    }

    /// Called when a screen was opened or left.
    func pathChanged() { if offersNext { offersNext = false } }

    /// Opens the current card if it is in conflict, otherwise the first that is.
    public func open() {
        let current = context.currentCard
        context.activities.run("Reading the conflicts") { [self] in
            let cards = try await context.services.store.conflictedCards()
            hasStored = !cards.isEmpty
            return cards
        } then: { [self] cards in
            guard let card = cards.first(where: { $0.id == current }) ?? cards.first else {
                return context.post(Message("There are no conflicts."))
            }
            let model = ConflictModel(card.id, context: context)
            context.navigator.push(model)
        }
    }

    /// Saves the decisions, and leaves the screen if none is left to make.
    public func save(_ model: ConflictModel) {
        context.activities.run("Saving the decisions") { [self] in
            guard var message = await model.save() else { return }
            var leadsOn = false
            if message.kind != .warning {
                let outlook = await remainingConflicts(after: model)
                message = message.adding(outlook.text, offers: outlook.offers)
                leadsOn = !outlook.offers.isEmpty
            }
            // Also after an error: answers that arrived during the save have not been applied yet.
            if model.isSettled { context.navigator.remove(model) }
            if message.kind != .warning || model.isSettled { await context.list.reload() }
            offersNext = leadsOn
            context.post(message)
        }
    }

    /// The conflicts that are left, as text appended to the outcome of a save.
    private func remainingConflicts(after model: ConflictModel) async -> (text: String, offers: [Message.Offer]) {
        guard model.isSettled else {
            return (model.left == 1 ? " · 1 field is left" : " · \(model.left) fields are left", [])
        }
        let others = (try? await context.services.store.conflictedCards())?.filter { $0.id != model.identifier } ?? []
        hasStored = !others.isEmpty
        guard let next = others.first else { return ("", []) }
        return ("", [Message.Offer(.resolveConflicts, "resolves \(next.name.shortName)")])
    }
}
