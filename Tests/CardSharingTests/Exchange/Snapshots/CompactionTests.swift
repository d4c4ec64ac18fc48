import CardStorage
import Cards
import Glibc
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// Replacing old batches by a snapshot.
@Suite("Compacting a vault", .timeLimit(.minutes(30)))
struct CompactionTests {
    private let world = SnapshotWorld()
    /// `CARDS_SYNC` sets the number of rounds of a longer run.
    private static let rounds = getenv("CARDS_SYNC").flatMap { Int(String(cString: $0)) } ?? 6

    private func expectJoining(_ first: SQLiteCardStore, _ comment: Comment) async throws {
        let joined = try await world.device("joined")
        try await world.exchange(joined)
        #expect(try await joined.contentHash() == first.contentHash(), comment)
        #expect(try await joined.known() == first.known(), comment)
    }

    @Test("only what is older than 90 days and this device's own is removed, and never its last batch")
    func old() async throws {
        let (first, second) = (try await world.device("first"), try await world.device("second"))
        try await world.makeBatches(3, "old", first)
        try await world.makeBatches(2, "other", second)
        world.time.pass(days: 80)
        try await world.makeBatches(2, "new", first)
        world.time.pass(days: 11)
        let report = try await world.compact(first)
        #expect(report.removedBatches.count == 3 && report.removedBatches.bytes > 300)
        #expect(report.covered == 7)
        #expect(report.written?.bytes == world.content.snapshots.first?.bytes.count)
        #expect(report.removedSnapshots.count == 0 && report.damaged.isEmpty)
        let (one, two) = (try #require(try await first.vault()).device, try #require(try await second.vault()).device)
        #expect(
            Set(world.content.batches)
                == Set([(one, 4), (one, 5), (two, 1), (two, 2)].map { BatchID($0.0, $0.1) }))
        try await expectJoining(first, "after the first")
        #expect(try await world.compact(first).isNothing)

        world.time.pass(days: 200)
        let again = try await world.compact(first)
        #expect(again.removedBatches.count == 1, "the last one stays")
        #expect(again.removedSnapshots.count == 0, "the one that is there has all of it")
        #expect(again.written == nil)
        #expect(try await world.compact(second).removedBatches.count == 1)
        try await expectJoining(first, "after the last")
    }

    @Test("older snapshots are removed once a newer one has all that they have")
    func snapshots() async throws {
        let first = try await world.device("first")
        try await world.makeBatches(3, "one", first)
        world.time.pass(days: 91)
        try await world.compact(first)
        try await world.makeBatches(3, "two", first)
        world.time.pass(days: 80)
        #expect(try await world.compact(first).removedSnapshots.count == 0)
        world.time.pass(days: 11)
        let report = try await world.compact(first)
        #expect(report.removedSnapshots.count == 1 && report.removedSnapshots.bytes > 0)
        #expect(report.written == nil, "the one that is there has all of it")
        #expect(report.removedBatches.count == 2)
        #expect(world.content.snapshots.count == 1)
        try await expectJoining(first, "with one snapshot")
        // One that cannot be read is left: nobody knows what it has.
        world.content.add(snapshot: [1, 2, 3], at: HybridTime(bits: 1))
        world.time.pass(days: 200)
        _ = try await world.compact(first)
        #expect(world.content.snapshots.contains { $0.bytes == [1, 2, 3] })
    }

    @Test("a dry run says the same and changes nothing")
    func dryRun() async throws {
        let first = try await world.device("first")
        try await world.makeBatches(5, "card", first)
        world.time.pass(days: 91)
        let before = (world.content.batches, world.content.snapshots.count)
        let dry = try await world.compact(first, isDryRun: true)
        #expect(world.content.batches == before.0 && world.content.snapshots.count == before.1)
        #expect(try await world.compact(first) == dry)
        #expect(dry.removedBatches.count == 4)
        #expect(try await world.compact(first, isDryRun: true).isNothing)
        let empty = MemoryTransport(MemoryRemote())
        await #expect(throws: TransportError.self) { try await world.compact(first, isDryRun: true, over: empty) }
        let stranger = try await world.device("stranger")
        await #expect(throws: TransportError.self) { try await world.compact(stranger, isDryRun: true, over: empty) }
    }

    @Test("interrupted at any call it loses nothing, and goes on when it is run again")
    func interrupted() async throws {
        var isWhole = false
        var calls = 0
        while !isWhole {
            calls += 1
            let world = SnapshotWorld()
            let (first, away) = (try await world.device("first"), try await world.device("away"))
            try await world.makeBatches(2, "early", first)
            try await world.exchange(away)
            try await world.makeBatches(2, "card", first)
            world.content.add(snapshot: try await world.snapshot(of: first), at: HybridTime(world.time.clock.now()))
            try await world.makeBatches(2, "later", first)
            world.time.pass(days: 91)
            try await world.put("new", first)

            let failing = FailingCall(calls)
            do {
                try await world.compact(first, over: failing.transport(world.content))
                isWhole = !failing.hasFailed
            } catch is TransportError {}
            for store in [away, try await world.device("joined")] {
                try await world.exchange(store)
                #expect(try await Set(store.cards(from: 0, limit: 99).map(\.name)).count >= 6, "call \(calls)")
            }
            try await world.compact(first)
            #expect(world.content.batchCount == 1, "call \(calls)")
            #expect(world.content.snapshots.allSatisfy { $0.time >= HybridTime(world.time.clock.now()) })
            for store in [away, try await world.device("late")] {
                try await world.exchange(store)
                #expect(try await store.contentHash() == first.contentHash(), "call \(calls)")
            }
        }
        // Header, listings, the batch, snapshots written and read, five batches, an old snapshot.
        #expect(calls > 15)
    }

    @Test("nothing is removed for a snapshot that is read back as other bytes")
    func otherBytes() async throws {
        let first = try await world.device("first")
        try await world.makeBatches(5, "card", first)
        world.time.pass(days: 91)
        let before = world.content.batches
        let cutting = CuttingTransport(base: MemoryTransport(world.content))
        await #expect(throws: TransportError.self) { try await world.compact(first, over: cutting) }
        #expect(world.content.batches == before)
    }

    @Test("two devices that compact at once lose nothing")
    func atOnce() async throws {
        let (first, second) = (try await world.device("first"), try await world.device("second"))
        try await world.makeBatches(4, "one", first)
        try await world.makeBatches(4, "two", second)
        try await world.exchange(first)
        world.time.pass(days: 91)
        async let one = world.compact(first)
        async let two = world.compact(second)
        let reports = try await [one, two]
        #expect(reports.map(\.removedBatches.count) == [3, 3])
        #expect(world.content.batchCount == 2)
        try await expectJoining(first, "after both")
        #expect(try await first.contentHash() == second.contentHash())
        world.time.pass(days: 91)
        try await world.compact(first)
        #expect(world.content.snapshots.count == 1)
        try await expectJoining(first, "with one snapshot")
    }

    @Test("where the vault is gone or another one, nothing is written")
    func elsewhere() async throws {
        let first = try await world.device("first")
        try await world.makeBatches(3, "card", first)
        world.time.pass(days: 91)
        let empty = MemoryRemote()
        let error = await #expect(throws: TransportError.self) {
            try await world.compact(first, over: MemoryTransport(empty))
        }
        #expect(error?.kind == .wrongPlace)
        #expect(empty.batchCount == 0 && empty.snapshots.isEmpty)
        let other = SnapshotWorld()
        try await other.makeBatches(1, "card", try await other.device("stranger"))
        await #expect(throws: VaultError.self) {
            try await world.compact(first, over: MemoryTransport(other.content))
        }
        #expect(other.content.batchCount == 1 && other.content.snapshots.isEmpty)
        #expect(world.content.batchCount == 3)
    }

    @Test("nothing is removed while a batch waits for its photo")
    func heldBack() async throws {
        let first = try await world.device("first")
        try await world.makeBatches(3, "card", first)
        world.time.pass(days: 91)
        var museum = Card(identifier: try #require(CardID("museum")), name: "museum")
        museum.front = PhotoHash(of: [1])
        try await first.apply([.set(CardPatch(from: nil, to: museum))])
        let report = try await world.compact(first)
        #expect(report.heldBack == 1 && report.isNothing)
        #expect(world.content.batchCount == 3 && world.content.snapshots.isEmpty)
    }

    // MARK: - Over other transports

    @Test("over a folder")
    func folder() async throws {
        let folder = try TemporaryFolder()
        let transport = TreeTransport.folder(folder.path)
        let first = try await world.device("first")
        try await world.makeBatches(4, "card", first, over: transport)
        world.time.pass(days: 91)
        #expect(try await world.compact(first, over: transport).removedBatches.count == 3)
        #expect(try await transport.batches(after: VersionVector(), limit: 99).batches.map(\.id.number) == [4])
        try await world.put("later", first)
        world.time.pass(days: 91)
        let report = try await world.compact(first, over: transport)
        #expect(report.removedBatches.count == 1 && report.written?.count == 1)
        #expect(report.removedSnapshots.count == 1)
        #expect(try await transport.snapshots().count == 1)
        let joined = try await world.device("joined")
        try await world.exchange(joined, over: transport)
        #expect(try await joined.contentHash() == first.contentHash())
    }

    @Test(
        "over PostgreSQL, by desks with roles of their own",
        .enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"))
    func postgreSQL() async throws {
        let database = try await TestDatabase()
        var world = SnapshotWorld()
        world.vault = try await database.makeVault()
        let one = try database.transport(try await database.makeDesk(of: world.vault))
        let two = try database.transport(try await database.makeDesk(of: world.vault))
        let (first, second) = (try await world.device("first"), try await world.device("second"))
        try await world.makeBatches(4, "one", first, over: one)
        try await world.makeBatches(3, "two", second, over: two)
        try await world.exchange(first, over: one)
        world.time.pass(days: 91)
        #expect(try await world.compact(first, over: one).removedBatches.count == 3)
        #expect(try await world.compact(second, over: two).removedBatches.count == 2)
        let left = try await one.batches(after: VersionVector(), limit: 99).batches
        #expect(Set(left.map(\.id.number)) == [3, 4] && left.count == 2)
        world.time.pass(days: 91)
        try await world.compact(first, over: one)
        #expect(try await two.snapshots().count == 1)
        let joined = try await world.device("joined")
        try await world.exchange(joined, over: two)
        for store in [first, second] { #expect(try await joined.contentHash() == store.contentHash()) }
    }

    // MARK: - At random

    @Test("devices that change, exchange and compact at random, with faults, end with the same cards")
    func convergence() async throws {
        var generator = SeededGenerator()
        for _ in 0..<Self.rounds {
            let world = SnapshotWorld()
            var stores: [SQLiteCardStore] = []
            for number in 0..<4 { stores.append(try await world.device("device \(number)")) }
            for step in 0..<120 {
                let store = stores[Int.random(in: 0..<4, using: &generator)]
                let failing = FailingCall(Int.random(in: 1..<40, using: &generator))
                do {
                    switch Int.random(in: 0..<10, using: &generator) {
                    case 0: try await world.compact(store, over: failing.transport(world.content))
                    case 1...3: try await world.exchange(store, over: failing.transport(world.content))
                    case 4: world.time.pass(days: Int64.random(in: 0..<50, using: &generator))
                    case 5:
                        let name = try #require(CardID("card-\(Int.random(in: 0..<6, using: &generator))"))
                        if try await store.card(name) != nil { try await store.apply([.delete(name)]) }
                    default:
                        let name = "card-\(Int.random(in: 0..<6, using: &generator))"
                        try await world.put(name, note: "note \(step)", store)
                    }
                } catch is TransportError {}
                world.time.pass(seconds: 1)
            }
            var isQuiet = false
            for _ in 0..<20 where !isQuiet {
                isQuiet = true
                for store in stores where try await !world.exchange(store).isNothing { isQuiet = false }
            }
            #expect(isQuiet)
            for store in stores { try await world.compact(store) }
            let joined = try await world.device("joined")
            try await world.exchange(joined)
            var hashes: Set<ObjectHash> = []
            for store in stores + [joined] {
                hashes.insert(try await store.contentHash())
                #expect(try await world.exchange(store).damaged.isEmpty)
                #expect(try await store.tally(of: world.remote).isEmpty)
            }
            try #require(hashes.count == 1)
        }
    }
}

/// Snapshots come back without their last byte.
private struct CuttingTransport<Base: ChangeTransport>: PassingTransport {
    let base: Base

    func bytes(of snapshot: ListedSnapshot) async throws(TransportError) -> [UInt8]? {
        try await base.bytes(of: snapshot).map { Array($0.dropLast()) }
    }
}
