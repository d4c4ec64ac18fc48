internal import Cards

/// The requests of a Firebase Realtime Database over REST: one object contains all cards by identifier; each is read
/// and written separately, and written only over a known state (`if-match`).
///
/// Source: firebase.google.com/docs/reference/rest/database, "Conditional Requests".
enum FirebaseEndpoint: Endpoint {
    case cards
    case card(CardID)
    /// Writes the card over the state with that entity tag; `null` as body deletes it.
    case write(CardID, body: [UInt8], over: String)

    /// The entity tag of a card that does not exist.
    static let absentTag = "null_etag"
    static let deletion = Array("null".utf8)

    func request(to base: BackendURL) -> APIRequest {
        switch self {
        case .cards: APIRequest(base: base, path: ["cards.json"], headers: [.acceptJSON, Self.askForTag])
        case .card(let identifier):
            APIRequest(base: base, path: Self.path(identifier), headers: [.acceptJSON, Self.askForTag])
        case .write(let identifier, let body, let tag):
            // Only the status matters: the response need not contain the card.
            APIRequest(
                base: base, path: Self.path(identifier), method: .put,
                query: [APIRequest.QueryItem(name: "print", value: "silent")],
                headers: [.jsonContent, APIRequest.Header(name: "if-match", value: tag)], body: body)
        }
    }

    private static let askForTag = APIRequest.Header(name: "X-Firebase-ETag", value: "true")

    private static func path(_ identifier: CardID) -> [String] { ["cards", "\(identifier.text).json"] }
}
