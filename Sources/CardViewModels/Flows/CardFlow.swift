internal import Basics
internal import CardTransfer
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
        context.navigator.push(model)
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
        case let model as CardModel: if let card = model.card { askToDelete([card.identifier], label: card.name) }
        case let form as CardFormModel where form.draft.mode == .edit:
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
            // Without a search nearly all are shown, and there may be a million.
            let isPart = list.isFiltered || list.query.group != nil
            let hidden = isPart ? try await list.rows.found?.missingCount(of: chosen.identifiers) ?? 0 : 0
            askToDelete(chosen.identifiers, label: chosen.label, hidden: hidden)
        }
    }

    /// - Parameter hidden: how many of them the list does not show.
    private func askToDelete(_ cards: [CardID], label: String, hidden: Int = 0) {
        let shown = hidden == 0 ? "" : hidden == cards.count ? ", not shown here" : ", \(hidden) of them not shown here"
        context.prompts.show(
            Prompt(
                .delete, about: cards, title: "Delete", text: "Delete \(label.shortName)\(shown)?",
                note: Message("The \(cards.count == 1 ? "card goes" : "cards go") to the trash", offers: [.undo]),
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
            context.navigator.remove { $0.shownCard.map { cards.contains($0) } ?? false }
            list.clearMarks()
            await list.reload()
            context.post(Message("Deleted \(label.shortName)", offers: [.undo]))
        }
    }

    // MARK: - Renewing

    /// Asks for a new last day of the card on top or the selected one.
    public func pickRenewal() {
        guard let identifier = context.currentCard else { return }
        let services = context.services
        context.activities.run("Reading the card") { () async throws -> (card: Card, meantDay: Int?)? in
            guard let card = try await services.store.card(identifier) else { return nil }
            return (card, try await services.store.meantDay(of: identifier))
        } then: {
            pickRenewal(of: $0.card, meaning: $0.meantDay)
        }
    }

    /// Offers periods from the last day on; any other day can be typed.
    /// - Parameter meantDay: see ``CardStore/meantDay(of:)``.
    private func pickRenewal(of card: Card, meaning meantDay: Int?) {
        let input = context.services.input
        func option(_ title: String, _ text: String, from start: CalendarDay? = nil) -> Picker.Option? {
            (try? CardRenewal(card, typed: text, from: start, meaning: meantDay, input)).map { renewal in
                let title = start.map { "\(title), valid from \(input.format.text($0)) on" } ?? title
                return Picker.Option(title, detail: "until " + input.format.text(renewal.expiry), hint: "renew") {
                    renew(card, renewal)
                }
            }
        }
        let periods = [("1 year", CardRenewal.usual), ("2 years", "+2y"), ("6 months", "+6m"), ("1 month", "+1m")]
        // Where the card is valid again from the day after its last one.
        let next = card.expiry?.adding(DaySpan(days: 1)).flatMap { option("1 year", CardRenewal.usual, from: $0) }
        let typed = Picker.TypedText("renew") { text in
            (try? CardRenewal(card, typed: text, meaning: meantDay, input)).map {
                "until \(input.format.fullText($0.expiry))"
            }
        } accept: { text in
            do throws(TypingError) {
                renew(card, try CardRenewal(card, typed: text, meaning: meantDay, input))
            } catch {
                context.post(Message("The expiry date cannot be read: \(error.message)", kind: .warning))
            }
        }
        context.prompts.pick(
            Picker(
                "Renew \(card.name)", placeholder: "Period or new expiry date",
                (periods.map { option($0, $1) } + [next]).compactMap { $0 }, typed: typed))
    }

    private func renew(_ card: Card, _ renewal: CardRenewal) {
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
            let names = try await store.groups().inGroupOrder(context.viewState.state.groupOrder)
            let current = try await store.commonGroups(of: chosen.identifiers)
            context.prompts.pick(groupPicker(names, current, of: chosen.identifiers, chosen.label))
        }
    }

    /// - Parameters:
    ///   - current: the groups that contain all of the cards.
    ///   - label: the card's name, or the number of cards.
    private func groupPicker(_ names: [String], _ current: [String], of cards: [CardID], _ label: String) -> Picker {
        func toggle(_ name: String) {
            context.activities.run("Changing \(label)") { [list] in
                try await list.changes.toggleGroup(name, of: cards)
                await list.reload()
            }
        }
        let options = names.map { name in
            let isMember = current.contains(name)
            return Picker.Option(
                name, detail: isMember ? "✓ member" : "",
                hint: isMember ? "take out of this group" : cards.count == 1 ? "add card" : "add cards"
            ) {
                toggle(name)
            }
        }
        let known = Set(names.map(TextFolding.fold))
        let typed = Picker.TypedText("create group") { text in
            let name = LocalInput.group(from: text)
            return name.isEmpty || known.contains(TextFolding.fold(name)) ? nil : "+ create “\(name)”"
        } accept: { text in
            let name = LocalInput.group(from: text)
            // An existing group keeps its spelling.
            if !name.isEmpty { toggle(names.first { TextFolding.fold($0) == TextFolding.fold(name) } ?? name) }
        }
        return Picker(
            current.isEmpty ? "Add \(label) to a group" : "Groups of \(label)", prompt: "#",
            placeholder: names.isEmpty ? "Name of the first group" : "Group or new name",
            options, typed: typed)
    }

    /// Opens the screen of the groups.
    public func openGroups() {
        let model = GroupsModel(context: context)
        context.navigator.push(model)
    }

    /// Opens the columns of the list.
    public func openColumns() { context.navigator.push(ColumnsModel(context: context)) }

    /// Opens the totals of the cards that the list shows.
    public func openTotals() {
        let model = TotalsModel(context: context)
        context.navigator.push(model)
    }

    /// Asks for the order of the list.
    public func pickOrder() {
        let now = list.query.order.key
        let options = CardOrder.Key.allCases.map { [list] key in
            Picker.Option(key.label, detail: key == now ? "current" : "") { list.sort(by: key) }
        }
        context.prompts.pick(
            Picker(
                "Sort by", placeholder: "Part of an order", options,
                selecting: CardOrder.Key.allCases.firstIndex(of: now),
                isShort: true))
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

extension CardFlow {
    /// Opens the ledger of the card on top, or of the selected one.
    public func openLedger() {
        guard let card = context.currentCard else { return }
        let model = LedgerModel(card, context: context)
        context.navigator.push(model)
    }

    /// Takes the selected entry back by an opposite one. It does not ask, since undo counts the entry again.
    public func takeBack(in model: LedgerModel) {
        guard model.canTakeBack, let entry = model.selectedLine?.entry, let name = model.card?.name.shortName else {
            return
        }
        let format = context.services.format
        let amount = format.text(entry.sum)
        context.activities.run("Cancelling \(amount)") {
            let balance = try await context.services.store.takeBack([entry.id], of: model.identifier)
            await model.load()
            await context.list.reload()
            guard let balance else {
                return context.post(Message("\(amount) was already cancelled", kind: .warning))
            }
            context.post(Message("Cancelled \(amount). \(name): \(format.text(balance))", offers: [.undo]))
        }
    }

    /// Copies the selected entry: day, amount, balance after it and note, with tabs between them.
    public func copyEntry(of model: LedgerModel) {
        guard let line = model.selectedLine else { return }
        let (entry, format) = (line.entry, context.services.format)
        let texts = [
            format.text(entry.day), format.text(entry.sum), line.balanceInFull.map { format.text($0) } ?? "",
            entry.note,
        ]
        ClipboardFlow(context: context).copy(link: texts.joined(separator: "\t"), named: "the entry")
    }

    /// Asks for the file to which the ledger is written as a table.
    public func exportLedger(of model: LedgerModel) {
        guard let name = model.card?.name else { return }
        let folder = context.viewState.state.folders.exports ?? ""
        let services = context.services
        context.navigator.push(
            FileFormModel(
                exportingLedgerOf: name, suggestion: "\(folder)\(PhotoFileName.stem(of: name))-ledger.csv",
                files: services.files
            ) { LedgerExport(of: model.identifier, in: services.store) })
    }
}

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
