internal import Basics
internal import Cards

/// Undo, redo, and the trash.
@MainActor
public struct HistoryFlow {
    let context: ScreenContext

    public func undo() {
        step("Undoing", done: "Undid", nothing: "There is nothing to undo.") { try await $0.undo() }
    }

    public func redo() {
        step("Redoing", done: "Redid", nothing: "There is nothing to redo.") { try await $0.redo() }
    }

    private func step(
        _ label: String, done: String, nothing: String,
        _ body: @escaping @Sendable (any CardStore) async throws -> HistoryStep?
    ) {
        context.activities.run(label) {
            guard let step = try await body(context.services.store) else { return context.post(Message(nothing)) }
            // If exactly one card was restored or changed, it is selected.
            let isSeen = context.navigator.path.isEmpty && step.cards.count == 1
            await context.list.reload(isSeen ? .card(step.cards[0]) : .keep)
            context.post(Message("\(done): \(step.description)"))
        }
    }

    public func askToForgetUses() {
        context.prompts.show(
            Prompt(
                .forgetUses, title: "Forget uses",
                text: "Forget when and how often each card was opened? Only sorting by that needs it.",
                isIrreversible: true,
                choices: [
                    Prompt.Choice("y", "forget") {
                        context.activities.run("Forgetting the uses") {
                            try await context.services.store.forgetUses()
                            context.post(Message("When and how often cards were opened is forgotten"))
                        }
                    }, Prompt.Choice("n", "keep"),
                ]))
    }

    // MARK: - Trash

    public func openTrash() {
        let model = TrashModel(context: context)
        context.navigator.push(model)
    }

    /// Restores the selected card of the trash, and selects it in the list.
    public func restore(_ model: TrashModel) {
        guard let row = model.selectedRow else { return }
        context.activities.run("Restoring \(row.card.name)") {
            try await context.services.store.restore([row.id])
            await model.load()
            await context.list.reload(.card(row.id))
            context.post(Message("Restored \(row.card.name)", offers: [.undo]))
        }
    }

    public func askToEmpty(_ model: TrashModel, all: Bool) {
        let rows = all ? model.rows : model.selectedRow.map { [$0] } ?? []
        guard let first = rows.first else { return }
        let (cards, label) = (rows.map(\.id), rows.count == 1 ? first.card.name : rows.count.counted("card"))
        context.prompts.show(
            Prompt(
                .emptyTrash, about: cards, title: "Delete forever?",
                text: "Delete \(label.shortName) forever? This cannot be undone."
                    + (model.leftCopies.map { " " + $0 } ?? ""), isIrreversible: true,
                choices: [
                    Prompt.Choice("y", "delete forever") { empty(cards, of: model, label: label) },
                    Prompt.Choice("n", "cancel"),
                ]))
    }

    private func empty(_ cards: [CardID], of model: TrashModel, label: String) {
        context.activities.run("Deleting \(label) forever") {
            try await context.services.erasure.erase(cards)
            if context.navigator.isOnTop(model) { await model.load() }
            context.post(Message("Deleted \(label.shortName) forever"))
        }
    }
}
