/// A draft beside its card as it is stored now, which may have changed elsewhere since. Fields that nobody edits follow the card; of the
/// others ``CardDraft/saved`` keeps the value that they were edited from, so that it differs from the card exactly where something is to be
/// decided.
public struct FollowingDraft: Sendable {
    public let draft: CardDraft
    public let card: Card

    public init(_ draft: CardDraft, of card: Card) { (self.draft, self.card) = (draft, card) }

    /// The fields that were edited, those with an invalid text included.
    public var edited: FieldSet {
        var fields = draft.card.differences(from: draft.saved)
        for field in DraftField.allCases where draft.isTouched(field) { fields.insert(field.cardField) }
        return fields
    }

    /// The fields that were changed in the card and that the draft has not followed yet, in reading order.
    public var changed: [CardField] {
        card.differences(from: draft.saved).filter { !$0.isBookkeeping }.inReadingOrder
    }

    /// Those of them that have another value in the draft, in reading order.
    public var differing: [CardField] { changed.filter { !isAgreed($0) } }

    /// Those of them that were edited to another value, in reading order.
    public var contested: [CardField] {
        let edited = edited
        return differing.filter(edited.contains)
    }

    /// The draft with the values of the card in all fields that were not edited.
    /// - Parameter held: fields that keep their value although they were not edited.
    public func followed(holding held: FieldSet = []) -> CardDraft {
        let edited = edited
        let kept = changed.filter { held.contains($0) || edited.contains($0) && !isAgreed($0) }
        var base = card
        base.copy(FieldSet(kept), from: draft.saved)
        return draft.rebased(on: base)
    }

    /// The draft after a decision about a contested field: its own value is kept, or that of the card replaces it.
    public func settled(_ field: CardField, keepingMine: Bool) -> CardDraft {
        var base = draft.saved
        base.copy([field], from: card)
        return (keepingMine ? draft : reverted(field)).rebased(on: base)
    }

    /// The draft without what was edited in a field.
    private func reverted(_ field: CardField) -> CardDraft {
        var reverted = draft
        for part in DraftField.allCases where part.cardField == field {
            reverted.setText(draft.text(of: part, of: draft.saved), of: part)
        }
        switch field {
        case .isStarred: reverted.isStarred = draft.saved.isStarred
        default:
            for side in Card.Side.allCases where side.field == field { reverted.sides[side] = draft.saved[side] }
        }
        return reverted
    }

    private func isAgreed(_ field: CardField) -> Bool {
        draft.problems.keys.allSatisfy { $0.cardField != field } && draft.card.isEqual(to: card, in: field)
    }
}
