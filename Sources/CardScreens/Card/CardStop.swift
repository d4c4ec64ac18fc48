import Cards

/// Where Tab stops on a card: its details, the links of its note, then its photos.
enum CardStop: Hashable {
    case detail(CardField)
    case link(Int)
    case photo(Card.Side)
}
