internal import Cards

/// Sends the pending changes to a backend, oldest first, until none is left. A change is acknowledged only after the
/// backend accepted it.
struct Upload: Sendable {
    /// One state of one card; a later edit is a different entry.
    private struct Entry: Hashable, Sendable {
        let identifier: CardID
        let sequence: Int64

        init(_ change: PendingUpload) { (identifier, sequence) = (change.identifier, change.sequence) }
    }

    enum Ending: Sendable {
        case done
        /// The backend serves files only; the changes stay pending.
        case readOnly
    }

    private static let window = 100

    let ledger: UploadLedger
    private let sender: any CardSender
    /// The entries sent in this run, so that one that stays pending for whatever reason is not sent forever.
    private var sent: Set<Entry> = []

    init(by client: HTTPClient, to service: some BackendService, from store: any BackendStore) {
        ledger = UploadLedger(store: store, backend: service.base.backend, secrets: client.secrets)
        sender = service.sender(by: client, noting: ledger)
    }

    /// Throws ``NetworkError``, what the store throws, and `CancellationError`.
    mutating func run(_ report: @Sendable (BackendTally) async -> Void) async throws -> Ending {
        while true {
            let first = try await ledger.store.pendingUploads(for: ledger.backend, limit: Self.window + sent.count)
            // Accepted entries are no longer pending and need not be remembered.
            sent.formIntersection(first.map(Entry.init))
            let pending = first.filter { !sent.contains(Entry($0)) }
            await report(try await ledger.store.tally(of: ledger.backend))
            guard !pending.isEmpty else { return .done }
            do {
                try await sender.send(pending)
            } catch is ReadOnlyBackend {
                return .readOnly
            }
            sent.formUnion(pending.map(Entry.init))
        }
    }
}

/// Sends changes to one kind of backend.
protocol CardSender: Sendable {
    /// Sends these changes, oldest first, and records the outcome of each in its ``UploadLedger``. Throws
    /// ``ReadOnlyBackend``, ``NetworkError`` if continuing makes no sense, what the store throws, and
    /// `CancellationError`.
    func send(_ pending: [PendingUpload]) async throws
}

/// The backend serves files only.
struct ReadOnlyBackend: Error {}

/// The store's side of an upload: provides the cards to send, and records the outcomes.
actor UploadLedger {
    let store: any BackendStore
    let backend: BackendID
    private let secrets: SecretFilter
    /// The number of changes that the backend accepted.
    private(set) var sent = 0
    /// How many of these were deletions.
    private(set) var deleted = 0
    /// What came of states of cards that were read before they were written.
    private(set) var merged = MergeReport()

    init(store: any BackendStore, backend: BackendID, secrets: SecretFilter) {
        self.store = store
        self.backend = backend
        self.secrets = secrets
    }

    /// The card in the backend's form, with its photos. A photo that is missing in the store is omitted, and the
    /// backend keeps its own.
    func uploadForm(of card: Card) async throws -> [UInt8] {
        let photos = try await store.photos(of: card)
        return card.uploadForm { photos[$0] }
    }

    /// The same for a backend that deletes omitted fields: nil if a photo is missing in the store.
    func wholeUploadForm(of card: Card) async throws -> [UInt8]? {
        let photos = try await store.photos(of: card)
        return photos.count < Set(card.photos).count ? nil : card.uploadForm { photos[$0] }
    }

    /// The pending upload of this card by now; nil if there is none.
    func latest(_ change: PendingUpload) async throws -> PendingUpload? {
        try await store.pendingUpload(change.identifier, to: backend)
    }

    /// Merges the backend's state of a card.
    func merge(_ patch: CardPatch) async throws {
        merged += try await store.merge([patch], from: backend, download: 0)
    }

    /// Records an attempt before sending: without an answer, or if the program ends, the changes may have been received
    /// nevertheless.
    func begin(_ changes: [PendingUpload]) async throws { try await store.noteAttempt(changes, with: backend) }

    func acknowledge(_ changes: [PendingUpload]) async throws {
        try await store.acknowledge(changes, by: backend)
        sent += changes.count
        deleted += changes.count { $0.content == .delete }
    }

    /// Records the reason of a failure. Cards rejected as invalid (400, 413, 422) are parked; any other error ends the run.
    func fail(_ changes: [PendingUpload], _ error: any Error) async throws {
        if error is ReadOnlyBackend || error is CancellationError { throw error }
        let isRefusal = Self.isRefusal(error)
        let reason =
            secrets.clean(error.message) + (Self.isPhotos(of: changes, tooLargeBy: error) ? Self.photoHint : "")
        try await store.recordFailure(changes, reason: reason, isRefusal: isRefusal, by: backend)
        if !isRefusal { throw error }
    }

    private static let photoHint = " Smaller photos may help."

    private static func isPhotos(of changes: [PendingUpload], tooLargeBy error: any Error) -> Bool {
        switch error {
        case NetworkError.refused(_, 413, _), NetworkError.rejected(_, 413, _):
            changes.contains { if case .upload(let card) = $0.content { !card.photos.isEmpty } else { false } }
        default: false
        }
    }

    /// Whether the backend rejects the content, so that sending it again cannot succeed.
    static func isRefusal(_ error: any Error) -> Bool {
        switch error {
        case NetworkError.refused(_, let status, _): [400, 413, 422].contains(status)
        case NetworkError.rejected, NetworkError.notACard, NetworkError.photoMissing: true
        default: false
        }
    }
}

/// The outcome of a write.
enum WriteAnswer: Sendable {
    /// Enough for an echo of the largest card.
    static let maximumBytes = 64 << 20

    case accepted
    /// A web page, which a captive portal may have sent.
    case page
    /// Either the card does not exist, or the backend does not support deletion.
    case notFound
}

extension HTTPResponse {
    /// Reads the whole answer: one that breaks off or does not end is no success. Throws ``ReadOnlyBackend``, and
    /// ``NetworkError`` unless the write was accepted.
    func writeAnswer() async throws -> WriteAnswer {
        if [405, 501].contains(head.status) { throw ReadOnlyBackend() }
        if [400, 413, 422].contains(head.status), let reason = try await reason {
            throw NetworkError.rejected(host: request.base.hostAndPort, status: head.status, reason: reason)
        }
        try await requireSuccess()
        try await readToEnd()
        return head.status != 204 && isWebPage ? .page : .accepted
    }
}
