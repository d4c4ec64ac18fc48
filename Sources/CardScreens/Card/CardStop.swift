import Cards

/// Where Tab stops on a card: the links of its note, then its photos.
enum CardStop: Hashable {
    case link(Int)
    case photo(Card.Side)
}
