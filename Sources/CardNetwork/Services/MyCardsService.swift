internal import Cards

/// A My Cards backend: the whole list at once, changed cards in batches. It cannot check whether a card is unchanged,
/// so the list is downloaded before writing.
struct MyCardsService: BackendService {
    typealias Element = MyCardsElement

    let base: BackendURL

    static let isKeyed = false
    static let asksBeforeWriting = true

    var listRequest: APIRequest { MyCardsEndpoint.cards.request(to: base) }

    func sender(by client: HTTPClient, noting ledger: UploadLedger) -> any CardSender {
        BatchSender(client: client, service: self, ledger: ledger)
    }
}

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

/// An element of a My Cards list: a patch of a card. Absent fields are unchanged; an element that would leave a card
/// without a name is rejected.
struct MyCardsElement: ResponseParsing {
    let patch: CardPatch

    init(decoding json: JSON) throws { patch = try CardJSON.patch(from: json) }

    func result() throws -> CardPatch { try patch.checked() }
}
