/// The rule that a new card must meet before the form saves it. A card that exists needs its name only: it may come from another
/// source, and is kept whatever it lacks.
public enum CardValidation: String, Sendable, CaseIterable {
    /// A name, and something to show at the counter: a number or a photo.
    case standard
    /// The rule of My Cards: a name and both photos.
    case bothPhotos = "both-photos"

    /// The missing parts, in the order of the form; empty if the card can be saved.
    public func missing(in card: Card, isNew: Bool = true) -> [MissingPart] {
        var missing: [MissingPart] = []
        if card.name.allSatisfy(\.isWhitespace) { missing.append(.name) }
        guard isNew else { return missing }
        switch self {
        case .standard:
            let hasNumber = !card.number.allSatisfy(\.isWhitespace) || card.barcode?.value?.isEmpty == false
            if !hasNumber && card.front == nil && card.back == nil { missing.append(.numberOrPhoto) }
        case .bothPhotos:
            if card.front == nil { missing.append(.photo(.front)) }
            if card.back == nil { missing.append(.photo(.back)) }
        }
        return missing
    }

    /// A part without which a card cannot be saved.
    public enum MissingPart: Hashable, Sendable {
        case name, numberOrPhoto, photo(Card.Side)

        public var description: String {
            switch self {
            case .name: "a name"
            case .numberOrPhoto: "a number or a photo"
            case .photo(let side): "a \(side.rawValue) photo"
            }
        }
    }
}
