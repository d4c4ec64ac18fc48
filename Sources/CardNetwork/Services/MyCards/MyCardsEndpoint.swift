internal import Cards

/// The requests of a My Cards backend: the list as a JSON array, changed cards as an array of whole cards, one DELETE per card.
enum MyCardsEndpoint: Endpoint {
    case cards
    /// A JSON array of cards, see ``UploadBody``.
    case save(body: [UInt8])
    case delete(CardID)

    func request(to base: BackendURL) -> APIRequest {
        switch self {
        case .cards: APIRequest(base: base, path: ["cards.json"], headers: [.acceptJSON])
        case .save(let body):
            // Cards are sent whole, with their identifiers, so the request is idempotent.
            APIRequest(
                base: base, path: ["cards"], method: .post, headers: [.jsonContent], body: body, isRepeatable: true)
        case .delete(let identifier):
            APIRequest(base: base, path: ["cards", identifier.text], method: .delete)
        }
    }
}
