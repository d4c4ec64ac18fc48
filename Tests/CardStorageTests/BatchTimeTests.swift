import Cards
import Synchronization
import TestSupport
import Testing

@testable import CardStorage

/// The time of a batch decides which of two concurrent values shows.
@Suite("The time of a batch")
struct BatchTimeTests {
    /// A clock that a test sets.
    private final class SetClock: Sendable {
        private let milliseconds: Mutex<Int64>
        init(_ minutes: Int64) { milliseconds = Mutex(minutes * 60_000) }
        func set(_ minutes: Int64) { milliseconds.withLock { $0 = minutes * 60_000 } }
        var clock: CardClock {
            CardClock(
                now: { Timestamp(milliseconds: self.milliseconds.withLock { $0 }) },
                today: { CalendarDay(daysSince1970: 0) })
        }
    }

    private static let ten: Int64 = 29_000_000
    private let clocks = [SetClock(ten), SetClock(ten)]
    private let remote = RemoteID("test")

    private func stores() async throws -> [SQLiteCardStore] {
        let stores = try clocks.map { try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: $0.clock) }
        var random = SystemRandomNumberGenerator()
        let vault = VaultID(using: &random)
        for store in stores {
            _ = try await store.joinVault(vault, deviceName: "", as: DeviceID(using: &random))
            try await store.addRemote(remote)
        }
        try await stores[0].put(testCard("a", "Amber"))
        try await pass(from: stores[0], to: stores[1])
        return stores
    }

    private func batches(_ store: SQLiteCardStore) async throws -> [ReceivedBatch] {
        while try await store.makeBatches(atMost: 100) {}
        let batches = try await store.outgoing(to: remote, bytes: 1 << 20)
        try await store.acknowledge(batches.map(\.id), by: remote)
        return try batches.map { ReceivedBatch(try ChangeBatch($0.bytes), bytes: $0.bytes) }
    }

    private func pass(from: SQLiteCardStore, to: SQLiteCardStore) async throws {
        _ = try await to.merge(try await batches(from), from: remote, acceptingDeletions: true)
    }

    private func note(_ text: String, in store: SQLiteCardStore) async throws {
        let before = try #require(try await store.card(CardID(test: "a")))
        var after = before
        after.note = text
        try await store.apply([.set(CardPatch(from: before, to: after))])
    }

    private func notes(_ stores: [SQLiteCardStore]) async throws -> [String?] {
        var notes: [String?] = []
        for store in stores { notes.append(try await store.card(CardID(test: "a"))?.note) }
        return notes
    }

    @Test(
        "of two devices, the one that changed a field later shows, not the one that sent it later", arguments: [0, 1])
    func later(first: Int) async throws {
        let stores = try await stores()
        let second = 1 - first
        clocks[first].set(Self.ten + 10)
        try await note("earlier", in: stores[first])
        clocks[second].set(Self.ten + 70)
        try await note("later", in: stores[second])
        // The first one has changed something else meanwhile, and sends both.
        clocks[first].set(Self.ten + 120)
        try await stores[first].put(testCard("b", "Birch"))
        clocks[second].set(Self.ten + 120)
        try await pass(from: stores[first], to: stores[second])
        try await pass(from: stores[second], to: stores[first])
        #expect(try await notes(stores) == ["later", "later"])
        for store in stores { #expect(try await store.conflictedCards().count == 1) }
    }

    @Test("what was changed long before something else is a batch of its own, with its own time")
    func bursts() async throws {
        let stores = try await stores()
        for (minutes, text) in [(10, "one"), (10, "two"), (200, "three")] as [(Int64, String)] {
            clocks[0].set(Self.ten + minutes)
            try await note(text, in: stores[0])
        }
        clocks[0].set(Self.ten + 500)
        let times = try await batches(stores[0]).map { $0.batch.time.timestamp.milliseconds / 60_000 - Self.ten }
        #expect(times == [10, 200])
    }

    @Test("a field that is marked to be sent gives no other change its time")
    func marks() async throws {
        let stores = try await stores()
        clocks[0].set(Self.ten + 10)
        try await note("edited", in: stores[0])
        _ = try await stores[0].book(LedgerBooking("5", as: .receive, .iso), on: CardID(test: "a"))
        let card = try CardID(test: "a")
        let day = CalendarDay(daysSince1970: 20_000)
        try await stores[0].remember([SentReminder(card: card, expiry: day, period: "7d", day: day)])
        clocks[0].set(Self.ten + 500)
        let sent = try await batches(stores[0]).map(\.batch)
        let times = sent.map { $0.time.timestamp.milliseconds / 60_000 - Self.ten }
        #expect(times == [10, 500])
        #expect(sent.map { $0.changes.flatMap(\.entries).count } == [1, 0])
        #expect(sent.map { !$0.changes.allSatisfy(\.values.isEmpty) } == [true, false])
    }

    @Test("a device that was forgotten and sends again is there again")
    func forgotten() async throws {
        let stores = try await stores()
        let device = try #require(try await stores[0].vault()?.device)
        try await stores[1].forget(device)
        #expect(try await stores[1].devices().first { $0.id == device }?.isForgotten == true)
        try await note("here again", in: stores[0])
        try await pass(from: stores[0], to: stores[1])
        #expect(try await stores[1].devices().first { $0.id == device }?.isForgotten == false)
    }

    @Test("a batch is later than those before it, also of a clock that was set back, and never later than the clock")
    func monotonic() async throws {
        let stores = try await stores()
        for minutes: Int64 in [600, 5, 6] {
            clocks[0].set(Self.ten + minutes)
            try await note("at \(minutes)", in: stores[0])
        }
        clocks[0].set(Self.ten + 20)
        let first = try await batches(stores[0]).map(\.batch.time)
        clocks[0].set(Self.ten + 30)
        try await note("last", in: stores[0])
        let times = first + (try await batches(stores[0]).map(\.batch.time))
        #expect(times.count == 3)
        #expect(times == times.sorted() && Set(times).count == 3)
        #expect(times.map { $0.timestamp.milliseconds / 60_000 - Self.ten } == [20, 20, 30])
    }
}
