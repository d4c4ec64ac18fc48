import Cards
import Observation

/// The card of a form as it is stored now: follows the store, finds out who changed what, and decides which fields of the draft follow.
/// It does not hold the draft.
@MainActor @Observable
final class StoredCard {
    private(set) var change: StoredChange
    /// The field with the cursor: what others change in it waits until the cursor leaves it.
    @ObservationIgnored private var held: DraftField? = .name
    @ObservationIgnored private let identifier: CardID
    @ObservationIgnored private let store: any LocalStore
    @ObservationIgnored private let subscription = StoreSubscription()

    /// Enough to find out who changed a field, unless one device changed the card often in a moment.
    private static let readChanges = 50

    /// - Parameter saved: as it was when the form was opened.
    init(_ saved: Card, in store: any LocalStore) {
        (change, identifier, self.store) = (StoredChange(saved), saved.identifier, store)
    }

    /// - Parameters:
    ///   - isBusy: whether the form is saving, which reads the card itself.
    ///   - onChange: called when the card was changed.
    func start(from saved: Card, isBusy: @escaping () -> Bool, onChange: @escaping () -> Void) {
        subscription.start(store, concerns: { [identifier] in $0.contains(identifier) }) { [weak self] in
            if await self?.read(from: saved, isBusy) == true { onChange() }
        }
    }

    /// Whether something changed. Errors are left to saving, which reports them.
    private func read(from saved: Card, _ isBusy: () -> Bool) async -> Bool {
        let (old, card): (Card?, Card?)
        do { (old, card) = (change.card, try await store.card(identifier)) } catch { return false }
        guard card != old else { return false }
        let changes = try? await store.history(HistoryQuery(card: identifier, limit: Self.readChanges))
        // What was saved here, or read by a later call meanwhile, is known.
        guard !isBusy(), change.card == old else { return false }
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

    /// The question about the first field that was changed here and elsewhere; nil if there is none.
    /// - Parameter decide: receives the draft after the decision.
    func question(
        about draft: CardDraft, _ format: LocalFormat, decide: @escaping @MainActor (CardDraft) -> Void
    ) -> Prompt? {
        guard let card = change.card else { return nil }
        let following = FollowingDraft(draft, of: card)
        guard let field = following.contested.first else { return nil }
        let author = change.author(of: field) ?? "somebody else"
        let values = [draft.card, card].map {
            FieldText.text(for: field, of: $0, format).map { "\"\($0.shortName)\"" } ?? "nothing"
        }
        return Prompt(
            .bothChanged, about: [card.identifier], title: "Changed twice",
            text: values[0] == values[1]
                ? "You and \(author) changed \(field.label). Whose is saved?"
                : "You made \(field.label) \(values[0]), \(author) made it \(values[1]). Which is saved?",
            note: Message("The history of the card keeps the other one."),
            choices: [
                Prompt.Choice("m", "mine") { decide(following.settled(field, keepingMine: true)) },
                Prompt.Choice("t", "theirs") { decide(following.settled(field, keepingMine: false)) },
                Prompt.Choice("n", "keep editing"),
            ])
    }
}
