import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardNetwork

/// One program of one user: a store in a file and, during a sync, a loader.
final class Device {
    let name: String
    /// Kept as long as the store in it.
    private let folder: TemporaryFolder
    private let path: String
    /// A loaded machine may stall for seconds.
    private static let busyTimeout = Duration.seconds(120)
    private let backend: BackendURL
    private let kind: BackendKind
    private let credentials: Credentials?
    private let certificateFile: String?
    private(set) var store: SQLiteCardStore

    init(
        _ name: String, in folder: TemporaryFolder, backend: String, kind: BackendKind, credentials: Credentials? = nil,
        certificateFile: String? = nil
    ) async throws {
        (self.name, self.folder) = (name, folder)
        path = folder.path + "/\(name).sqlite"
        self.backend = try BackendURL(backend)
        (self.kind, self.credentials, self.certificateFile) = (kind, credentials, certificateFile)
        store = try SQLiteCardStore(at: path, busyTimeout: Self.busyTimeout)
        _ = try await store.connect(to: self.backend.backend)
    }

    // MARK: - As a user

    func save(_ card: Card, photos: [PhotoHash: [UInt8]] = [:]) async throws {
        let old = try await store.card(card.identifier)
        try await store.apply([.set(CardPatch(from: old, to: card, photos: photos))])
    }

    func delete(_ identifier: CardID) async throws { try await store.apply([.delete(identifier)]) }

    /// Deletes for good what is in the trash. Returns these cards.
    func emptyTrash() async throws -> [CardID] {
        let cards = try await store.trash().map(\.card.identifier)
        try await store.empty(cards)
        return cards
    }

    /// The cards that the backend no longer has.
    func absentCards() async throws -> [CardID] { try await waiting().filter { $0.kind == .absent }.map(\.id) }

    /// The cards that were sent to the backend again after they were deleted here for good.
    func returnedCards() async throws -> [CardID] { try await waiting().filter { $0.kind == .returned }.map(\.id) }

    /// Takes, deletes or keeps a card about which the user has to decide.
    func settleAbsent(_ card: CardID, _ decision: AbsenceDecision) async throws {
        _ = try await store.settleAbsent([card], decision, with: backend.backend)
    }

    /// The changes that the backend took, and whose cards it then listed as before.
    func contradicted() async throws -> [PendingCard] {
        try await waiting().filter { card in
            card.isRefused && card.lastFailure?.contains("still lists the old card") == true
        }
    }

    /// Sends these changes again.
    func retryContradicted() async throws {
        for card in try await contradicted() { try await store.retry(card.id, with: backend.backend) }
    }

    private func waiting() async throws -> [PendingCard] {
        try await store.pendingCards(for: backend.backend, limit: 100_000)
    }

    func cards() async throws -> [CardID: Card] {
        let cards = try await store.cards(from: 0, limit: 100_000)
        return Dictionary(uniqueKeysWithValues: cards.map { ($0.identifier, $0) })
    }

    // MARK: - The backend

    /// A loader for the current store; the caller must stop it.
    /// - Parameter stall: a transfer without data for this long is aborted; whole seconds.
    func loader(
        clock: any Clock<Duration> = TestClock(), cardClock: CardClock = .system, stall: Duration = .seconds(30)
    ) -> NetworkLoader {
        var configuration = HTTPClient.Configuration(certificateFile: certificateFile)
        (configuration.stallTimeout, configuration.connectTimeout, configuration.clock) = (stall, stall, cardClock)
        return makeLoader(clock, cardClock, configuration)
    }

    private func makeLoader(
        _ clock: any Clock<Duration>, _ cardClock: CardClock, _ configuration: HTTPClient.Configuration
    ) -> NetworkLoader {
        NetworkLoader(
            store: store, backend: backend, kind: kind, credentials: { [credentials] in credentials },
            configuration: configuration, cardClock: cardClock, clock: clock, retries: RetryPolicy(random: { 1 }))
    }

    /// Downloads and uploads once; returns the final status, successful or not.
    @discardableResult
    func synchronize() async throws -> LoaderStatus {
        let loader = loader()
        await loader.start()
        let status = await loader.end()
        await loader.stop()
        return try #require(status)
    }

    /// Simulates a crash without closing the store, and a new start.
    func restart() throws { store = try SQLiteCardStore(at: path, busyTimeout: Self.busyTimeout) }

    /// How many entries the history of a card has.
    func changes(of card: String) throws -> Int {
        Int(try Database(path).text("SELECT count(*) FROM change WHERE card = '\(card)'")) ?? -1
    }

    /// The result of SQLite's integrity check: "ok".
    func integrity() throws -> String { try Database(path).text("PRAGMA integrity_check") }

    /// The number of the backend's cards that are in the store but not in its last list.
    func absent() throws -> Int { Int(try Database(path).text("SELECT count(*) FROM shadow WHERE absent = 1")) ?? -1 }

    /// Whether the text is in a card, in the history, or in a conflict.
    func remembers(_ text: String) throws -> Bool {
        try Database(path).text(
            """
            SELECT EXISTS (SELECT 1 FROM change WHERE instr(fields, '\(text)') OR instr(previous, '\(text)'))
            """) == "1"
    }
}

extension NetworkLoader {
    /// The first status in which nothing is left to do.
    func end() async -> LoaderStatus? {
        for await status in statuses() where !status.isBusy {
            if status.failure != nil || status.phase == .readOnly { return status }
            if status.hasDownloaded, status.tally.pending == status.tally.refused || status.cardsAwaitingConsent != nil
            {
                return status
            }
        }
        return nil
    }

    /// The first matching status.
    func status(where isWanted: (LoaderStatus) -> Bool) async -> LoaderStatus? {
        for await status in statuses() where isWanted(status) { return status }
        return nil
    }
}
