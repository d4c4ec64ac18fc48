import Cards

/// Where Tab stops on a card: its details and secret fields, the links of its note, then its photos.
enum CardStop: Hashable {
    case detail(CardField)
    /// By its label.
    case secret(String)
    case link(Int)
    case photo(Card.Side)
}
