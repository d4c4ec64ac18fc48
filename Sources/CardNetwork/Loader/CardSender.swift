internal import Cards

/// Sends changes to a backend in its own way.
protocol CardSender: Sendable {
    /// Sends these, oldest first, and notes in its ``UploadLedger`` what came of each. Throws ``ReadOnlyBackend``,
    /// ``NetworkError`` where going on makes no sense, what the store throws, and `CancellationError`.
    func send(_ pending: [PendingUpload]) async throws
}

/// The backend only serves files.
struct ReadOnlyBackend: Error {}

/// The store's side of an upload: what is to be sent, and what came of it.
actor UploadLedger {
    let store: any BackendStore
    let backend: BackendID
    private let secrets: SecretFilter
    /// How many changes were taken.
    private(set) var sent = 0
    /// Cards deleted here that came back, because they were changed elsewhere: their names.
    private(set) var revived: [String] = []

    init(store: any BackendStore, backend: BackendID, secrets: SecretFilter) {
        (self.store, self.backend, self.secrets) = (store, backend, secrets)
    }

    /// The card as a backend takes it, with its photos: one whose bytes are not here is left out, which leaves it as it is
    /// there.
    func uploadForm(of card: Card) async throws -> [UInt8] {
        let photos = try await store.photos(of: card)
        return card.uploadForm { photos[$0] }
    }

    /// The same for a backend that takes what is left out for taken away: nil where a photo's bytes are not here.
    func wholeUploadForm(of card: Card) async throws -> [UInt8]? {
        let photos = try await store.photos(of: card)
        return photos.count < Set(card.photos).count ? nil : card.uploadForm { photos[$0] }
    }

    /// What the backend is pending of this card by now.
    func latest(_ change: PendingUpload) async throws -> PendingUpload? {
        try await store.pendingUpload(change.identifier, to: backend)
    }

    /// Merges what the backend has of a card.
    func merge(_ patch: CardPatch) async throws {
        revived += try await store.merge([patch], from: backend, download: 0).revived
    }

    /// Before they are sent: an answer that never comes, or a program that ends, must not make them look as if they never were.
    func begin(_ changes: [PendingUpload]) async throws { try await store.noteAttempt(changes, with: backend) }

    func acknowledge(_ changes: [PendingUpload]) async throws {
        try await store.acknowledge(changes, by: backend)
        sent += changes.count
    }

    /// Writes the reason beside the changes. What the backend refuses for good is set aside; anything else ends the run.
    func fail(_ changes: [PendingUpload], _ error: any Error) async throws {
        if error is ReadOnlyBackend || error is CancellationError { throw error }
        let isRefusal = Self.isRefusal(error)
        let reason = secrets.clean(error.message)
        try await store.recordFailure(changes, reason: reason, isRefusal: isRefusal, by: backend)
        if !isRefusal { throw error }
    }

    /// Whether the backend will not take what it was sent, however often.
    static func isRefusal(_ error: any Error) -> Bool {
        switch error {
        case NetworkError.refused(_, let status): [400, 413, 422].contains(status)
        case NetworkError.rejected, NetworkError.notACard, NetworkError.photoMissing: true
        default: false
        }
    }
}
