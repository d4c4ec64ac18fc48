internal import Cards

/// The requests of a My Cards backend: a list as a JSON array, changed cards as an array of whole cards, one delete a card.
enum MyCardsEndpoint: Endpoint {
    case cards
    /// A JSON array of cards, see ``UploadBody``.
    case save(body: [UInt8])
    case delete(CardID)

    func request(to base: BackendURL) -> APIRequest {
        switch self {
        case .cards:
            APIRequest(
                base: base, path: ["cards.json"],
                headers: [APIRequest.Header(name: "Accept", value: "application/json")])
        case .save(let body):
            APIRequest(
                base: base, path: ["cards"], method: .post,
                headers: [APIRequest.Header(name: "Content-Type", value: "application/json")], body: body)
        case .delete(let identifier):
            APIRequest(base: base, path: ["cards", identifier.text], method: .delete)
        }
    }
}

/// One element of a My Cards list: what it sets of a card. An element that would leave a card without a name is refused.
struct MyCardsElement: ResponseParsing {
    let patch: CardPatch

    init(decoding json: JSON) throws { patch = try CardJSON.patch(from: json) }

    func result() throws -> CardPatch {
        let isNameless = patch.values.name.allSatisfy(\.isWhitespace)
        guard !(isNameless && patch.fields.contains(.name)) else { throw CardJSONError.missingName }
        return patch
    }
}
