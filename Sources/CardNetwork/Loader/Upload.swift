internal import Cards

/// Tells a backend what it is owed, oldest first, until nothing is left. An entry is acknowledged only after the backend
/// said that it took it.
struct Upload: Sendable {
    /// One state of one card. A later edit is another one.
    private struct Entry: Hashable, Sendable {
        let identifier: CardID
        let sequence: Int64

        init(_ change: OwedChange) { (identifier, sequence) = (change.identifier, change.sequence) }
    }

    enum Ending: Sendable {
        case done
        /// The backend only serves files; nothing was given up.
        case readOnly
    }

    private static let window = 100

    let client: HTTPClient
    let backend: BackendURL
    let store: any BackendStore

    /// What this run has sent, so that an entry that stays owed for whatever reason is not sent for ever.
    private var sent: Set<Entry> = []

    init(client: HTTPClient, backend: BackendURL, store: any BackendStore) {
        (self.client, self.backend, self.store) = (client, backend, store)
    }

    /// Throws ``NetworkError``, what the store throws, and `CancellationError`.
    mutating func run(_ report: @Sendable (BackendTally) async -> Void) async throws -> Ending {
        while true {
            let owed = try await store.owed(to: backend.backend, limit: Self.window + sent.count)
                .filter { !sent.contains(Entry($0)) }
            await report(try await store.tally(of: backend.backend))
            guard !owed.isEmpty else { return .done }
            do {
                try await send(owed)
            } catch is ReadOnlyBackend {
                return .readOnly
            }
        }
    }

    private mutating func send(_ owed: [OwedChange]) async throws {
        var body = UploadBody()
        for change in owed {
            try Task.checkCancellation()
            switch change.content {
            case .delete:
                try await save(body)
                body = UploadBody()
                try await delete(change)
            case .upload(let card):
                let element = try await uploadForm(of: card)
                if !body.hasRoom(for: element) {
                    try await save(body)
                    body = UploadBody()
                }
                body.append(change, element)
            }
        }
        try await save(body)
    }

    private func uploadForm(of card: Card) async throws -> [UInt8] {
        var photos: [PhotoHash: [UInt8]] = [:]
        for hash in card.photos { photos[hash] = try await store.photo(hash) }
        return card.uploadForm { photos[$0] }
    }

    private mutating func save(_ body: UploadBody) async throws {
        guard !body.isEmpty else { return }
        do {
            try await write(.save(body: body.bytes), takenAs: [])
            sent.formUnion(body.changes.map(Entry.init))
            try await store.acknowledge(body.changes, by: backend.backend)
        } catch NetworkError.refused(_, 404) {
            throw ReadOnlyBackend()
        } catch NetworkError.refused(_, let status) where [400, 413, 422].contains(status) && body.changes.count > 1 {
            for half in body.halves() { try await save(half) }
        } catch {
            try await fail(body.changes, error)
        }
    }

    private mutating func delete(_ change: OwedChange) async throws {
        do {
            // Gone already is as good as deleted.
            try await write(.delete(change.identifier), takenAs: [404, 410])
            sent.insert(Entry(change))
            try await store.acknowledge([change], by: backend.backend)
        } catch {
            try await fail([change], error)
        }
    }

    private func write(_ endpoint: MyCardsEndpoint, takenAs success: Set<Int>) async throws {
        let request = endpoint.request(to: backend)
        try await client.withResponse(to: request, maximumBodyBytes: .max) { response in
            if success.contains(response.head.status) { return }
            if [405, 501].contains(response.head.status) { throw ReadOnlyBackend() }
            try response.requireSuccess()
            // A portal says yes to everything, with a page of its own.
            if response.head["Content-Type"]?.lowercased().hasPrefix("text/html") == true {
                throw NetworkError.webPage(host: backend.hostAndPort)
            }
            try await response.drain()
        }
    }

    /// Writes the reason beside the entries. What the backend refuses for good is set aside; anything else ends the run.
    private mutating func fail(_ changes: [OwedChange], _ error: any Error) async throws {
        if error is ReadOnlyBackend || error is CancellationError { throw error }
        let isRefusal = Self.isRefusal(error)
        try await store.recordFailure(changes, reason: words(for: error), isRefusal: isRefusal, by: backend.backend)
        if !isRefusal { throw error }
    }

    /// Whether the backend will not take what it was sent, however often.
    private static func isRefusal(_ error: any Error) -> Bool {
        guard case NetworkError.refused(_, let status) = error else { return false }
        return [400, 413, 422].contains(status)
    }

    private struct ReadOnlyBackend: Error {}
}
