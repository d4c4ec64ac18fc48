import Cards

/// What is asked, when it may be asked, and what the answers do.
extension AppModel {
    public func answer(_ answer: Question.Answer) {
        guard let question else { return }
        self.question = nil
        switch (question, answer) {
        case (.delete(let cards, let words), .yes): delete(cards, words: words)
        case (.empty(let cards, let words), .yes): empty(cards, words: words)
        case (.leaveForm, .yes), (.leaveConflict, .yes): leaveTop()
        // The next one waits until this form is left.
        case (.leftover(let draft, _), .yes): return resume(draft)
        case (.leftover(let draft, _), .discard): discard(draft)
        case (.sendCards, .yes): decide(.granted)
        case (.sendCards, .no): decide(.declined)
        default: break
        }
        askNext()
    }

    public func askToDelete() {
        switch path.last {
        case .card(let model): if let card = model.card { question = .delete([card.identifier], words: card.name) }
        case .form(let form) where form.draft.mode == .edit:
            question = .delete([form.draft.identifier], words: form.draft.saved.name)
        case nil: askToDeleteChosen()
        default: break
        }
    }

    private func delete(_ cards: [CardID], words: String) {
        activities.run("Deleting \(words)") { [self] in
            do {
                try await services.store.apply(cards.map { .delete($0) })
                if let form, cards.contains(form.draft.identifier) {
                    form.discard()
                    await form.draftSettled()
                }
                // Only what shows the cards: something else may have been opened, and typed into, meanwhile.
                path.removeAll { place in place.identifier.map { cards.contains($0) } ?? false }
                list.clearMarks()
                await list.reload()
                say(Message("Deleted \(words.shortName)", offers: [.undo]))
            } catch {
                say(Message(error))
            }
        }
    }

    private func decide(_ consent: BackendConsent) {
        activities.background.run { [loader = services.loader] in
            await loader?.answer(consent)
            return true
        }
    }

    func take(_ status: LoaderStatus) {
        let news = loaderNews.receive(status, text(of: status))
        endAsking()
        if let new = news.failure { failure = new }
        if let new = news.message { add(new) }
        if (loaderStatus?.tally.conflicts ?? 0) > 0, status.tally.conflicts == 0 { knowsConflicts = false }
        if news.hasNewRefusals { tellRefusals(status) }
        // What came again as it was is no reason to draw.
        if loaderStatus != status { loaderStatus = status }
        followSync(status)
        if status.question == nil {
            hasAskedToSend = false
            if case .sendCards? = question { question = nil }
        }
        askNext()
    }

    func offer(_ drafts: [StoredDraft]) {
        leftovers = drafts
        askNext()
    }

    /// Asks what waits to be asked, on the list and with nothing on its way to the top only: in the middle of something else what
    /// is being typed would be its answer. Whoever took keys calls this when it takes them no more.
    public func askNext() {
        guard question == nil, choice == nil, path.isEmpty, activities.isEmpty, !isTakingKeys() else { return }
        if let status = loaderStatus, let count = status.question, !hasAskedToSend {
            hasAskedToSend = true
            question = .sendCards(count, host: status.host)
        } else if !leftovers.isEmpty {
            let draft = leftovers.removeFirst()
            guard let form = CardDraft(json: draft.form, photos: draft.photos) else { return askNext() }
            question = .leftover(draft, name: form.text(of: .name))
        }
    }

    private func resume(_ draft: StoredDraft) {
        guard let form = CardDraft(json: draft.form, photos: draft.photos) else { return }
        activities.run("Opening the form") { [self] in
            // The card may have changed since: what was not touched shows what is saved now.
            let saved = try? await services.store.card(draft.identifier)
            openForm(saved.map { form.rebased(on: $0) } ?? form, kept: draft.key)
        }
    }

    private func discard(_ draft: StoredDraft) {
        activities.background.run { [drafts = services.drafts] in
            (try? await drafts.remove(draft.key)) != nil
        }
    }
}
