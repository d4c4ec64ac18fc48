/// The values that contradict each other in the fields of a card, and who set them.
public struct CardConflict: Equatable, Sendable {
    /// The first other side: see ``BackendID/program``.
    public let backend: BackendID
    /// The values of each field that is in conflict, each another one: the one that this device wrote last first, then the one that the card
    /// shows.
    public let sides: [CardField: [ConflictSide]]
    /// Of each field the value that stands against mine, or else against the one that the card shows. Other values are not valid.
    public let theirs: Card

    public init(_ identifier: CardID, with backend: BackendID, sides: [CardField: [ConflictSide]]) {
        self.backend = backend
        let sides = sides.mapValues { sides in
            sides.filter(\.isMine) + sides.filter { $0.isShown && !$0.isMine }
                + sides.filter { !$0.isShown && !$0.isMine }
        }
        var theirs = Card(identifier: identifier, name: "")
        for (field, sides) in sides {
            let other = sides.first(where: \.isMine) == nil ? sides.first { !$0.isShown } : sides.first { !$0.isMine }
            if let other { theirs.copy([field], from: other.card) }
        }
        self.sides = sides
        self.theirs = theirs
    }

    public var fields: FieldSet { FieldSet(sides.keys) }

    public func mine(_ field: CardField) -> ConflictSide? { sides[field]?.first(where: \.isMine) }

    /// The fields that are decided with this one: an amount without its unit, and a unit without an amount, are another value.
    public func decidedTogether(with field: CardField) -> FieldSet {
        let pair: FieldSet = [.balance, .currency]
        return pair.contains(field) && pair.isSubset(of: fields) ? pair : [field]
    }

    /// The value of another field that comes from where this one does.
    public func side(of field: CardField, from other: ConflictSide) -> ConflictSide? {
        let same = sides[field]?.filter { $0.source == other.source } ?? []
        return same.first { $0.number == other.number } ?? same.first
            ?? sides[field]?.first { $0.isMine == other.isMine && $0.isShown == other.isShown }
    }

    /// A card with the value of a side, and with what that is shown with: the unit of an amount.
    /// - Parameter shown: the card as it is here.
    public func card(showing field: CardField, of side: ConflictSide, _ shown: Card) -> Card {
        var card = shown
        if field == .balance, let unit = self.side(of: .currency, from: side) {
            card.copy([.currency], from: unit.card)
        }
        card.copy([field], from: side.card)
        return card
    }

    /// Whether the sides of the field have the same values in both.
    public func isSame(_ field: CardField, as other: CardConflict) -> Bool {
        let (sides, others) = (sides[field] ?? [], other.sides[field] ?? [])
        return sides.count == others.count
            && sides.allSatisfy { side in others.contains { $0.card.isEqual(to: side.card, in: field) } }
    }
}

/// One of the values of a field in conflict, and who set it.
public struct ConflictSide: Equatable, Sendable {
    public enum Source: Hashable, Sendable {
        /// This device; with its name where the cards are shared.
        case here(String?)
        /// Another device, by its name.
        case device(String)
        /// A backend, or the files of another program.
        case backend(BackendID)
    }

    public let source: Source
    /// Counts the values of the field that come from this source, the latest first: 1 for all but devices that left an older value beside.
    public let number: Int
    /// When it was set; nil where that is not known.
    public let time: Timestamp?
    /// Whether it is the value that this device wrote last.
    public let isMine: Bool
    /// Whether the card shows it.
    public let isShown: Bool
    /// Has the value of the field; other values are not valid.
    public let card: Card

    public init(
        _ source: Source, number: Int = 1, time: Timestamp?, isMine: Bool, isShown: Bool, card: Card
    ) {
        self.source = source
        self.number = number
        self.time = time
        self.isMine = isMine
        self.isShown = isShown
        self.card = card
    }
}

/// The user's resolution of a ``CardConflict``, and the values that were shown.
public struct ConflictChoice: Equatable, Sendable {
    public let conflict: CardConflict
    /// The local card when it was shown.
    public let mine: Card
    /// The new values of ``fields``.
    public let result: Card
    /// The resolved fields. Others stay unchanged and in conflict.
    public let fields: FieldSet

    public init(of fields: FieldSet, in conflict: CardConflict, mine: Card, result: Card) {
        self.conflict = conflict
        self.mine = mine
        self.result = result
        self.fields = fields
    }

    public var identifier: CardID { mine.identifier }
}
