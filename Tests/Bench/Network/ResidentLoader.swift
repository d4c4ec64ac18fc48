import CardNetwork
import CardStorage
import Cards
import Dispatch
import Synchronization
import TestSupport

/// The loader and a store as in a running program: for operations that are faster than a program's start.
struct ResidentLoader {
    private let folder: TemporaryFolder
    private let loader: NetworkLoader
    private let ticks = Ticks()

    init(_ backend: TestBackend) throws {
        folder = try TemporaryFolder()
        let ticks = ticks
        loader = NetworkLoader(
            store: try SQLiteCardStore(at: folder.path + "/cards.sqlite"), backend: try BackendURL(backend.url),
            cardClock: CardClock(now: { ticks.next() }, today: CardClock.system.today))
    }

    /// Downloads once, then `rounds` times again; returns the time of each of these, from the request to the last status.
    func downloadAgain(_ rounds: Int) async throws -> Samples {
        var samples = Samples()
        var statuses = await loader.statuses().makeAsyncIterator()
        await loader.start()
        var last = try await Self.success(after: nil, &statuses)
        for _ in 0..<rounds {
            let start = ContinuousClock.now
            await loader.synchronize()
            last = try await Self.success(after: last, &statuses)
            samples.add(start.duration(to: .now))
        }
        await loader.stop()
        return samples
    }

    private static func success(
        after last: Timestamp?, _ statuses: inout AsyncStream<LoaderStatus>.Iterator
    ) async throws -> Timestamp? {
        while let status = await statuses.next() {
            if let failure = status.failure { throw BenchError(failure.message) }
            if !status.isBusy, status.lastSuccess != last { return status.lastSuccess }
        }
        throw BenchError("the loader has ended")
    }

    /// A clock that returns another time with every call, so that every success is distinguishable from the last.
    private final class Ticks: Sendable {
        private let count = Mutex<Int64>(0)

        func next() -> Timestamp {
            count.withLock {
                $0 += 1
                return Timestamp(milliseconds: $0)
            }
        }
    }
}
