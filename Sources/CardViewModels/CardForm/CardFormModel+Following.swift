public import Cards

/// The form of a card that changes elsewhere meanwhile: fields that nobody edits follow, except the one with the cursor; where both
/// changed one, saving asks.
extension CardFormModel {
    /// What was changed elsewhere, and what saving will do about it; nil if nothing was, or if something else prevents saving.
    public var changes: String? {
        guard canSave else { return nil }
        return stored.change.sentence(for: draft)
    }

    /// The value from elsewhere of a field that has another one here, who set it, and what becomes of it; nil for every other field.
    public func elsewhere(in field: DraftField) -> String? {
        stored.change.value(of: field, besides: draft, services.input)
    }

    /// The cursor is in this field now; nil where it is in none.
    public func hold(_ field: DraftField?) { if stored.hold(field) { follow() } }

    func follow() {
        guard !isBusy, draft.mode == .edit else { return }
        replace(stored.followed(draft))
    }

    /// Replaces the draft where others changed it, or after a decision.
    private func replace(_ new: CardDraft) {
        if new == draft { return }
        let old = draft
        draft = new
        for side in Card.Side.allCases where old.photo(side) != new.photo(side) { showPicture(side) }
        keep()
    }

    /// Asks about the first field that was changed here and elsewhere; false if there is none.
    func askBeforeSaving() -> Bool {
        let question = stored.question(about: draft, services.format) { [self] field, keepsMine in
            replace(stored.settled(field, keepingMine: keepsMine, in: draft))
            if draft.isChanged { return save() }
            context.post(Message("Nothing to save: the values from elsewhere are kept."))
            leave()
        }
        if let question { context.prompts.show(question) }
        return question != nil
    }
}
