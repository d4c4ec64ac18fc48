internal import Cards

/// The history of cards, and what is restored from it.
extension HistoryFlow {
    /// Opens the history of the card on top, or of all cards on the list.
    public func openHistory() {
        guard let card = context.navigator.top as? CardModel else { return open(HistoryModel(nil, context: context)) }
        open(HistoryModel(card.identifier, name: card.card?.name ?? "", context: context))
    }

    private func open(_ model: HistoryModel) {
        context.navigator.push(model)
    }

    /// Shows the card of the selected change as it was after it.
    public func openPast(_ model: HistoryModel) {
        guard let row = model.selectedRow else { return }
        context.activities.run("Reading the card", on: model) { [context] in
            let past = try await context.services.store.card(row.card, after: row.lastWithCard)
            if past == nil { context.post(Message("The card did not exist then.", kind: .warning)) }
            return past.map { PastCardModel($0, after: row.lastWithCard, at: row.time, context: context) }
        } then: { past in
            context.navigator.push(past)
        }
    }

    // MARK: - Restoring

    /// Asks what of the selected change is restored: its fields as they were before it or after it, or the whole card.
    public func pickRestore(_ model: HistoryModel) {
        guard let row = model.selectedRow else { return }
        context.activities.run("Reading the card", on: model) { [context] in
            let store = context.services.store
            var states: [(past: PastCard, change: Int64, label: String)] = []
            for (change, label) in [(row.id - 1, "before this change"), (row.id, "after this change")] {
                guard let past = try await store.card(row.card, after: change) else { continue }
                states.append((past, change, label))
            }
            var fields: [CardField]?
            if case .changed(let changed, _, _) = row.content { fields = changed }
            return RestorePick(row.name, row.card, fields: fields, states: states, context.services.format)
        } then: {
            pick($0)
        }
    }

    /// Asks what of a card is restored as it was.
    public func pickRestore(_ model: PastCardModel) {
        let card = model.card
        context.activities.run("Reading the card", on: model) { [context] in
            // It may have changed since it was shown.
            guard let past = try await context.services.store.card(card.identifier, after: model.change) else {
                context.post(Message("The card was deleted forever.", kind: .warning))
                return nil
            }
            return RestorePick(
                past.now?.name ?? card.name, card.identifier, fields: nil, states: [(past, model.change, "then")],
                context.services.format)
        } then: {
            pick($0)
        }
    }

    private func pick(_ pick: RestorePick) {
        switch pick.choices.count {
        case 0: context.post(Message("\(pick.name.shortName) has not changed since: nothing to restore."))
        case 1: askToRestore(pick.choices[0], of: pick)
        default:
            let options = pick.choices.map { choice in
                Picker.Option(choice.title, hint: "restore") { askToRestore(choice, of: pick) }
            }
            context.prompts.pick(
                Picker(
                    "Restore \(pick.name)", placeholder: "What to restore", options, isShort: true,
                    showsWholeTitle: true))
        }
    }

    /// Says what would change before it restores.
    private func askToRestore(_ choice: RestorePick.Choice, of pick: RestorePick) {
        let shown = choice.lines.prefix(Self.mostLines)
        let more = choice.lines.count - shown.count
        let lines = shown + (more > 0 ? ["and \(more) more"] : [])
        let text = choice.lines.isEmpty ? "Bring back \(pick.name.shortName)?" : "Restore \(pick.name.shortName)?"
        context.prompts.show(
            Prompt(
                .restore, about: [pick.card], title: "Restore", text: ([text] + lines).joined(separator: "\n"),
                choices: [
                    Prompt.Choice("y", "restore") { restore(choice, of: pick) }, Prompt.Choice("n", "cancel"),
                ]))
    }

    /// A prompt fits a small screen.
    private static let mostLines = 4

    private func restore(_ choice: RestorePick.Choice, of pick: RestorePick) {
        context.activities.run("Restoring \(pick.name)") { [context] in
            let restored = try await context.services.store.restore(choice.fields, of: pick.card, after: choice.change)
            await context.list.reload()
            context.post(Self.message(restored, of: pick))
        }
    }

    private static func message(_ restored: RestoredCard?, of pick: RestorePick) -> Message {
        guard let restored else { return Message("\(pick.name.shortName) was deleted forever.", kind: .warning) }
        let missing = restored.missingPhotos.compactMap { $0.definition?.noun }.joined(separator: ", ")
        let remark = missing.isEmpty ? "" : " (no longer stored: \(missing))"
        if restored.fields.isEmpty {
            return Message(
                "\(restored.name.shortName) was not changed\(remark)", kind: missing.isEmpty ? .news : .warning)
        }
        let what = restored.fields.count == 1 ? restored.fields[0].definition?.noun.map { "the \($0) of " } ?? "" : ""
        return Message("Restored \(what)\(restored.name.shortName)\(remark)", offers: [.undo])
    }
}
