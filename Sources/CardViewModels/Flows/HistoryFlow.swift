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

/// What of a card can be restored from its history.
struct RestorePick: Sendable {
    /// Some fields, or all, as they were after a change.
    struct Choice: Sendable {
        /// "note: new → old"; from what is there now to what was there then.
        let title: String
        /// What would change, a line for each field.
        let lines: [String]
        /// Nil for the whole card.
        let fields: FieldSet?
        let change: Int64
    }

    let card: CardID
    let name: String
    let choices: [Choice]

    /// - Parameters:
    ///   - fields: those that can be restored alone.
    ///   - states: the card as it was after changes, and how that is called: "before this change".
    init(
        _ name: String, _ card: CardID, fields: [CardField]?, states: [(past: PastCard, change: Int64, label: String)],
        _ format: LocalFormat
    ) {
        self.card = card
        self.name = name
        var choices: [Choice] = []
        var whole: [Choice] = []
        for state in states {
            let past = state.past
            let differing = past.differences
            if differing.isEmpty { continue }
            guard let now = past.now else {
                whole.append(
                    Choice(title: "the card as it was \(state.label)", lines: [], fields: nil, change: state.change))
                continue
            }
            var offered = 0
            for field in differing where fields?.contains(field) != false {
                // A balance comes with its currency.
                if field == .currency, differing.contains(.balance) { continue }
                let restored: FieldSet = field == .balance ? [.balance, .currency] : [field]
                let lines = ChangeText.lines([field], from: now, to: past.card, format)
                choices.append(
                    Choice(title: lines.joined(), lines: lines, fields: restored, change: state.change))
                offered += 1
            }
            let lines = ChangeText.lines(differing, from: now, to: past.card, format)
            // The only field is offered already.
            if lines.count == 1, offered == 1 { continue }
            whole.append(
                Choice(
                    title: "the whole card as it was \(state.label)", lines: lines, fields: nil, change: state.change))
        }
        self.choices = choices + whole
    }
}
