public import Cards

/// Opens cards, deletes cards, and adds cards to groups.
@MainActor
public struct CardFlow {
    let context: ScreenContext

    private var list: CardListModel { context.list }
    public var secrets: SecretFlow { SecretFlow(context: context) }

    public func openSelected() {
        if let row = list.selectedRow { show(row.id) }
    }

    func show(_ card: CardID) {
        let model = CardModel(card, context: context)
        context.navigator.push(.card(model))
        model.opened()
    }

    /// Opens a card, which need not be the selected one; if the list shows it, it is selected there.
    func open(_ card: CardID) {
        context.activities.run("Opening the card") { [list] in
            await list.reload(.card(card))
            return card
        } then: {
            show($0)
        }
    }

    // MARK: - Deleting

    /// Asks before deleting the card on top, the marked cards or the selected one.
    public func askToDelete() {
        switch context.navigator.top {
        case .card(let model): if let card = model.card { askToDelete([card.identifier], label: card.name) }
        case .form(let form) where form.draft.mode == .edit:
            askToDelete([form.draft.identifier], label: form.draft.saved.name)
        case nil: askToDeleteChosen()
        default: break
        }
    }

    private func askToDeleteChosen() {
        if list.marks.isEmpty {
            if let row = list.selectedRow { askToDelete([row.id], label: row.name) }
            return
        }
        context.activities.run("Reading the marked cards") {
            guard let chosen = try await list.chosenCards() else { return }
            askToDelete(chosen.identifiers, label: chosen.label)
        }
    }

    private func askToDelete(_ cards: [CardID], label: String) {
        context.prompts.show(
            Prompt(
                .delete, about: cards, title: "Delete", text: "Delete \(label.shortName)?",
                note: Message("Goes to the trash", offers: [.undo]),
                choices: [Prompt.Choice("y", "delete") { delete(cards, label: label) }, Prompt.Choice("n", "keep")]))
    }

    private func delete(_ cards: [CardID], label: String) {
        context.activities.run("Deleting \(label)") {
            try await context.services.store.apply(cards.map { .delete($0) })
            if let form = context.navigator.form, cards.contains(form.draft.identifier) {
                form.discard()
                await form.draftSettled()
            }
            // Only the screens of these cards: another screen may have been opened meanwhile, and text typed into it.
            context.navigator.remove { $0.model.shownCard.map { cards.contains($0) } ?? false }
            list.clearMarks()
            await list.reload()
            context.post(Message("Deleted \(label.shortName)", offers: [.undo]))
        }
    }

    // MARK: - Renewing

    /// Opens the picker of a new last day for the card on top or the selected one.
    public func pickRenewal() {
        guard let identifier = context.currentCard else { return }
        let services = context.services
        context.activities.run("Reading the card") { () async throws -> RenewalPick? in
            guard let card = try await services.store.card(identifier) else { return nil }
            return RenewalPick(card, meaning: try await services.store.meantDay(of: identifier), services.input)
        } then: {
            context.prompts.pick(.renewal($0))
        }
    }

    public func renew(_ pick: RenewalPick, typed text: String) {
        do throws(TypingError) {
            renew(pick.card, try pick.renewal(typed: text))
        } catch {
            context.post(Message("The expiry date cannot be read: \(error.message)", kind: .warning))
        }
    }

    public func renew(_ card: Card, _ renewal: CardRenewal) {
        if let problem = renewal.problem(with: card) {
            return context.post(Message("\(card.name.shortName) was not renewed: \(problem)", kind: .warning))
        }
        context.activities.run("Renewing \(card.name)") { [list] in
            try await context.services.store.renew(card, renewal)
            await list.reload()
            let day = context.services.format.text(renewal.expiry)
            context.post(Message("\(card.name.shortName) is valid until \(day)", offers: [.undo]))
        }
    }

    // MARK: - Groups

    /// Opens the picker with all groups.
    public func pickGroup() {
        context.activities.run("Reading the marked cards") {
            guard let chosen = try await list.chosenCards() else { return }
            let store = context.services.store
            context.prompts.pick(
                .group(
                    GroupPick(
                        names: try await store.groups().inGroupOrder(context.viewState.state.groupOrder),
                        cards: chosen.identifiers, label: chosen.label,
                        current: try await store.commonGroups(of: chosen.identifiers))))
        }
    }

    /// Opens the screen of the groups.
    public func openGroups() {
        let model = GroupsModel(context: context)
        context.navigator.push(.groups(model))
        model.opened()
    }

    /// Opens the columns of the list.
    public func openColumns() { context.navigator.push(.columns(ColumnsModel(context: context))) }

    /// Opens the totals of the cards that the list shows.
    public func openTotals() {
        let model = TotalsModel(context: context)
        context.navigator.push(.totals(model))
        model.opened()
    }

    /// Gives the group on the screen its new name.
    public func rename(_ renaming: GroupRenaming, typed text: String) {
        guard case .groups(let model)? = context.navigator.top, let name = renaming.name(typed: text) else { return }
        model.rename(renaming.group, to: name)
    }

    public func toggleGroup(_ name: String, of pick: GroupPick) {
        // An existing group keeps its spelling.
        let known = pick.names.first { TextFolding.fold($0) == TextFolding.fold(name) } ?? name
        context.activities.run("Changing \(pick.label)") { [list] in
            try await list.changes.toggleGroup(known, of: pick.cards)
            await list.reload()
        }
    }
}

extension CardFlow {
    /// How the last word of a search for cards can go on; nil if it begins no filter term.
    public func completion(of text: String) async -> SearchCompletion? {
        do {
            let groups = SearchCompletion.needsGroups(in: text) ? try await context.services.store.groups() : []
            return SearchCompletion(of: text, groups: groups)
        } catch {
            context.messages.post(error)
            return nil
        }
    }
}
