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
