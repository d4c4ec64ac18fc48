public import Cards

/// Opens the form: for a new card, for an existing one, and for a draft left by a program that was killed. Opens the picker for the
/// kind of barcode in it.
@MainActor
public struct FormFlow {
    let context: ScreenContext

    public func createCard() { open(newDraft) }

    /// In the group that the list shows, so that the new card is among the cards there.
    private var newDraft: CardDraft {
        var card = Card(identifier: .random(), name: "")
        if let group = context.list.query.group { card.groups = [group] }
        return CardDraft(mode: .create, saved: card, context.services.input)
    }

    public func editCurrent() {
        if let card = context.currentCard { edit(card) }
    }

    /// - Parameter then: called when the form is open.
    public func edit(_ card: CardID, then: @escaping () -> Void = {}) {
        context.activities.run("Opening the card") { [store = context.services.store] in
            try await store.card(card)
        } then: {
            open(CardDraft(editing: $0, context.services.input))
            then()
        }
    }

    /// Changes the draft in the open form and goes back to it; opens a new form if none is open.
    func change(_ change: (inout CardDraft) -> Void) {
        if let form = context.navigator.form {
            context.navigator.pop(to: form)
            return form.change(change)
        }
        let form = makeForm(newDraft)
        context.navigator.replaceAll(with: form)
        form.change(change)
    }

    private func open(_ draft: CardDraft, keptAs key: StoredDraft.Key? = nil) {
        let form = makeForm(draft, keptAs: key)
        context.navigator.push(form)
    }

    private func makeForm(_ draft: CardDraft, keptAs key: StoredDraft.Key? = nil) -> CardFormModel {
        CardFormModel(draft: draft, context: context, keptAs: key)
    }

    // MARK: - The kind of barcode

    /// Opens the picker for the kind of barcode of the card in the form.
    public func chooseFormat() {
        guard let form = context.navigator.top as? CardFormModel else { return }
        let model = BarcodeChoiceModel(for: form.draft, drawing: context.services.barcodes)
        context.navigator.push(model)
    }

    public func choose(_ row: BarcodeChoiceModel.Row, in model: BarcodeChoiceModel) {
        guard context.navigator.isOnTop(model) else { return }
        context.navigator.popThrough(model)
        context.navigator.form?.choose(row.format)
    }

    // MARK: - The color

    /// Opens the palette for the card in the form, with nothing for no color.
    public func chooseColor() {
        let current = context.navigator.form?.draft.card.color
        func option(_ color: CardColor.Named?) -> Picker.Option {
            Picker.Option(color?.name ?? "none", detail: color?.color.text ?? "", swatch: color?.color) {
                context.navigator.form?.setText(color?.name ?? "", of: .color)
            }
        }
        let palette = CardColor.palette
        let now = current == nil ? palette.count : palette.firstIndex { $0.color == current }
        context.prompts.pick(
            Picker(
                "Color", placeholder: "Choose a color", palette.map(option) + [option(nil)], selecting: now))
    }

    // MARK: - Leftover drafts

    /// Queues a prompt for each draft.
    func offerLeftovers() async {
        let drafts = await context.services.drafts.leftovers()
        context.prompts.enqueue(drafts.compactMap(prompt))
    }

    private func prompt(resuming stored: StoredDraft) -> Prompt? {
        guard let draft = CardDraft(json: stored.form, photos: stored.photos, context.services.input) else {
            return nil
        }
        let name = draft.text(of: .name)
        return Prompt(
            .leftover, about: [stored.identifier], title: "Unsaved draft",
            text: "Resume editing \(name.isEmpty ? "a card" : name.shortName)?",
            choices: [
                Prompt.Choice("y", "resume") { resume(draft, keptAs: stored.key) }, Prompt.Choice("n", "later"),
                Prompt.Choice("d", "discard") { discard(stored) },
            ], defaultKey: "y")
    }

    private func resume(_ draft: CardDraft, keptAs key: StoredDraft.Key) {
        context.activities.run("Opening the form") {
            // The card may have changed since: unedited fields show what is stored now, and saving asks about the others.
            let saved = try? await context.services.store.card(draft.identifier)
            let isNew = draft.mode == .create
            open(
                saved.map { isNew ? draft.rebased(on: $0) : FollowingDraft(draft, of: $0).followed() } ?? draft,
                keptAs: key)
        }
    }

    private func discard(_ stored: StoredDraft) {
        context.activities.background.run { [drafts = context.services.drafts] in
            (try? await drafts.remove(stored.key)) != nil
        }
    }
}
