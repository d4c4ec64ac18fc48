import Cards
import Testing
import VaultSupport

@testable import CardStorage

@Suite("Values that many devices set at once")
struct ConcurrentValuesTests {
    private let vault = VaultID.random()
    private let remote = RemoteID("memory")

    private func batch(_ device: DeviceID, _ number: Int64, note: String, seen: VersionVector) throws -> ReceivedBatch {
        var change = BatchedChange(try #require(CardID("bus")))
        change.values = ["name": .string("bus"), "note": .string(note)]
        let batch = ChangeBatch(
            vault: vault, id: BatchID(device, number), time: HybridTime(bits: number << 20), seen: seen,
            changes: [change])
        return ReceivedBatch(batch, bytes: batch.bytes)
    }

    @Test("of a thousand values of one field the time is not that of a million", .timeLimit(.minutes(1)))
    func many() async throws {
        let store = try await SQLiteCardStore.member(of: vault, named: "desk", at: remote)
        let devices = (0..<1000).map { _ in DeviceID.random() }
        let batches = try devices.map { try batch($0, 1, note: $0.text, seen: VersionVector()) }
        let report = try await store.merge(batches, from: remote, acceptingDeletions: false)
        #expect(report.merged == 1000 && report.conflicts == 1)
        let bus = try #require(CardID("bus"))
        let card = try #require(try await store.card(bus))
        #expect(card.note == devices.max()?.text, "of one time the greatest device shows")
    }

    @Test("batches wait for what they build on, in whatever order they come, and what is missing is told")
    func waiting() async throws {
        let store = try await SQLiteCardStore.member(of: vault, named: "desk", at: remote)
        let (one, two) = (DeviceID.random(), DeviceID.random())
        var batches: [ReceivedBatch] = []
        for number in Int64(1)...200 {
            let seen = number == 150 ? VersionVector([one: 149, two: 3]) : VersionVector([one: number - 1])
            batches.append(try batch(one, number, note: "\(number)", seen: seen))
        }
        batches.append(try batch(two, 2, note: "two", seen: VersionVector([two: 1])))
        batches.append(try batch(two, 3, note: "three", seen: VersionVector([two: 2])))
        let late = try await store.merge(batches.reversed(), from: remote, acceptingDeletions: false)
        #expect(late.merged == 149)
        #expect(late.waiting.count == 53 && late.missing == [BatchID(two, 1): 53])
        let rest = batches.suffix(53) + [try batch(two, 1, note: "one", seen: VersionVector())]
        let last = try await store.merge(Array(rest), from: remote, acceptingDeletions: false)
        #expect(last.merged == 54 && last.waiting.isEmpty && last.missing.isEmpty)
        #expect(try await store.known() == VersionVector([one: 200, two: 3]))
    }
}
