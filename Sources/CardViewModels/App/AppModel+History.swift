import Cards

/// The way back: undo, redo, and the trash.
extension AppModel {
    public func undo() {
        step("Undoing", done: "Undid", nothing: "There is nothing to undo.") { try await $0.undo() }
    }

    public func redo() {
        step("Doing again", done: "Did again", nothing: "There is nothing to do again.") { try await $0.redo() }
    }

    private func step(
        _ words: String, done: String, nothing: String,
        _ body: @escaping @Sendable (any LocalStore) async throws -> HistoryStep?
    ) {
        activities.run(words) { [self] in
            do {
                guard let step = try await body(services.store) else { return say(Message(nothing)) }
                // Where one card came back or changed, it is what is looked at next.
                let isSeen = path.isEmpty && step.cards.count == 1
                await list.reload(isSeen ? .card(step.cards[0]) : .keep)
                say(Message("\(done): \(step.words)"))
            } catch {
                say(Message(error))
            }
        }
    }

    public func openTrash() {
        let model = TrashModel(store: services.store, clock: services.clock)
        model.onMessage = { [weak self] in self?.say($0) }
        path.append(.trash(model))
        model.opened()
    }

    /// Brings the selected card of the trash back, and stands on it in the list.
    public func restore(_ model: TrashModel) {
        guard let row = model.selectedRow else { return }
        activities.run("Bringing \(row.card.name) back") { [self] in
            do {
                try await services.store.restore([row.id])
                await model.load()
                await list.reload(.card(row.id))
                say(Message("Brought back \(row.card.name)", offers: [.undo]))
            } catch {
                say(Message(error))
            }
        }
    }

    public func askToEmpty(_ model: TrashModel, all: Bool) {
        let rows = all ? model.rows : model.selectedRow.map { [$0] } ?? []
        guard let first = rows.first else { return }
        question = .empty(rows.map(\.id), words: rows.count == 1 ? first.card.name : "\(rows.count) cards")
    }

    func empty(_ cards: [CardID], words: String) {
        activities.run("Deleting \(words) for good") { [self] in
            do {
                try await services.store.empty(cards)
                if case .trash(let model)? = path.last { await model.load() }
                say(Message("Deleted \(words.shortName) for good"))
            } catch {
                say(Message(error))
            }
        }
    }
}
