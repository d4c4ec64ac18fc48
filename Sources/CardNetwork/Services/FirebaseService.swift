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

/// The requests of a Firebase Realtime Database over REST: one object contains all cards by identifier; each is read
/// and written separately, and written only over a known state (`if-match`).
///
/// Source: firebase.google.com/docs/reference/rest/database, "Conditional Requests".
enum FirebaseEndpoint: Endpoint {
    case cards
    case card(CardID)
    /// Writes the card over the state with that entity tag; `null` as body deletes it.
    case write(CardID, body: [UInt8], over: String)

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

/// A card of a Firebase database, as the member of an object: `{"ID":{…}}`.
///
/// The database does not store null or empty values, so absent fields are empty: they are added again before decoding.
/// An object whose keys are whole numbers may be sent as an array, and the other way round.
struct FirebaseElement: ResponseParsing {
    let patch: CardPatch

    static let requiresInputTransformation = true

    static func transform(_ json: JSON) throws -> JSON {
        guard let member = json.object?.first, json.object?.count == 1, var card = member.value.object else {
            throw CardJSONError.notAnObject
        }
        for key in CardJSON.knownKeys where card[key] == nil { card[key] = .null }
        // The name is never added: a card without one is invalid, and reported.
        for key in listKeys { card[key] = card[key].map(elements) }
        card["identifier"] = .string(member.key)
        return .object(card)
    }

    private static let listKeys = ["groups"] + FieldDefinition.lists.map(\.key)

    /// A list from which elements were removed is sent as an object with indices as keys.
    private static func elements(of list: JSON) -> JSON {
        if let elements = list.array { return .array(elements.filter { $0 != .null }) }
        guard let members = list.object else { return list }
        let indexed = members.compactMap { key, value in Int(key).map { ($0, value) } }.sorted { $0.0 < $1.0 }
        return indexed.count == members.count ? .array(indexed.map(\.1)) : list
    }

    init(decoding json: JSON) throws { patch = try CardJSON.patch(from: json) }

    func result() throws -> CardPatch { try patch.checked() }
}

/// Sends one card at a time, each only over the state that was read and merged just before: concurrent changes of
/// others are merged and never overwritten.
struct ConditionalSender: CardSender {
    /// How often in a row another writer may be faster.
    private static let maximumTries = 5
    private static let maximumCardBytes = JSONElementSplitter.maximumElementBytes

    let client: HTTPClient
    let service: FirebaseService
    let ledger: UploadLedger

    func send(_ pending: [PendingUpload]) async throws {
        for change in pending {
            try Task.checkCancellation()
            do {
                try await send(change)
            } catch {
                try await ledger.fail([change], error)
            }
        }
    }

    private func send(_ change: PendingUpload) async throws {
        for _ in 0..<Self.maximumTries {
            let (patch, tag) = try await current(change.identifier)
            if let patch { try await ledger.merge(patch) }
            // The backend may have it already: an answer was lost, or the same change was made elsewhere.
            guard let latest = try await ledger.latest(change) else { return }
            if case .delete = latest.content, patch == nil { return try await ledger.acknowledge([latest]) }
            try await ledger.begin([latest])
            if try await write(latest, over: tag) { return try await ledger.acknowledge([latest]) }
        }
        throw NetworkError.contended(host: service.base.hostAndPort)
    }

    /// The backend's state of the card, nil if there is none, and its entity tag.
    private func current(_ identifier: CardID) async throws -> (patch: CardPatch?, tag: String) {
        let request = service.request(.card(identifier))
        return try await client.withResponse(
            to: request, maximumBodyBytes: Self.maximumCardBytes, isUseRepeatable: true
        ) { response in
            try await response.requireSuccess()
            let host = service.base.hostAndPort
            guard let tag = response.head["ETag"] else { throw NetworkError.noEntityTag(host: host) }
            var bytes: [UInt8] = []
            while let chunk = try await response.nextChunk() { bytes += chunk }
            if bytes.drop(while: { $0 == 0x20 || $0 == 0x0A }).starts(with: FirebaseEndpoint.deletion) {
                return (nil, tag)
            }
            do {
                return (try FirebaseElement.parse(JSONMember.object(key: identifier.text, value: bytes)), tag)
            } catch {
                throw NetworkError.notACard(host: host, reason: error.message)
            }
        }
    }

    /// False if the card was changed by someone else meanwhile.
    private func write(_ change: PendingUpload, over tag: String) async throws -> Bool {
        let body: [UInt8]
        switch change.content {
        case .delete: body = FirebaseEndpoint.deletion
        case .upload(let card):
            guard let form = try await ledger.wholeUploadForm(of: card) else {
                throw NetworkError.photoMissing(host: service.base.hostAndPort)
            }
            body = form
        }
        let request = service.request(.write(change.identifier, body: body, over: tag))
        return try await client.withResponse(
            to: request, maximumBodyBytes: WriteAnswer.maximumBytes, isUseRepeatable: true
        ) { response in
            if response.head.status == 412 {
                try await response.drain()
                return false
            }
            // Firebase never answers with a web page.
            if try await response.writeAnswer() == .page {
                throw NetworkError.webPage(host: service.base.hostAndPort)
            }
            return true
        }
    }
}
