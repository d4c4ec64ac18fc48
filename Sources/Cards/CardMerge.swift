/// A three-way merge of a card, field by field: the local card, the backend's card, and `base`, the backend's previous version.
///
/// If only one side changed a field, its value is used. If both changed it to different values, the local value stays and the field
/// is a conflict; the backend's values are all kept in ``shadow``. It stores nothing.
public struct CardMerge: Hashable, Sendable {
    /// The merged local card.
    public let card: Card
    /// The backend's current version: the base of the next merge.
    public let shadow: Card
    /// The fields that both sides changed, to different values.
    public let conflicts: Set<CardField>

    public init(_ patch: CardPatch, into ours: Card, base: Card?) {
        let base = base ?? Card(identifier: ours.identifier, name: "")
        let patch = patch.withoutBlankName
        let theirs = patch.applied(to: base)
        var card = ours
        var conflicts: Set<CardField> = []
        for field in patch.fields where !field.isBookkeeping {
            if theirs.isSame(as: base, in: field) || theirs.isSame(as: ours, in: field) { continue }
            if ours.isSame(as: base, in: field) {
                card.copy(CollectionOfOne(field), from: theirs)
            } else {
                conflicts.insert(field)
            }
        }
        if patch.fields.contains(.created) {
            card.created = [ours.created, theirs.created].compactMap { $0 }.min()
        }
        if patch.fields.contains(.modified) {
            card.modified = [ours.modified, theirs.modified].compactMap { $0 }.max()
        }
        (self.card, self.shadow, self.conflicts) = (card, theirs, conflicts)
    }
}

extension CardPatch {
    /// A card's name cannot be removed: a blank name counts as absent.
    public var withoutBlankName: CardPatch {
        guard fields.contains(.name), values.hasBlankName else { return self }
        var patch = self
        patch.fields.remove(.name)
        return patch
    }

    /// Whether applying it leaves the card unchanged.
    public func changesNothing(in card: Card) -> Bool {
        fields.allSatisfy { values.isEqual(to: card, in: $0) }
    }
}

extension Card {
    public var hasBlankName: Bool {
        // Fast path: nearly every name starts with a visible ASCII character.
        if let first = name.utf8.first, (0x21..<0x7F).contains(first) { return false }
        return name.allSatisfy(\.isWhitespace)
    }

    /// Whether both need the same upload: ``CardField/isBookkeeping`` fields are ignored.
    public func hasSameContent(as other: Card) -> Bool {
        var copy = other
        (copy.created, copy.modified) = (created, modified)
        if self == copy { return true }
        guard unknownFields != other.unknownFields else { return false }
        return differences(from: copy).allSatisfy { isSame(as: copy, in: $0) }
    }

    /// Like `isEqual`, but an unknown member with an empty value equals an absent one.
    fileprivate func isSame(as other: Card, in field: CardField) -> Bool {
        if isEqual(to: other, in: field) { return true }
        guard case .unknown(let key) = field else { return false }
        return (unknownFields[key] ?? .null).isEmpty && (other.unknownFields[key] ?? .null).isEmpty
    }
}
