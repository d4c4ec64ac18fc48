/// Brings together what a backend says of a card and what stands here, three ways, field by field: `base` is what the
/// backend said before.
///
/// Where only one side changed a field, that side counts. Where both did and differ, ours stays and the field is a conflict;
/// nothing of theirs is lost, it stands in ``shadow``. It decides, and stores nothing.
public struct CardMerge: Hashable, Sendable {
    /// What the card comes to here.
    public let card: Card
    /// What the backend is now known to say: the base of the next merge.
    public let shadow: Card
    /// The fields in which both sides changed, and not to the same.
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
    /// Nobody can take a card's name away: a blank one says nothing of the name.
    public var withoutBlankName: CardPatch {
        guard fields.contains(.name), values.hasBlankName else { return self }
        var patch = self
        patch.fields.remove(.name)
        return patch
    }

    /// Whether it sets nothing that is not so already.
    public func changesNothing(in card: Card) -> Bool {
        fields.allSatisfy { values.isEqual(to: card, in: $0) }
    }
}

extension Card {
    public var hasBlankName: Bool {
        // Nearly every name starts with a visible character of ASCII.
        if let first = name.utf8.first, (0x21..<0x7F).contains(first) { return false }
        return name.allSatisfy(\.isWhitespace)
    }

    /// Whether a backend that has the one needs to be told of the other: ``CardField/isBookkeeping`` fields do not count.
    public func hasSameContent(as other: Card) -> Bool {
        var copy = other
        (copy.created, copy.modified) = (created, modified)
        if self == copy { return true }
        guard unknownFields != other.unknownFields else { return false }
        return differences(from: copy).allSatisfy { isSame(as: copy, in: $0) }
    }

    /// As `isEqual`, but a kept field that says nothing is as good as none.
    fileprivate func isSame(as other: Card, in field: CardField) -> Bool {
        if isEqual(to: other, in: field) { return true }
        guard case .unknown(let key) = field else { return false }
        return (unknownFields[key] ?? .null).isEmpty && (other.unknownFields[key] ?? .null).isEmpty
    }
}
