import Cards
import TestSupport
import Testing

@testable import CardStorage

/// How batches are kept in a store, and which of them a remote lacks.
@Suite("Batches in a store")
struct BatchTableTests {
    private let remote = RemoteID("test")

    private func device() async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: SteppingClock().clock)
        _ = try await store.joinVault(.random(), deviceName: "device")
        try await store.addRemote(remote)
        return store
    }

    /// A batch for each card.
    private func seal(_ names: [String], note: String = "", in store: SQLiteCardStore) async throws {
        for name in names {
            var card = Card(identifier: try CardID(test: name), name: name)
            card.note = note
            try await store.apply([.set(CardPatch(from: nil, to: card))])
            while try await store.makeBatches(atMost: 1) {}
        }
    }

    @Test("a body is kept smaller, and read as it was")
    func bodies() throws {
        let text = String(repeating: #"{"card":"a","set":{"name":"Amber Bakery"}},"#, count: 5000)
        let bytes = Array(#"{"changes":["#.utf8) + Array(text.utf8)
        let stored = BatchBody.stored(bytes)
        #expect(stored.count * 10 < bytes.count)
        #expect(BatchBody.bytes(of: stored) == bytes)
        // Short ones are as they are, and so are those from before bodies were deflated.
        let short = Array(#"{"format":1}"#.utf8)
        #expect(BatchBody.stored(short) == short)
        #expect(BatchBody.bytes(of: bytes) == bytes)
        for count in [1, 2, stored.count / 2, stored.count - 1] {
            #expect(BatchBody.bytes(of: Array(stored.prefix(count))) == nil)
        }
        let bomb = BatchBody.stored([UInt8](repeating: 0, count: ChangeBatch.maximumBytes))
        #expect(bomb.count < 100_000)
        #expect(BatchBody.bytes(of: bomb)?.count == ChangeBatch.maximumBytes)
        let large = [UInt8](repeating: 0, count: ChangeBatch.maximumBytes + 1)
        #expect(BatchBody.stored(large) == large)
    }

    @Test("a store reads bodies that are plain, and names one that is damaged")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file()
        let store = try SQLiteCardStore(at: path, clock: SteppingClock().clock)
        _ = try await store.joinVault(.random(), deviceName: "device")
        try await store.addRemote(remote)
        try await seal(["one"], note: String(repeating: "a note of some words ", count: 200), in: store)
        let sent = try #require(try await store.outgoing(to: remote, bytes: 1 << 20).first)
        let other = try Connection(path: path)
        #expect(try other.first("SELECT length(body) FROM vault_batch") { $0.count() } ?? 0 < sent.bytes.count / 4)
        try other.run("UPDATE vault_batch SET body = ?") { $0.add(blob: sent.bytes) }
        #expect(try await store.outgoing(to: remote, bytes: 1 << 20) == [sent])
        try other.run("UPDATE vault_batch SET body = x'789c0102'")
        await #expect(throws: StoreError.self) { try await store.outgoing(to: remote, bytes: 1 << 20) }
    }

    @Test("what a remote lacks comes in the order in which it became known, and never behind one that is left out")
    func outgoing() async throws {
        let store = try await device()
        let own = try #require(try await store.vault())
        try await seal(["a1", "a2"], in: store)
        let other = DeviceID.random()
        for number in Int64(1)...3 {
            var change = BatchedChange(try CardID(test: "b\(number)"))
            change.values["name"] = .string("b\(number)")
            let batch = ChangeBatch(
                vault: own.vault, id: BatchID(other, number), time: HybridTime(bits: number),
                seen: VersionVector([own.device: 2, other: number - 1]), changes: [change])
            _ = try await store.merge(
                [ReceivedBatch(batch, bytes: batch.bytes)], from: remote, acceptingDeletions: false)
        }
        try await seal(["a3"], in: store)
        let all = [
            BatchID(own.device, 1), BatchID(own.device, 2), BatchID(other, 1), BatchID(other, 2), BatchID(other, 3),
            BatchID(own.device, 3),
        ]
        #expect(try await store.outgoing(to: remote, bytes: 1 << 20).map(\.id) == all)
        #expect(try await store.tally(of: remote) == VaultTally(batches: 6))
        #expect(try await store.outgoing(to: remote, bytes: 1).map(\.id) == [all[0]])
        try await store.acknowledge([all[1], all[2]], by: remote)
        #expect(try await store.outgoing(to: remote, bytes: 1 << 20).map(\.id) == Array(all[3...]))
        #expect(try await store.tally(of: remote).batches == 3)
        try await store.acknowledge([all[4], all[5]], by: remote)
        #expect(try await store.outgoing(to: remote, bytes: 1 << 20).isEmpty)
        #expect(try await store.tally(of: remote).isEmpty)
        #expect(try await store.outgoing(to: RemoteID("unknown"), bytes: 1 << 20).isEmpty)
    }

    @Test("many tiny batches are given a thousand at a time, all of them")
    func many() async throws {
        let store = try await device()
        let own = try #require(try await store.vault())
        let other = DeviceID.random()
        var batches: [ReceivedBatch] = []
        for number in Int64(1)...2500 {
            var change = BatchedChange(try CardID(test: "card"))
            change.values["note"] = .string("\(number)")
            let batch = ChangeBatch(
                vault: own.vault, id: BatchID(other, number), time: HybridTime(bits: number),
                seen: VersionVector([other: number - 1]), changes: [change])
            batches.append(ReceivedBatch(batch, bytes: batch.bytes))
        }
        _ = try await store.merge(batches, from: remote, acceptingDeletions: false)
        var sizes: [Int] = []
        var last: Int64 = 0
        while true {
            let sent = try await store.outgoing(to: remote, bytes: 1 << 22)
            if sent.isEmpty { break }
            #expect(sent.map(\.id.number) == Array(last + 1...last + Int64(sent.count)))
            last += Int64(sent.count)
            sizes.append(sent.count)
            try await store.acknowledge(sent.map(\.id), by: remote)
        }
        #expect(sizes == [1000, 1000, 500])
    }

    @Test("pages for a snapshot have all batches up to a vector, and none beyond")
    func pages() async throws {
        let store = try await device()
        let own = try #require(try await store.vault()).device
        try await seal(["one", "two", "three", "four"], in: store)
        func read(upTo number: Int64, bytes: Int) async throws -> [Int64] {
            var numbers: [Int64] = []
            var place: Int64? = 0
            while let start = place {
                let page = try await store.batches(upTo: VersionVector([own: number]), after: start, bytes: bytes)
                numbers += page.batches.map(\.id.number)
                place = page.next
            }
            return numbers
        }
        for bytes in [1, 400, 1 << 20] {
            #expect(try await read(upTo: 4, bytes: bytes) == [1, 2, 3, 4])
            #expect(try await read(upTo: 2, bytes: bytes) == [1, 2])
            #expect(try await read(upTo: 0, bytes: bytes) == [])
        }
        let times = HybridTime(bits: 0)...HybridTime(bits: .max)
        #expect(try await store.batchCounts(beyond: VersionVector([own: 1]), madeIn: times) == [own: 3])
        #expect(try await store.batchCounts(beyond: VersionVector([own: 4]), madeIn: times) == [:])
        #expect(try await store.batchNumbers(of: own, madeBefore: times.upperBound) == [1, 2, 3, 4])
        #expect(try await store.batchNumbers(of: own, madeBefore: times.lowerBound) == [])
        #expect(try await store.batchNumbers(of: .random(), madeBefore: times.upperBound) == [])
    }
}
