import CardStorage
import Cards
import Synchronization
import Testing
import VaultSupport

@testable import CardSharing

/// Devices that read a vault by its snapshots, and write them.
@Suite("Snapshots of a vault")
struct SnapshotTests {
    private let world = SnapshotWorld()

    /// A first device with as many batches, the old ones replaced by a snapshot.
    private func compacted(_ count: Int = 6) async throws -> SQLiteCardStore {
        let first = try await world.device("first")
        try await world.makeBatches(count, "card", first)
        world.time.pass(days: 91)
        let report = try await world.compact(first)
        try #require(report.removedBatches.count == count - 1)
        try #require(world.content.batchCount == 1)
        return first
    }

    private func expectSame(_ stores: SQLiteCardStore...) async throws {
        var hashes: Set<ObjectHash> = []
        for store in stores { hashes.insert(try await store.contentHash()) }
        #expect(hashes.count == 1)
    }

    // MARK: - Reading

    @Test("a device joins by the snapshot and what came after, and fetches no batch that is in it")
    func joining() async throws {
        let first = try await compacted()
        try await world.makeBatches(2, "later", first)
        let read = Mutex(0)
        let transport = MemoryTransport(
            world.content,
            fault: { operation throws(TransportError) in if operation == "bytes" { read.withLock { $0 += 1 } } })
        let second = try await world.device("second")
        let report = try await world.exchange(second, over: transport)
        #expect(report.merge.added == 8 && report.merge.merged == 8 && report.damaged.isEmpty)
        #expect(read.withLock { $0 } == 2)
        try await expectSame(first, second)
        #expect(try await second.known() == first.known())
        #expect(try await second.tally(of: world.remote).isEmpty, "nothing of it is sent back")
        #expect(try await world.exchange(second).isNothing)
        #expect(try await world.exchange(first).isNothing)
    }

    @Test("a device that was away while batches were removed finds them in the snapshot", arguments: [false, true])
    func longAway(hasChanges: Bool) async throws {
        let first = try await world.device("first")
        let second = try await world.device("second")
        try await world.makeBatches(2, "early", first)
        try await world.exchange(second)
        // Its own changes wait meanwhile.
        if hasChanges { try await world.put("own", second) }
        try await world.makeBatches(5, "card", first)
        world.time.pass(days: 91)
        try await world.compact(first)
        #expect(world.content.batchCount == 1)
        try await world.exchange(second)
        try await world.exchange(first)
        try await expectSame(first, second)
        #expect(try await second.count() == (hasChanges ? 8 : 7))
        #expect(try await second.known() == first.known())
        for store in [first, second] { #expect(try await world.exchange(store).isNothing) }
    }

    @Test("each of two snapshots may have what the other lacks")
    func incomparable() async throws {
        let (first, second) = (try await world.device("first"), try await world.device("second"))
        try await world.makeBatches(3, "one", first)
        try await world.makeBatches(3, "two", second)
        try await world.exchange(first)
        let (one, two) = (try #require(try await first.vault()).device, try #require(try await second.vault()).device)
        // Neither device's own snapshot has what the other one made.
        for (device, number) in [(one, 1), (two, 2)] as [(DeviceID, Int64)] {
            let bytes = try await world.snapshot(of: first, covering: VersionVector([device: 2]))
            world.content.add(snapshot: bytes, at: HybridTime(bits: number << 40))
            world.content.remove(BatchID(device, 1))
            world.content.remove(BatchID(device, 2))
        }
        let third = try await world.device("third")
        try await world.exchange(third)
        try await expectSame(first, third)
    }

    @Test("a damaged snapshot is named, and the next older one is read")
    func damaged() async throws {
        let first = try await compacted()
        let (year, time) = (Int64(365 * 86_400_000), world.time.clock.now().milliseconds)
        let other = SnapshotWorld()
        let stranger = try await other.device("stranger")
        try await other.makeBatches(1, "foreign", stranger)
        let broken: [[UInt8]] = [
            Array("no snapshot".utf8),
            Array(try await world.snapshot(of: first).dropLast(3)),
            try await other.snapshot(of: stranger),
        ]
        for (number, bytes) in broken.enumerated() {
            world.content.add(snapshot: bytes, at: HybridTime(Timestamp(milliseconds: time + year + Int64(number))))
        }
        let second = try await world.device("second")
        let report = try await world.exchange(second)
        #expect(report.damaged.count == 3)
        try await expectSame(first, second)
        #expect(try await world.exchange(second).isNothing)
    }

    @Test("where every snapshot is damaged, what can be read arrives, and nothing is lost")
    func allDamaged() async throws {
        let first = try await compacted()
        world.content.damageSnapshots(with: [1, 2, 3])
        let second = try await world.device("second")
        let report = try await world.exchange(second)
        #expect(!report.damaged.isEmpty)
        #expect(try await second.count() == 0)
        // The device that has all of it writes another one.
        #expect(try await world.compact(first).written != nil)
        try await world.exchange(second)
        try await expectSame(first, second)
    }

    @Test("a copy that was away for long does not write under numbers whose batches were removed")
    func copied() async throws {
        let first = try await world.device("copy")
        let own = try #require(try await first.vault()).device
        // What the original wrote meanwhile: one batch in a snapshot, the last one as it is.
        var change = BatchedChange(try #require(CardID("original")))
        change.values["name"] = .string("original")
        let batches = [1, 2].map { (number: Int64) in
            ChangeBatch(
                vault: world.vault, id: BatchID(own, number), time: HybridTime(bits: number),
                seen: VersionVector([own: number - 1]), changes: [change])
        }
        let covered = VersionVector([own: 1])
        var writer = SnapshotWriter(of: world.vault, covering: covered)
        try writer.add(batches[0].id, batches[0].bytes)
        world.content.add(snapshot: try writer.finish(), at: HybridTime(world.time.clock.now()))
        world.content.damage(batches[1].id, with: batches[1].bytes)
        let transport = MemoryTransport(world.content)
        _ = try await transport.create(VaultHeader(vault: world.vault))

        try await first.noteExchange(with: world.remote, at: world.time.clock.now(), failure: nil)
        try await world.put("copy", first)
        while try await first.makeBatches(atMost: 1) {}
        world.time.pass(days: 100)
        #expect(try await world.exchange(first).becameNewDevice)
        let second = try await world.device("second")
        try await world.exchange(second)
        for store in [first, second] {
            #expect(Set(try await store.cards(from: 0, limit: 9).map(\.name)) == ["copy", "original"])
        }
    }

    @Test("an address that is added after batches were removed elsewhere gets all of them")
    func laterAddress() async throws {
        let first = try await compacted()
        let (later, other) = (MemoryRemote(), RemoteID("later"))
        try await first.addRemote(other)
        _ = try await VaultExchange(first, over: MemoryTransport(later), to: other).run()
        #expect(later.batchCount == 6)
        let second = try await world.device("second")
        try await second.addRemote(other)
        _ = try await VaultExchange(second, over: MemoryTransport(later), to: other).run()
        try await expectSame(first, second)
    }

    // MARK: - Writing by itself

    @Test("a device writes a snapshot when it sent so many batches, and none where another one did")
    func byItself() async throws {
        let (first, second) = (try await world.device("first"), try await world.device("second"))
        func send(_ name: String, _ store: SQLiteCardStore) async throws -> Bool {
            world.time.pass(seconds: 1)
            try await world.put(name, store)
            var exchange = VaultExchange(
                store, over: MemoryTransport(world.content), to: world.remote, clock: world.time.clock)
            exchange.snapshotInterval = 5
            return try await exchange.run().wroteSnapshot
        }
        var written: [Int] = []
        for number in 1...10 where try await send("one-\(number)", first) { written.append(number) }
        #expect(written == [5, 10])
        #expect(world.content.snapshots.count == 2)
        for number in 1...4 { #expect(try await !send("two-\(number)", second)) }
        // The snapshot of the first device has most of it, but none of the second's.
        #expect(try await send("two-5", second))
        for number in 11...14 { #expect(try await !send("one-\(number)", first)) }
        #expect(try await send("one-15", first))
        let third = try await world.device("third")
        let report = try await world.exchange(third)
        #expect(report.merge.added == 20)
        #expect(report.damaged.isEmpty)
    }

    // MARK: - Sealed

    @Test("in a sealed vault a snapshot is sealed", .enabled(if: Sealing.isPossible, Sealing.reason))
    func sealed() async throws {
        let first = try await world.device("first")
        let transport = try Sealing.transport(world.content)
        try await world.makeBatches(5, "secret", first, over: transport)
        world.time.pass(days: 91)
        let report = try await world.compact(first, over: transport)
        #expect(report.removedBatches.count == 4 && report.written != nil)
        #expect(world.content.batchCount == 1)
        for object in world.content.objects {
            for secret in ["secret", "CARDSNAP", "covers"] {
                #expect(object.firstRange(of: Array(secret.utf8)) == nil)
            }
        }
        let second = try await world.device("second")
        try await world.exchange(second, over: Sealing.transport(world.content))
        try await expectSame(first, second)
        let stranger = try await world.device("stranger")
        await #expect(throws: TransportError.self) {
            try await world.compact(stranger, over: Sealing.transport(world.content, "wrong horse"))
        }
        #expect(world.content.snapshots.count == 1)
    }
}
