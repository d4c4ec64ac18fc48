/// Which rule a card of our own form must meet before it can be saved. A card from elsewhere is kept whatever it lacks.
public enum CardValidation: String, Sendable, CaseIterable {
    /// A name, and something to show at the counter: a number or a photo.
    case standard
    /// My Cards' own rule: a name and both photos.
    case bothPhotos = "both-photos"

    /// What the card still lacks, in the order of the form; empty when it can be saved.
    public func missing(in card: Card) -> [MissingPart] {
        var missing: [MissingPart] = []
        if card.name.allSatisfy(\.isWhitespace) { missing.append(.name) }
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

    /// Something without which a card cannot be saved.
    public enum MissingPart: Hashable, Sendable {
        case name, numberOrPhoto, photo(Card.Side)

        public var words: String {
            switch self {
            case .name: "a name"
            case .numberOrPhoto: "a number or a photo"
            case .photo(let side): "a \(side.rawValue) photo"
            }
        }
    }
}
