import CardStorage
import Cards
import Synchronization
import Testing
import VaultSupport

@testable import CardSharing

/// Devices of a vault over a remote in memory, at a time that a test lets pass.
struct SnapshotWorld {
    var vault = VaultID.random()
    let remote = RemoteID("memory")
    let content = MemoryRemote()
    let time = PassingTime()

    func device(_ name: String) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: time.clock)
        _ = try await store.joinVault(vault, deviceName: name)
        try await store.addRemote(remote)
        return store
    }

    /// A card of this name, made or changed.
    func put(_ name: String, note: String = "", _ store: SQLiteCardStore) async throws {
        let identifier = try #require(CardID(name))
        let old = try await store.card(identifier)
        var card = old ?? Card(identifier: identifier, name: name)
        card.note = note
        try await store.apply([.set(CardPatch(from: old, to: card))])
    }

    @discardableResult
    func exchange(
        _ store: SQLiteCardStore, over transport: (any ChangeTransport)? = nil
    ) async throws -> ExchangeReport {
        let report = try await VaultExchange(
            store, over: transport ?? MemoryTransport(content), to: remote, clock: time.clock
        ).run()
        try await store.noteExchange(with: remote, at: time.clock.now(), failure: nil)
        return report
    }

    /// Makes as many batches, a second after each other.
    func makeBatches(
        _ count: Int, _ prefix: String, _ store: SQLiteCardStore, over transport: (any ChangeTransport)? = nil
    ) async throws {
        for number in 0..<count {
            try await put("\(prefix)-\(number)", note: "a note of \(prefix)", store)
            try await exchange(store, over: transport)
            time.pass(seconds: 1)
        }
    }

    @discardableResult
    func compact(
        _ store: SQLiteCardStore, isDryRun: Bool = false, over transport: (any ChangeTransport)? = nil
    ) async throws -> CompactionReport {
        try await VaultCompaction(store, over: transport ?? MemoryTransport(content), to: remote, clock: time.clock)
            .run(isDryRun: isDryRun)
    }

    func snapshot(of store: SQLiteCardStore, covering covered: VersionVector? = nil) async throws -> [UInt8] {
        var known = try await store.known()
        if let covered { known = covered }
        return try await SnapshotWriter.snapshot(of: store, vault, covering: known)
    }
}

/// A wall clock that stands until a test moves it.
final class PassingTime: Sendable {
    private let milliseconds = Mutex<Int64>(1_700_000_000_000)

    func pass(days: Int64 = 0, seconds: Int64 = 0) {
        milliseconds.withLock { $0 += days * 86_400_000 + seconds * 1000 }
    }

    var clock: CardClock {
        CardClock(
            now: { Timestamp(milliseconds: self.milliseconds.withLock { $0 }) },
            today: { CalendarDay(daysSince1970: 19_675) })
    }
}

/// Fails once, at the call that a test chose: before it has an effect, or after it.
final class FailingCall: Sendable {
    private let left: Mutex<Int>

    init(_ number: Int) { left = Mutex(number) }

    /// Whether the call came.
    var hasFailed: Bool { left.withLock { $0 <= 0 } }

    func transport(_ content: MemoryRemote) -> MemoryTransport {
        let fail: @Sendable (String) throws(TransportError) -> Void = { [self] _ throws(TransportError) in
            let isDue = left.withLock { left in
                left -= 1
                return left == 0
            }
            if isDue { throw TransportError(.unreachable, "memory", "the connection was lost") }
        }
        return MemoryTransport(content, fault: fail, losing: fail)
    }
}
