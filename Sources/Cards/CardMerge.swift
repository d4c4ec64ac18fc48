/// A three-way merge of a card, field by field: the local card, the backend's card, and `base`, the backend's previous version.
///
/// If only one side changed a field, its value is used. If both changed it to different values, the local value stays and the field
/// is a conflict; the backend's values are all kept in ``shadow``. It stores nothing.
public struct CardMerge: Equatable, Sendable {
    /// The merged local card.
    public let card: Card
    /// The backend's current version: the base of the next merge.
    public let shadow: Card
    /// The fields that both sides changed, to different values.
    public let conflicts: FieldSet

    public init(_ patch: CardPatch, into ours: Card, base: Card?) {
        let base = base ?? Card(identifier: ours.identifier, name: "")
        let patch = patch.withoutBlankName
        let theirs = patch.shadow(over: base)
        var card = ours
        var conflicts: FieldSet = []
        for field in patch.fields where !field.isBookkeeping {
            let isChanged = !theirs.isSame(as: base, in: field) || patch.hasNewUnreadPhoto(in: field, since: base)
            if !isChanged || theirs.isSame(as: ours, in: field) { continue }
            if ours.isSame(as: base, in: field) {
                card.copy([field], from: theirs)
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
        self.card = card
        self.shadow = theirs
        self.conflicts = conflicts
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

    /// Whether the photo of the field was replaced by a value that cannot be read. ``shadow(over:)`` keeps the photo beside it.
    fileprivate func hasNewUnreadPhoto(in field: CardField, since base: Card) -> Bool {
        guard let definition = field.definition, definition.hasPhotos,
            let value = values.unknownFields[definition.key]
        else { return false }
        return value != base.unknownFields[definition.key]
    }

    /// Whether the backend had all of it before, down to how it writes values.
    public func isKnown(of shadow: Card) -> Bool {
        if verbatim.isEmpty, values.unknownFields.isEmpty, shadow.unknownFields.isEmpty {
            return fields.allSatisfy { values.isEqual(to: shadow, in: $0) }
        }
        return self.shadow(over: shadow) == shadow
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
        return differences(from: copy).allSatisfy { $0.isBookkeeping || isSame(as: copy, in: $0) }
    }

    /// Like `isEqual`, but an unknown member with an empty value equals an absent one, and how a backend wrote a value does not count.
    public func isSame(as other: Card, in field: CardField) -> Bool {
        if isEqual(to: other, in: field) { return true }
        guard case .unknown(let key) = field else {
            return field.definition.map { $0.hasValue(in: self) && $0.hasEqualValue(self, other) } ?? false
        }
        return (unknownFields[key] ?? .null).isEmpty && (other.unknownFields[key] ?? .null).isEmpty
    }

    /// The card without how a backend wrote its values: as this program has it.
    public var withoutVerbatim: Card {
        guard !unknownFields.isEmpty else { return self }
        var card = self
        for field in FieldDefinition.all where unknownFields[field.key] != nil && field.hasValue(in: self) {
            card.unknownFields[field.key] = nil
        }
        return card
    }

    /// The card as it is sent to a backend that has this shadow: values that are the same are written as the backend wrote them.
    public func sent(over shadow: Card) -> Card {
        guard !shadow.unknownFields.isEmpty else { return self }
        var card = self
        for field in FieldDefinition.all where unknownFields[field.key] == nil && field.hasEqualValue(self, shadow) {
            guard let value = shadow.unknownFields[field.key], field.hasValue(in: self) || field.field.isBookkeeping
            else { continue }
            card.unknownFields[field.key] = value
        }
        return card
    }
}
