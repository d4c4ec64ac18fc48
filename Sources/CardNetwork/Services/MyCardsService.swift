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

/// Sends many cards in one request, and each deletion in its own.
///
/// After a successful write small backends answer with a page or with nothing; captive portals answer any request with
/// a page, and static file servers every unknown address. The list tells them apart (``ListProbe``).
struct BatchSender: CardSender {
    let client: HTTPClient
    let service: MyCardsService
    let ledger: UploadLedger

    private var probe: ListProbe<MyCardsService> { ListProbe(client: client, service: service) }

    func send(_ pending: [PendingUpload]) async throws {
        var body = UploadBody()
        var named: Set<CardID>?
        for change in pending {
            try Task.checkCancellation()
            switch change.content {
            case .delete:
                try await save(body)
                body = UploadBody()
                try await delete(change, &named)
            case .upload(let card):
                let element = try await ledger.uploadForm(of: card)
                if !body.hasRoom(for: element) {
                    try await save(body)
                    body = UploadBody()
                }
                body.append(change, element)
            }
        }
        try await save(body)
    }

    private func save(_ body: UploadBody) async throws {
        guard !body.isEmpty else { return }
        do {
            try await ledger.begin(body.changes)
            try await write(.save(body: body.bytes))
            try await ledger.acknowledge(body.changes)
        } catch NetworkError.refused(_, 404, _) {
            throw ReadOnlyBackend()
        } catch  where UploadLedger.isRefusal(error) && body.changes.count > 1 {
            for half in body.halves() { try await save(half) }
        } catch {
            try await ledger.fail(body.changes, error)
        }
    }

    /// - Parameter named: the cards in the list when it was last requested during this run.
    private func delete(_ change: PendingUpload, _ named: inout Set<CardID>?) async throws {
        do {
            try await ledger.begin([change])
            if try await write(.delete(change.identifier)) == .notFound {
                if named == nil { named = try await probe.identifiers() }
                guard named?.contains(change.identifier) == false else { throw ReadOnlyBackend() }
            }
            try await ledger.acknowledge([change])
        } catch {
            try await ledger.fail([change], error)
        }
    }

    /// Throws unless the backend accepted it or does not have it.
    @discardableResult
    private func write(_ endpoint: MyCardsEndpoint) async throws -> WriteAnswer {
        let request = endpoint.request(to: service.base)
        let answer = try await client.withResponse(
            to: request, maximumBodyBytes: WriteAnswer.maximumBytes, isUseRepeatable: true
        ) { response -> WriteAnswer in
            if request.method == .delete {
                switch response.head.status {
                // It is deleted already.
                case 404, 410: return response.isWebPage ? .notFound : .accepted
                case 405, 501: return .notFound
                default: break
                }
            }
            return try await response.writeAnswer()
        }
        if answer == .page { try await probe.requireList() }
        return answer
    }
}

/// The JSON array of one POST, and its changes. Its size is limited; a single card may exceed the limit.
struct UploadBody: Sendable {
    private static let maximumCards = 100
    private static let maximumBytes = 4 << 20

    private(set) var changes: [PendingUpload] = []
    private var elements: [UInt8] = []
    /// The end of each element, without the following comma.
    private var ends: [Int] = []

    var isEmpty: Bool { changes.isEmpty }

    var bytes: [UInt8] { [UInt8(ascii: "[")] + elements + [UInt8(ascii: "]")] }

    func hasRoom(for element: [UInt8]) -> Bool {
        isEmpty || (changes.count < Self.maximumCards && elements.count + element.count < Self.maximumBytes)
    }

    mutating func append(_ change: PendingUpload, _ element: some Collection<UInt8>) {
        if !isEmpty { elements.append(UInt8(ascii: ",")) }
        elements.append(contentsOf: element)
        changes.append(change)
        ends.append(elements.count)
    }

    /// Two bodies with half of the cards each, to find the one that the backend rejects.
    func halves() -> [UploadBody] {
        var halves = [UploadBody(), UploadBody()]
        var start = 0
        for (index, end) in ends.enumerated() {
            halves[index * 2 < ends.count ? 0 : 1].append(changes[index], elements[start..<end])
            start = end + 1
        }
        return halves
    }
}

extension Card {
    /// The whole card in the backend's form. Fields without a value are written too: the backend may have one.
    func uploadForm(photo: (PhotoHash) -> [UInt8]?) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(CardJSON.members(of: self, always: .known, photo: photo))
        return writer.bytes
    }
}
