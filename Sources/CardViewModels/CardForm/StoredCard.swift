import Basics
public import Cards

/// The card of a form as it is stored now: follows the store, finds out who changed what, and decides which fields of the draft follow.
/// It does not hold the draft.
@MainActor
final class StoredCard {
    @Observed private(set) var change: StoredChange
    /// The field with the cursor: what others change in it waits until the cursor leaves it.
    private var held: DraftField? = .name
    private let identifier: CardID
    private let store: any CardStore
    private let subscription = StoreSubscription()

    /// Enough to find out who changed a field, unless one device changed the card often in a moment.
    private static let readChanges = 50

    /// - Parameter saved: as it was when the form was opened.
    init(_ saved: Card, in store: any CardStore) {
        change = StoredChange(saved)
        identifier = saved.identifier
        self.store = store
    }

    /// - Parameter onChange: called when the card was changed, also by the form itself, until it calls ``reset(to:)``.
    func start(from saved: Card, onChange: @escaping () -> Void) {
        subscription.start(store, concerns: { [identifier] in $0.contains(identifier) }) { [weak self] in
            if await self?.read(from: saved) == true { onChange() }
        }
    }

    /// Saves the draft. Returns false, and writes nothing, if the card has changed a moment ago and nobody was told yet.
    func write(_ draft: CardDraft) async throws -> Bool {
        let known = change.card
        if draft.mode == .edit { _ = await read(from: draft.saved) }
        guard change.card == known else { return false }
        try await store.apply([.set(change.isDeleted ? draft.wholePatch : draft.patch)])
        return true
    }

    /// Whether something changed. Errors are left to saving, which reports them.
    private func read(from saved: Card) async -> Bool {
        let (old, card): (Card?, Card?)
        do { (old, card) = (change.card, try await store.card(identifier)) } catch { return false }
        guard card != old else { return false }
        let changes = try? await store.history(HistoryQuery(card: identifier, limit: Self.readChanges))
        // What was saved here, or read by a later call meanwhile, is known.
        guard change.card == old else { return false }
        change.add(card, from: old ?? saved, changes?.changes ?? [])
        return true
    }

    /// The form has saved the card, or read it itself.
    func reset(to card: Card) { change = StoredChange(card) }

    /// The cursor is in this field now. Returns whether that is another one.
    func hold(_ field: DraftField?) -> Bool {
        defer { held = field }
        return held != field
    }

    /// The draft with what others changed in fields that nobody edits.
    func followed(_ draft: CardDraft) -> CardDraft {
        guard let card = change.card else { return draft }
        return FollowingDraft(draft, of: card).followed(holding: held.map { [$0.cardField] } ?? [])
    }

    /// The draft as it is now, after a decision about a field.
    func settled(_ field: CardField, keepingMine: Bool, in draft: CardDraft) -> CardDraft {
        change.card.map { FollowingDraft(draft, of: $0).settled(field, keepingMine: keepingMine) } ?? draft
    }

    /// The question about the first field that was changed here and elsewhere; nil if there is none.
    /// - Parameter decide: receives whether the draft's value is kept.
    func question(
        about draft: CardDraft, _ format: LocalFormat, decide: @escaping @MainActor (CardField, Bool) -> Void
    ) -> Prompt? {
        guard let card = change.card else { return nil }
        let following = FollowingDraft(draft, of: card)
        guard let field = following.contested.first else { return nil }
        let author = change.author(of: field) ?? "someone else"
        let values = [draft.card, card].map {
            FieldText.text(for: field, of: $0, format).map { "\"\($0.shortName)\"" } ?? "nothing"
        }
        return Prompt(
            .bothChanged, about: [card.identifier], title: "Changed twice",
            text: values[0] == values[1]
                ? "You and \(author) both changed \(field.label). Which value should be saved?"
                : "You set \(field.label) to \(values[0]); \(author) set it to \(values[1]). Which value should be saved?",
            note: Message("Theirs stays in the history either way; yours only if you keep it."),
            choices: [
                Prompt.Choice("m", "mine") { decide(field, true) },
                Prompt.Choice("t", "theirs") { decide(field, false) },
                Prompt.Choice("n", "keep editing"),
            ])
    }
}

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
