internal import Cards

/// Snapshots in an exchange: read where batches are missing there, and by who knows nothing yet; written now and then.
extension VaultExchange {
    /// After so long a device looks whether another one goes on under its name before it sends: that one's batches may have been removed.
    private static let longAbsence: Int64 = 30 * 86_400_000

    // MARK: - Reading

    /// A device that joins reads the newest snapshot that can be read, instead of each batch. Returns whether it merged one.
    func receiveFirstSnapshot(_ report: inout ExchangeReport) async throws -> Bool {
        guard let own = try await store.vault()?.device,
            try await store.known().numbers.allSatisfy({ $0.key == own })
        else { return false }
        for snapshot in try await transport.snapshots() where try await receive(snapshot, &report) { return true }
        return false
    }

    /// A store that was copied, or restored from a copy, and was away for long: batches that the original wrote since may be in snapshots
    /// alone. They are compared before anything is written under their numbers.
    func readOwnNumbers(_ record: RemoteRecord, _ report: inout ExchangeReport) async throws {
        guard let last = record.lastExchange,
            clock.now().milliseconds - last.milliseconds > Self.longAbsence,
            try await !store.tally(of: remote).isEmpty
        else { return }
        for snapshot in try await transport.snapshots() {
            _ = try await receive(snapshot, &report, mustRead: true)
        }
    }

    /// Merges what a snapshot has and is lacked here. One that is damaged is named in the report, and what it has before that is merged.
    /// - Parameter mustRead: also where it has nothing new, for what it has of this device.
    /// - Returns: whether it had something new, and all of it could be read.
    func receive(
        _ snapshot: ListedSnapshot, _ report: inout ExchangeReport, mustRead: Bool = false
    ) async throws -> Bool {
        if let damage = await snapshots.damage(of: snapshot) {
            report.damaged.append(damage)
            return false
        }
        let before = try await store.known()
        if !mustRead, await !snapshots.mayHelp(snapshot, knowing: before) { return false }
        do {
            guard let bytes = try await transport.bytes(of: snapshot) else { return false }
            let reader = try SnapshotReader(bytes)
            await snapshots.note(reader.covered, of: snapshot)
            if before.covers(reader.covered), !mustRead { return false }
            try await merge(reader, &report)
            if try await store.known() != before { return true }
            await snapshots.noteFruitless(snapshot, knowing: before)
        } catch let error as TransportError where error.kind == .damaged {
            await note(error.userMessage, of: snapshot, &report)
        } catch let error as SnapshotError {
            await note(
                "\(transport.name): the snapshot of \(snapshot.time.timestamp.text) \(error.reason).", of: snapshot,
                &report)
        }
        return false
    }

    private func note(_ damage: String, of snapshot: ListedSnapshot, _ report: inout ExchangeReport) async {
        await snapshots.note(damage, of: snapshot)
        report.damaged.append(damage)
    }

    private func merge(_ snapshot: SnapshotReader, _ report: inout ExchangeReport) async throws {
        var reader = snapshot
        guard let membership = try await store.vault() else { throw VaultError.noVault }
        guard reader.vault == membership.vault else { throw SnapshotError("belongs to another vault") }
        // Whether a device deletes too much is decided over all of it, as far as memory allows.
        var waiting: [ReceivedBatch] = []
        while let batches = try reader.next() {
            try Task.checkCancellation()
            progress(.receiving(batches: batches.count))
            var known = try await store.known()
            let own = batches.filter { $0.id.device == membership.device && known.contains($0.id) }
            if !own.isEmpty {
                // Others under our numbers make this a new device, which then knows less of the old one.
                let same = try own.map { ReceivedBatch(try $0.batch(of: membership.vault), bytes: $0.bytes) }
                _ = try await merge(same, &report)
                known = try await store.known()
            }
            for found in batches where !known.contains(found.id) {
                waiting.append(ReceivedBatch(try found.batch(of: membership.vault), bytes: found.bytes))
            }
            waiting = try await merge(waiting, isAll: reader.isAtEnd, &report)
            if waiting.reduce(0, { $0 + $1.bytes.count }) > Self.waitingBytes {
                throw SnapshotError("lacks what its batches build on")
            }
        }
        // The remote has all of it, though it lists some of it no more.
        let known = try await store.known()
        let there = reader.covered.sorted.filter { $0.number <= known[$0.device] }
        try await store.acknowledge(there.map { BatchID($0.device, $0.number) }, by: remote)
    }

    // MARK: - Writing

    /// Writes a snapshot when this device sent another thousand batches, unless one is there that another device wrote meanwhile: so that
    /// who joins does not fetch thousands of objects. Each is larger by an eighth at least than the one before it, so that all of them
    /// together are not much larger than the last.
    func writeSnapshot(ifDueSince before: RemoteRecord, _ report: inout ExchangeReport) async throws {
        guard let membership = try await store.vault() else { return }
        let own = membership.device
        let known = try await store.known()
        let has = try await record().has
        guard has[own] / snapshotInterval > before.has[own] / snapshotInterval, has.covers(known),
            // Not in the first exchange of many cards: their batches are large, and few objects already.
            report.sentBatches <= snapshotInterval
        else { return }
        if let newest = try await transport.snapshots().first {
            let times = newest.time...HybridTime(bits: .max)
            let counts = try await store.batchCounts(beyond: VersionVector(), madeIn: times)
            let all = known.numbers.values.reduce(Int64(0)) { $0.addingReportingOverflow($1).partialValue }
            guard Int64(counts[own] ?? 0) >= snapshotInterval,
                Int64(counts.values.reduce(0, +)) >= all / 8
            else { return }
        }
        do {
            try await write(snapshotOf: membership.vault, covering: known)
            report.wroteSnapshot = true
        } catch let error as SnapshotError {
            report.damaged.append("\(transport.name): no snapshot was written, since it \(error.reason).")
        }
    }

    func write(snapshotOf vault: VaultID, covering known: VersionVector) async throws {
        let bytes = try await SnapshotWriter.snapshot(of: store, vault, covering: known)
        try await transport.write(snapshot: bytes, at: HybridTime(clock.now()), covering: known)
    }
}
