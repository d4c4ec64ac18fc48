import CardStorage
import Cards
import Synchronization
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// A place that is removed while an exchange with it is under way, and is there again before that has ended.
@Suite("A place that is removed and set up again", .timeLimit(.minutes(2)))
struct RemovedRemoteTests {
    /// Its first call waits until the test lets it go on, also when its task is cancelled, and fails then.
    private struct Held: PassingTransport {
        let base: MemoryTransport
        let hold: Hold

        func header() async throws(TransportError) -> VaultHeader? {
            await hold.wait()
            throw TransportError(.refused, name, "the old password is wrong")
        }

        func close() async { hold.close() }
    }

    private final class Hold: Sendable {
        private let state = Mutex((waiting: nil as CheckedContinuation<Void, Never>?, isOver: false))
        let (entered, enter) = AsyncStream<Void>.makeStream()
        let (closed, closing) = AsyncStream<Void>.makeStream()

        func wait() async {
            await withCheckedContinuation { continuation in
                state.withLock { $0.waiting = continuation }
                enter.yield()
            }
        }

        func end() { state.withLock { $0.waiting }?.resume() }
        func close() { closing.yield() }
    }

    @Test("what the old exchange ends with is not told of the place that is there again")
    func late() async throws {
        let (content, hold, remote) = (MemoryRemote(), Hold(), RemoteID("folder:/memory"))
        let store = try await SQLiteCardStore.member(of: .random(), named: "first", at: remote)
        let transports = Counter()
        let service = VaultService(store, sleeping: TestClock()) { _ in
            transports.increase()
            let base = MemoryTransport(content)
            return transports.value == 1 ? Held(base: base, hold: hold) : base
        }
        await service.start()
        for await _ in hold.entered { break }
        try await service.remove(remote)
        let address = try #require(RemoteAddress(remote))
        _ = try await service.setUp(try await service.plan(address), deviceName: "first") { _ in }
        var last = 0
        for await status in await service.statuses() where status.first?.lastEnd ?? 0 > 0 {
            last = status.first?.lastEnd ?? 0
            break
        }
        hold.end()
        for await _ in hold.closed { break }
        #expect(try await store.remotes().map(\.failure) == [nil])
        await service.exchangeNow()
        for await status in await service.statuses() where status.first?.lastEnd ?? 0 > last {
            #expect(status.first?.failure == nil && status.first?.activity != .stopped)
            break
        }
    }
}
