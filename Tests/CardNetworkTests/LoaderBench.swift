import Cards
import TestSupport
import Testing

@testable import CardNetwork

/// A loader between an in-memory store and a backend on 127.0.0.1, with a clock that stands still.
struct LoaderBench: Sendable {
    /// The card clock's only time.
    static let now = Timestamp(milliseconds: 1_700_000_000_000)

    let backend: TestBackend
    let store = FakeBackendStore()
    let clock = TestClock()
    let loader: NetworkLoader

    private init(credentials: Credentials?) throws {
        backend = try TestBackend()
        loader = NetworkLoader(
            store: store, backend: try BackendURL(backend.url), credentials: { credentials },
            cardClock: CardClock(now: { Self.now }, today: { CalendarDay(daysSince1970: 0) }), clock: clock,
            retries: RetryPolicy(random: { 1 }))
    }

    /// Sets a bench up, and always tears it down.
    static func with(
        _ cards: [JSON] = [], credentials: Credentials? = nil, _ use: (LoaderBench) async throws -> Void
    ) async throws {
        let bench = try LoaderBench(credentials: credentials)
        bench.backend.cards = cards
        bench.backend.start()
        defer { bench.backend.stop() }
        do {
            try await use(bench)
        } catch {
            await bench.loader.stop()
            throw error
        }
        await bench.loader.stop()
    }

    /// The first status of that kind.
    @discardableResult
    func status(where isWanted: (LoaderStatus) -> Bool) async throws -> LoaderStatus {
        for await status in await loader.statuses() where isWanted(status) { return status }
        throw Ended()
    }

    /// The first idle status after at least one download.
    @discardableResult
    func settled() async throws -> LoaderStatus {
        try await status { $0.hasDownloaded && !$0.isBusy && $0.failure == nil && $0.tally.pending == 0 }
    }

    /// Advances the clock until the received part of a list is merged and told, although more of it is to come. What is merged in
    /// the background is told with the next step of the clock.
    func mergeFirstBatch() async throws {
        while try await status(where: { _ in true }).progress?.cards ?? 0 == 0 {
            clock.advance(by: .milliseconds(50))
            await clock.waitForSleeper()
        }
    }

    func failed() async throws -> LoaderStatus { try await status { $0.failure != nil && !$0.isBusy } }

    struct Ended: Error {}
}

/// A card as a backend sends it.
func cardJSON(_ identifier: String, _ name: String, _ others: [String: JSON] = [:]) -> JSON {
    let members: [String: JSON] = [
        "identifier": .string(identifier), "name": .string(name), "front": .string(""), "back": .string(""),
    ]
    return .object(members.merging(others) { $1 })
}

func card(_ identifier: String, _ name: String, number: String = "") throws -> Card {
    var card = Card(identifier: try #require(CardID(identifier)), name: name)
    card.number = number
    return card
}

extension LoaderStatus {
    /// The progress of the running download.
    var progress: DownloadProgress? { if case .downloading(let progress) = phase { progress } else { nil } }
}
