/// A photo of a card that people look at: a face of the card, its icon, or a further picture by its index.
public enum CardPhoto: Hashable, Sendable {
    case side(Card.Side)
    case picture(Int)

    /// Whether it is a further picture, which can be a PDF.
    public var isPicture: Bool { if case .picture = self { true } else { false } }

    /// Reads "front", "back", "icon", or the number of a further picture, from 1.
    public init?(typed text: String) {
        if let side = Card.Side(rawValue: text) {
            self = .side(side)
        } else if let number = Int(text), (1...FurtherPicture.maximum).contains(number) {
            self = .picture(number - 1)
        } else {
            return nil
        }
    }

    /// "front photo", "icon", "picture 3".
    public var description: String {
        switch self {
        case .side(let side): side.noun
        case .picture(let index): "picture \(index + 1)"
        }
    }
}

extension Card {
    /// Nil if the card has no such photo.
    public subscript(photo: CardPhoto) -> PhotoHash? {
        switch photo {
        case .side(let side): self[side]
        case .picture(let index): pictures.indices.contains(index) ? pictures[index].hash : nil
        }
    }

    /// The photos that the card has, in the order in which they are stepped through.
    public var shownPhotos: [CardPhoto] {
        Side.allCases.filter { self[$0] != nil }.map(CardPhoto.side) + pictures.indices.map(CardPhoto.picture)
    }

    /// The side, the label of the picture, or its number where it has none.
    public func label(of photo: CardPhoto) -> String {
        switch photo {
        case .side(let side): side.rawValue
        case .picture(let index):
            pictures.indices.contains(index) && !pictures[index].label.isEmpty
                ? pictures[index].label : photo.description
        }
    }
}
