public import Cards

/// How the store stands with its backend: the screen that shows it, and the cards that were changed on both sides.
extension AppModel {
    public func openSync() {
        if case .sync? = path.last { return }
        let model = SyncModel(loader: services.loader, store: services.store, status: loaderStatus)
        model.onMessage = { [weak self] in self?.say($0) }
        path.append(.sync(model))
        model.opened()
    }

    /// The sentences about a status.
    /// - Parameter keys: those that the sentences may name.
    public func text(of status: LoaderStatus, keys: LoaderText.Keys = LoaderText.Keys()) -> LoaderText {
        LoaderText(status, keys: keys, moment: clock.timeOfDay, name: \.shortName)
    }

    func followSync(_ status: LoaderStatus) {
        for case .sync(let model) in path { model.follow(status) }
    }

    /// Opens what is selected there: a card, or what the line leads to.
    public func openSelected(in model: SyncModel) {
        switch model.selection {
        case .card(let identifier): if model.selectedRow?.kind != .deleted { open(identifier) }
        case .question: askToSend()
        case .conflicts: openConflict()
        case .absent:
            path.removeAll()
            list.find("is:local")
        case nil: break
        }
    }

    /// Opens a card that may not be the selected one: where the list shows it, it is selected there.
    func open(_ identifier: CardID) {
        let place = path
        activities.run("Opening the card") { [self] in
            await list.reload(.card(identifier))
            if path == place { show(identifier) }
        }
    }

    private func askToSend() {
        guard question == nil, let status = loaderStatus, let count = status.question else { return }
        question = .sendCards(count, host: status.host)
    }

    /// Why the backend refuses cards stands beside them, not in the status; so does whether they are those that were told of.
    func tellRefusals(_ status: LoaderStatus) {
        guard let loader = services.loader else { return }
        Task { [weak self] in
            let waiting = (try? await loader.pendingCards(limit: SyncModel.maximumRows)) ?? []
            guard let self, loaderStatus?.tally.refused ?? 0 > 0 else { return }
            let new = loaderNews.newRefusals(among: waiting)
            // There it is seen.
            if case .sync? = path.last { return }
            guard !new.isEmpty else { return }
            add(
                Message(
                    text(of: status).refusal(of: new), kind: .warning, offers: [Message.Offer(.showBackend, "shows it")]
                ))
        }
    }

    // MARK: - Changed on both sides

    /// Whether there is, as far as anyone has said, a card to choose for.
    public var hasConflicts: Bool {
        knowsConflicts || (loaderStatus?.tally.conflicts ?? 0) > 0
            || (path.isEmpty && list.selectedRow?.hasConflict == true)
    }

    /// Asks the store, before the loader has said anything.
    func countConflicts() async {
        let cards = (try? await services.store.conflictedCards()) ?? []
        if knowsConflicts == cards.isEmpty { knowsConflicts = !cards.isEmpty }
    }

    /// Opens the card at hand if it was changed on both sides, else the first that was.
    public func openConflict() {
        let (place, current) = (path, currentIdentifier)
        activities.run("Looking for what changed on both sides") { [self] in
            do {
                let cards = try await services.store.conflictedCards()
                knowsConflicts = !cards.isEmpty
                guard path == place else { return }
                guard let card = cards.first(where: { $0.id == current }) ?? cards.first else {
                    return say(Message("No card was changed on both sides."))
                }
                show(conflictOf: card.id)
            } catch {
                say(Message(error))
            }
        }
    }

    private func show(conflictOf identifier: CardID) {
        let model = ConflictModel(identifier: identifier, store: services.store, pictures: pictures)
        model.onMessage = { [weak self] in self?.say($0) }
        model.onGone = { [weak self, weak model] words in
            guard let self, let model, path.contains(.conflict(model)) else { return }
            if case .leaveConflict? = question { question = nil }
            path.removeAll { $0 == .conflict(model) }
            if !words.isEmpty { say(Message(words)) }
        }
        path.append(.conflict(model))
        model.opened()
    }

    /// Writes what was chosen, and leaves when nothing is left to choose.
    public func save(_ model: ConflictModel) {
        activities.run("Saving what you chose") { [self] in
            guard var message = await model.save() else { return }
            var leadsOn = false
            if message.kind != .warning {
                let outlook = await outlook(behind: model)
                message = message.adding(outlook.words, offers: outlook.offers)
                leadsOn = outlook.leadsOn
            }
            // Also behind an error: what was told while it was saving has not been acted on.
            if model.isSettled { path.removeAll { $0 == .conflict(model) } }
            if message.kind != .warning || model.isSettled { await list.reload() }
            offersNextConflict = leadsOn
            say(message)
        }
    }

    /// What there is left to choose, in words behind those of a saving.
    private func outlook(
        behind model: ConflictModel
    ) async -> (words: String, offers: [Message.Offer], leadsOn: Bool) {
        guard model.isSettled else {
            return (model.left == 1 ? " · 1 field is left" : " · \(model.left) fields are left", [], false)
        }
        let others = (try? await services.store.conflictedCards())?.filter { $0.id != model.identifier } ?? []
        knowsConflicts = !others.isEmpty
        guard let next = others.first else { return ("", [], false) }
        return ("", [Message.Offer(.resolveConflicts, "goes on with \(next.name.shortName)")], true)
    }
}
