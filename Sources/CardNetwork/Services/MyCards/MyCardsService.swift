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
