internal import Cards

/// How one kind of backend is spoken to. A service holds its address and, where it is no header, what proves who asks; it
/// does nothing itself. A third one is an enum of ``Endpoint``, a ``ResponseParsing`` for its cards, and this.
protocol BackendService: Sendable {
    /// Reads one card of the list.
    associatedtype Element: ResponseParsing where Element.Result == CardPatch

    var base: BackendURL { get }

    /// Whether the list is one object with the cards under their identifiers; else it is an array. An element of a keyed list
    /// is read as an object with that one member.
    static var isKeyed: Bool { get }

    /// Whether writing goes over whatever is there, so that it has to be known first.
    static var asksBeforeWriting: Bool { get }

    /// Asks for all cards.
    var listRequest: APIRequest { get }

    /// Sends changes by the client and notes in the ledger what came of each.
    func sender(by client: HTTPClient, noting ledger: UploadLedger) -> any CardSender
}

extension BackendKind {
    /// The service, and the credentials that the client puts into the header of its requests.
    func service(at base: BackendURL, _ credentials: Credentials?) -> (any BackendService, header: Credentials?) {
        switch self {
        case .myCards: (MyCardsService(base: base), credentials)
        case .firebase: (FirebaseService(base: base, token: credentials?.token), nil)
        }
    }
}

/// How a part of an answer is parsed: decoded as one type, returned as another. A service that wraps its data unwraps
/// it in `transform` first.
protocol ResponseParsing {
    associatedtype Result

    /// Whether ``transform(_:)`` changes anything.
    static var requiresInputTransformation: Bool { get }

    static func transform(_ json: JSON) throws -> JSON

    init(decoding json: JSON) throws

    /// The validated result.
    func result() throws -> Result
}

extension ResponseParsing {
    static var requiresInputTransformation: Bool { false }

    static func transform(_ json: JSON) throws -> JSON { json }

    static func parse(_ bytes: [UInt8]) throws -> Result {
        let json = try JSONParser.parse(bytes, maximumValues: CardBounds.values)
        return try Self(decoding: requiresInputTransformation ? transform(json) : json).result()
    }
}
