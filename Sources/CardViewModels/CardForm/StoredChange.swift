import Cards

/// What happened elsewhere to the saved card while its form was open, and what that means for the fields that were edited. It holds the
/// card as it is stored now, not the draft.
enum StoredChange: Equatable {
    case unchanged
    /// Fields not edited here show the card's values after saving, and not before: nothing changes under the cursor.
    case changed(Card)
    /// Saving creates the card again, with all its fields.
    case deleted

    /// - Parameters:
    ///   - card: as it is stored now; nil if it was deleted.
    ///   - saved: as it was when the form was opened.
    init(to card: Card?, from saved: Card) {
        guard let card else {
            self = .deleted
            return
        }
        self = Self.fields(of: card, from: saved).isEmpty ? .unchanged : .changed(card)
    }

    /// What saving the draft will do; nil unless the card was changed.
    func effect(of draft: CardDraft) -> String? {
        guard case .changed(let card) = self else { return nil }
        let changed = Self.fields(of: card, from: draft.saved)
        let ours = changed.filter { Self.isContested($0, card, draft) }.map(\.label)
        let names = changed.map(\.label).joined(separator: ", ")
        return
            "Saving keeps \(ours.isEmpty ? "both" : "your " + ours.joined(separator: " and ")); changed elsewhere: \(names)"
    }

    /// The stored value of a field that was also changed in the draft, as text; nil for every other field.
    func value(of field: DraftField, besides draft: CardDraft, _ input: LocalInput) -> String? {
        guard case .changed(let card) = self, Self.isContested(field.cardField, card, draft) else { return nil }
        guard field.isText else { return field.side.map { card[$0] == nil ? "no photo" : "another photo" } }
        let text = CardDraft(editing: card, input).text(of: field)
        // A barcode conflicts as a whole, not in each of its parts.
        guard field.cardField != .barcode || text != draft.text(of: field) else { return nil }
        return text.isEmpty ? "nothing" : text
    }

    /// The fields that were saved elsewhere since the form was opened, in reading order.
    private static func fields(of card: Card, from saved: Card) -> [CardField] {
        CardField.inReadingOrder(card.differences(from: saved).filter { !$0.isBookkeeping })
    }

    /// Whether the field was changed here and, to another value, elsewhere.
    private static func isContested(_ field: CardField, _ card: Card, _ draft: CardDraft) -> Bool {
        let ours = draft.card
        return !card.isEqual(to: draft.saved, in: field) && !ours.isEqual(to: draft.saved, in: field)
            && !ours.isEqual(to: card, in: field)
    }
}
