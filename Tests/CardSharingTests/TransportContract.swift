import Cards
import Testing

/// What every transport of a vault must do. A test calls ``verify()`` with transports to one remote that is empty.
struct TransportContract: Sendable {
    /// Another transport to the same remote, as another device has it.
    let make: @Sendable () throws -> any ChangeTransport
    /// Whether it hears of a write at once.
    let hasHints: Bool
    /// Whether what is listed are the hashes of other bytes than those that were written.
    let isSealed: Bool

    init(
        hasHints: Bool, isSealed: Bool = false, _ make: @escaping @Sendable () throws -> any ChangeTransport
    ) {
        (self.hasHints, self.isSealed, self.make) = (hasHints, isSealed, make)
    }

    func verify() async throws {
        try await verifyCreation()
        try await verifyBatches()
        try await verifyPhotos()
        try await verifySnapshots()
        if hasHints { try await verifyHints() }
        try await verifyCancellation()
        try await verifyRemoval()
    }

    private static let first = DeviceID("00000000000000aa")
    private static let second = DeviceID("00000000000000bb")
    private static let third = DeviceID("00000000000000cc")

    private func batch(_ device: DeviceID?, _ number: Int64, _ text: String = "batch") throws -> OutgoingBatch {
        OutgoingBatch(BatchID(try #require(device), number), bytes: Array("\(text) \(number)".utf8))
    }

    // MARK: - Checks

    /// Devices that make a vault at the same time have one vault afterwards.
    private func verifyCreation() async throws {
        let early = try make()
        #expect(try await early.header() == nil)
        #expect(try await early.check().allSatisfy { $0.severity != .unusable })
        #expect(try await early.header() == nil, "a check leaves nothing")
        let made = try await withThrowingTaskGroup(of: VaultHeader.self) { group in
            for _ in 0..<4 {
                let transport = try make()
                group.addTask { try await transport.create(VaultHeader(vault: .random())) }
            }
            return try await group.reduce(into: Set<VaultID>()) { $0.insert($1.vault) }
        }
        #expect(made.count == 1)
        #expect(try await make().header()?.vault == made.first)
        let late = try await make().create(VaultHeader(vault: .random()))
        #expect(late.vault == made.first)
        #expect(try await make().batches(after: VersionVector(), limit: 10) == BatchListing())
    }

    private func verifyBatches() async throws {
        let transport = try make()
        let (one, two, four) = (try batch(Self.first, 1), try batch(Self.first, 2), try batch(Self.first, 4))
        #expect(try await transport.write([one, two]) == [.stored, .stored])
        #expect(try await make().write([one]) == [.stored], "written twice")
        let other = try batch(Self.first, 1, "another batch")
        #expect(try await make().write([other, four]) == [.taken, .stored])
        let foreign = try batch(Self.second, 1, "foreign")
        #expect(try await make().write([foreign]) == [.stored])

        let all = try await make().batches(after: VersionVector(), limit: 100)
        #expect(all.batches.map(\.id) == [one.id, two.id, four.id, foreign.id])
        #expect(!all.hasMore && all.unreadable.count == 0)
        for (listed, written) in zip(all.batches, [one, two, four, foreign]) {
            #expect(ObjectHash(of: written.bytes).text.hasPrefix(listed.hash) != isSealed)
            #expect(try await transport.bytes(of: listed) == written.bytes)
        }
        let missing = ListedBatch(BatchID(one.id.device, 3), hash: ObjectHash(of: one.bytes).text)
        #expect(try await transport.bytes(of: missing) == nil)

        // 3 is a gap, and 4 is above it.
        let known = VersionVector([one.id.device: 2])
        #expect(try await transport.batches(after: known, limit: 100).batches.map(\.id) == [four.id, foreign.id])
        let some = try await transport.batches(after: VersionVector(), limit: 2)
        #expect(some.batches.count == 2 && some.hasMore)
        #expect(some.batches.first?.id == one.id)
        let both = VersionVector([one.id.device: 4, foreign.id.device: 1])
        let rest = try await transport.batches(after: both, limit: 2)
        #expect(rest.batches.isEmpty && !rest.hasMore && rest.unreadable.count == 0)
        // What was looked at is told with its sizes, so that what is missing or cut off is seen.
        for (device, stored) in rest.inventory where !stored.isEmpty {
            let written = device == one.id.device ? [one, two, four] : [foreign]
            #expect(Set(stored.map(\.number)) == Set(written.map(\.id.number)))
            for batch in stored {
                let bytes = try #require(written.first { $0.id.number == batch.number }).bytes
                #expect(batch.size == bytes.count)
                // It is read back by its name.
                let listed = ListedBatch(BatchID(device, batch.number), hash: batch.name)
                #expect(try await transport.bytes(of: listed) == bytes)
                if let hash = batch.hash { #expect(ObjectHash(of: bytes).text.hasPrefix(hash)) }
            }
        }
    }

    private func verifyPhotos() async throws {
        let transport = try make()
        let photos = (0..<4).map { index in [UInt8](repeating: UInt8(index), count: 700_000 * index + 1) }
        let hashes = photos.map { PhotoHash(of: $0) }
        #expect(try await transport.photos(among: hashes).isEmpty)
        for (photo, hash) in zip(photos, hashes).dropLast() {
            try await transport.write(photo: photo, hash)
            try await make().write(photo: photo, hash)
        }
        #expect(try await make().photos(among: hashes) == Set(hashes.dropLast()))
        #expect(try await make().photos(among: [hashes[1]]) == [hashes[1]])
        for (photo, hash) in zip(photos, hashes).dropLast() {
            #expect(try await make().photo(hash) == photo)
        }
        #expect(try await transport.photo(hashes[3]) == nil)
        let sizes = Dictionary(zip(hashes, photos.map(\.count)), uniquingKeysWith: { first, _ in first })
        #expect(try await make().photos(lacking: sizes) == [hashes[3]])
        #expect(try await make().photos(lacking: [hashes[1]: 1, hashes[2]: photos[2].count]) == [hashes[1]])
    }

    private func verifySnapshots() async throws {
        let transport = try make()
        #expect(try await transport.snapshots().isEmpty)
        let covered = try covered
        let times: [Int64] = [1000, 3000, 2000]
        for time in times {
            try await transport.write(
                snapshot: Array("snapshot \(time)".utf8), at: HybridTime(bits: time << 16), covering: covered)
        }
        let listed = try await make().snapshots()
        #expect(listed.map { $0.time.bits >> 16 } == [3000, 2000, 1000])
        let newest = try #require(listed.first)
        #expect(try await make().bytes(of: newest) == Array("snapshot 3000".utf8))
        // Written once more.
        try await make().write(
            snapshot: Array("snapshot 3000".utf8), at: HybridTime(bits: 3000 << 16), covering: covered)
        #expect(try await make().snapshots() == listed)

        try await make().remove(snapshots: [listed[1]])
        try await make().remove(snapshots: [listed[1]])
        #expect(try await make().snapshots() == [newest, listed[2]])
        #expect(try await make().bytes(of: listed[1]) == nil)
        try await make().remove(snapshots: [])
        let large = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 / 3 ^ $0) }
        try await make().write(snapshot: large, at: HybridTime(bits: 4000 << 16), covering: covered)
        let last = try #require(try await make().snapshots().first)
        #expect(last.time.bits >> 16 == 4000)
        #expect(try await make().bytes(of: last) == large)
    }

    /// All batches that the other checks write.
    private var covered: VersionVector {
        get throws {
            VersionVector([
                try #require(Self.first): 4, try #require(Self.second): 1, try #require(Self.third): 1,
            ])
        }
    }

    private func verifyHints() async throws {
        let device = try #require(Self.third)
        let (hints, reader) = (try make().hints(), try make())
        let heard = Task {
            for await _ in hints {
                let listing = try await reader.batches(after: VersionVector(), limit: 100)
                if listing.batches.contains(where: { $0.id.device == device }) { return true }
            }
            return false
        }
        let start = ContinuousClock.now
        _ = try await make().write([try batch(device, 1)])
        #expect(try await heard.value)
        #expect(ContinuousClock.now - start < .seconds(45), "not by looking every minute")
        // Only what is in a snapshot is removed.
        try await make().write(snapshot: Array("snapshot".utf8), at: HybridTime(bits: 1), covering: covered)
        try await make().remove([BatchID(device, 1)])
    }

    /// A task that was cancelled gets an answer at once, whatever it is; the transport works afterwards.
    private func verifyCancellation() async throws {
        let transport = try make()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.header()
        }
        _ = await task.result
        #expect(try await transport.header() != nil)
    }

    private func verifyRemoval() async throws {
        let transport = try make()
        let device = try #require(Self.first)
        try await transport.remove([BatchID(device, 1), BatchID(device, 3)])
        try await transport.remove([BatchID(device, 1)])
        let rest = try await make().batches(after: VersionVector(), limit: 100)
        #expect(rest.batches.map(\.id.number) == [2, 4, 1])
        await transport.close()
        #expect(try await transport.header() != nil, "it opens again")
    }
}
