internal import Basics
public import Cards

/// Replaces what is old at a remote by a snapshot: batches that this device wrote, and older snapshots. It is the only thing that ever
/// removes objects. The store keeps all batches.
///
/// Interrupted at any point it loses nothing: the snapshot is written, read back and compared before anything is removed, and who runs it
/// again goes on.
public struct VaultCompaction: Sendable {
    /// What is younger, by its own time, stays: most devices then never need a snapshot again.
    public static let age: Int64 = 90 * 86_400_000
    private static let removedAtOnce = 500
    private static let listedAtOnce = 1000

    private let store: any VaultStore
    private let transport: any ChangeTransport
    private let remote: RemoteID
    private let clock: CardClock

    public init(
        _ store: any VaultStore, over transport: any ChangeTransport, to remote: RemoteID, clock: CardClock = .system
    ) {
        self.store = store
        self.transport = transport
        self.remote = remote
        self.clock = clock
    }

    /// - Parameter isDryRun: reads only.
    public func run(isDryRun: Bool = false) async throws -> CompactionReport {
        var report = CompactionReport()
        let exchange = VaultExchange(store, over: transport, to: remote, clock: clock)
        if isDryRun {
            guard let membership = try await store.vault() else { throw VaultError.noVault }
            try await HeaderCheck(exchange).run(membership, mayCreate: false)
        } else {
            let result = try await exchange.run()
            (report.heldBack, report.damaged) = (result.heldBack, result.damaged)
        }
        // Read again: the exchange may have made this store a new device.
        guard let membership = try await store.vault() else { throw VaultError.noVault }
        let known = try await store.known()
        if !isDryRun {
            let has = try await exchange.record().has
            if !has.covers(known) {
                let lacking = try await store.tally(of: remote).batches
                report.heldBack = max(report.heldBack, lacking, 1)
                return report
            }
        }
        let end = HybridTime(Timestamp(clamping: clock.now().milliseconds - Self.age))
        let listed = try await transport.snapshots()
        var kept = try await newest(of: listed, membership.vault, &report)
        let old = try await ownBatches(of: membership.device, known, madeBefore: end)
        let lacking = try await store.batchCounts(
            beyond: kept?.covered ?? VersionVector(), madeIn: HybridTime(bits: 0)...end)
        if !old.isEmpty || !lacking.isEmpty {
            kept = try await write(membership.vault, known, unlessSameAs: kept, removing: old, &report, isDryRun)
            if !isDryRun { try await remove(old) }
        }
        if let kept { try await removeSnapshots(listed, olderThan: end, coveredBy: kept, &report, isDryRun) }
        return report
    }

    // MARK: - Snapshots

    /// A snapshot that is there, and was read and checked.
    private struct Kept {
        let listed: ListedSnapshot
        let covered: VersionVector
        /// Of its bytes before they are sealed.
        let hash: ObjectHash
    }

    /// The newest one that can be read; those that cannot are in the report.
    private func newest(
        of listed: [ListedSnapshot], _ vault: VaultID, _ report: inout CompactionReport
    ) async throws -> Kept? {
        for snapshot in listed {
            do {
                guard let bytes = try await transport.bytes(of: snapshot) else { continue }
                let covered = try SnapshotReader.verify(bytes, of: vault)
                return Kept(listed: snapshot, covered: covered, hash: ObjectHash(of: bytes))
            } catch let error as TransportError where error.kind == .damaged {
                report.damaged.append(error.userMessage)
            } catch let error as SnapshotError {
                report.damaged.append(
                    "\(transport.name): the snapshot of \(snapshot.time.timestamp.text) \(error.reason).")
            }
        }
        return nil
    }

    /// Writes a snapshot of all that is known, unless that is there already, and reads it back.
    private func write(
        _ vault: VaultID, _ known: VersionVector, unlessSameAs newest: Kept?, removing old: [BatchID],
        _ report: inout CompactionReport, _ isDryRun: Bool
    ) async throws -> Kept {
        let removed = Set(old)
        var bytes: [UInt8]
        do {
            bytes = try await SnapshotWriter.snapshot(of: store, vault, covering: known) { id, size in
                report.covered += 1
                guard removed.contains(id) else { return }
                report.removedBatches.count += 1
                report.removedBatches.bytes += size
            }
        } catch let error as SnapshotError {
            throw TransportError(
                .unsupported, transport.name, "nothing was removed: a snapshot of the cards here \(error.reason)")
        }
        let hash = ObjectHash(of: bytes)
        if let newest, newest.hash == hash { return newest }
        report.written = CompactionReport.Objects(count: 1, bytes: bytes.count)
        let time = HybridTime(clock.now())
        if isDryRun { return Kept(listed: ListedSnapshot(time, hash), covered: known, hash: hash) }
        try await transport.write(snapshot: bytes, at: time, covering: known)
        // A sealed one is listed with another hash.
        let size = bytes.count
        // Read back, it takes the memory again.
        bytes = []
        for snapshot in try await transport.snapshots() where snapshot.time == time || snapshot.hash == hash {
            guard let there = try await transport.bytes(of: snapshot), ObjectHash(of: there) == hash else { continue }
            let others = try await store.snapshots(of: remote).filter { $0.hash != snapshot.hash }
            try await store.setSnapshots(
                others + [KnownSnapshot(snapshot.hash, size: size, covered: known)], of: remote)
            return Kept(listed: snapshot, covered: known, hash: hash)
        }
        throw TransportError(
            .unreachable, transport.name, "what was just written could not be read back; nothing was removed")
    }

    /// Removes old snapshots of which the kept one has everything, and those whose bytes are not those of their names: nobody can read them. A
    /// young one may be one that another device writes now.
    private func removeSnapshots(
        _ listed: [ListedSnapshot], olderThan end: HybridTime, coveredBy kept: Kept,
        _ report: inout CompactionReport, _ isDryRun: Bool
    ) async throws {
        var old: [ListedSnapshot] = []
        let yesterday = HybridTime(Timestamp(clamping: clock.now().milliseconds - VaultFlaw.patience))
        for snapshot in listed where snapshot.time < yesterday && snapshot != kept.listed {
            var size = snapshot.size ?? 0
            do {
                // Younger ones stay where they can be read.
                guard let bytes = try await transport.bytes(of: snapshot), snapshot.time < end,
                    try kept.covered.covers(SnapshotReader(bytes).covered)
                else { continue }
                size = bytes.count
            } catch let error as TransportError where error.kind == .damaged {
                // A later version may read larger ones.
                if size > SnapshotFormat.maximumBytes { continue }
            } catch is SnapshotError {
                continue
            }
            old.append(snapshot)
            report.removedSnapshots.count += 1
            report.removedSnapshots.bytes += size
        }
        if !old.isEmpty, !isDryRun { try await transport.remove(snapshots: old) }
    }

    // MARK: - Batches

    /// This device's own batches that are listed there and may go, by their numbers. Its last one stays: by that a device which was away
    /// sees that there is something in between.
    private func ownBatches(
        of device: DeviceID, _ known: VersionVector, madeBefore end: HybridTime
    ) async throws -> [BatchID] {
        let old = Set(try await store.batchNumbers(of: device, madeBefore: end))
        if old.isEmpty { return [] }
        var cursor = known
        cursor[device] = 0
        var listed: [Int64: Int] = [:]
        var hasMore = true
        while hasMore {
            try Task.checkCancellation()
            let listing = try await transport.batches(after: cursor, limit: Self.listedAtOnce)
            hasMore = listing.hasMore && !listing.batches.isEmpty
            for batch in listing.batches {
                cursor[batch.id.device] = max(cursor[batch.id.device], batch.id.number)
                if batch.id.device == device { listed[batch.id.number, default: 0] += 1 }
            }
        }
        let last = min(known[device], listed.keys.max() ?? 0)
        // Two under one name come from a copy of this device: only one of them is in a snapshot.
        return listed.filter { $0.value == 1 && $0.key < last && old.contains($0.key) }.keys.sorted()
            .map { BatchID(device, $0) }
    }

    /// From the first on, so that what is left is without gaps.
    private func remove(_ batches: [BatchID]) async throws {
        var left = batches[...]
        while !left.isEmpty {
            try Task.checkCancellation()
            try await transport.remove(Array(left.prefix(Self.removedAtOnce)))
            left = left.dropFirst(Self.removedAtOnce)
        }
    }
}
