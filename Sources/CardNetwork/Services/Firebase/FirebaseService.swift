internal import Cards

/// A Firebase Realtime Database. Each card is written over the state that was read just before, so the list need not be
/// downloaded first. Its token is part of the query, and therefore marked as secret.
struct FirebaseService: BackendService {
    typealias Element = FirebaseElement

    let base: BackendURL
    /// Nil if the database is open to everyone.
    let token: String?

    static let isKeyed = true
    static let asksBeforeWriting = false

    var listRequest: APIRequest { request(.cards) }

    func request(_ endpoint: FirebaseEndpoint) -> APIRequest {
        var request = endpoint.request(to: base)
        if let token { request.query.append(APIRequest.QueryItem(name: "auth", value: token, isSecret: true)) }
        return request
    }

    func sender(by client: HTTPClient, noting ledger: UploadLedger) -> any CardSender {
        ConditionalSender(client: client, service: self, ledger: ledger)
    }
}
