import Cards

/// A secret field of a card's page, with what is seen of it.
struct SecretText: Equatable {
    let label: String
    let text: String
}

/// Where Tab stops on a card: its details and secret fields, the links of its note, then its photos.
enum CardStop: Hashable {
    case detail(CardField)
    /// By its label.
    case secret(String)
    case link(Int)
    case photo(Card.Side)
}
