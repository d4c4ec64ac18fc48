import Cards
import TestSupport
import Testing

@testable import CardStorage

/// A device of a vault whose store also has a backend, a ledger or a second program.
@Suite("A vault beside other things")
struct VaultConditionsTests {
    private let clock = SteppingClock(from: 1_800_000_000_000)
    private let remote = RemoteID("test")
    private let vault = VaultID.random()

    private func device(_ name: String, at path: String = SQLiteCardStore.inMemory) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: path, clock: clock.clock)
        _ = try await store.joinVault(vault, deviceName: name)
        try await store.addRemote(remote)
        return store
    }

    private func carry(from source: SQLiteCardStore, to target: SQLiteCardStore) async throws {
        while try await source.makeBatches(atMost: 16) {}
        let page = try await source.batches(upTo: source.known(), after: 0, bytes: 1 << 30)
        let received = try page.batches.map { ReceivedBatch(try ChangeBatch($0.bytes), bytes: $0.bytes) }
        _ = try await target.merge(received, from: remote, acceptingDeletions: false)
    }

    @Test("a card that the backend refused is sent to it again once another device changed it")
    func parked() async throws {
        let (desk, laptop) = (try await device("desk"), try await device("laptop"))
        _ = try await desk.connect(to: .test)
        try await desk.put(testCard("elm", "Elm Gym"))
        try await carry(from: desk, to: laptop)
        let upload = try #require(try await desk.pendingUploads(for: .test, limit: 1).first)
        try await desk.recordFailure([upload], reason: "the number is no number", isRefusal: true, by: .test)
        #expect(try await desk.pendingUploads(for: .test, limit: 1).isEmpty)
        try await laptop.edit("elm") { $0.number = "1" }
        try await carry(from: laptop, to: desk)
        #expect(try await desk.pendingUploads(for: .test, limit: 1).map(\.identifier) == [try CardID(test: "elm")])
    }

    @Test("what two programs note of a remote at once is noted", arguments: 0..<5)
    func acknowledged(round: Int) async throws {
        let folder = try TemporaryFolder()
        let stores = [try await device("desk", at: folder.file()), try SQLiteCardStore(at: folder.file())]
        let devices = (0..<20).map { _ in DeviceID.random() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, device) in devices.enumerated() {
                let store = stores[number % 2]
                group.addTask { try await store.acknowledge([BatchID(device, 1)], by: self.remote) }
            }
            try await group.waitForAll()
        }
        let has = try await stores[0].remotes()[0].has
        #expect(devices.allSatisfy { has[$0] == 1 })
    }

    @Test("thousands of new entries of the ledger are sent in parts, and all of them arrive")
    func entries() async throws {
        let (desk, laptop) = (try await device("desk"), try await device("laptop"))
        let gift = try CardID(test: "gift")
        try await desk.put(testCard("gift", "Gift") { ($0.balance, $0.currency) = ("9000", "EUR") })
        try await carry(from: desk, to: laptop)
        let input = LocalInput(format: .iso, today: CalendarDay(daysSince1970: 20_000))
        for number in 0..<4100 {
            _ = try await desk.book(try LedgerBooking("1", as: .spend, note: "\(number)", input), on: gift)
        }
        try await carry(from: desk, to: laptop)
        for store in [desk, laptop] {
            #expect(try await store.column("SELECT count(*) FROM ledger") == ["4100"])
            #expect(try await store.card(gift)?.balance == "4900")
        }
        #expect(try await !desk.makeBatches(atMost: 16))
        #expect(try await !laptop.makeBatches(atMost: 16))
        #expect(try await desk.contentHash() == laptop.contentHash())
    }
}
