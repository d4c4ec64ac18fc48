internal import Cards

/// A remote may lose what it had, or have half of it: a disk was full or damaged, a file was deleted, a backup restored. What is known to be
/// missing is written again by whoever has it; what is there with other bytes than its name says by the device that made it, or, where that
/// does not come for a day, by any: the name proves which bytes are right.
struct RemoteMending {
    let exchange: VaultExchange

    init(_ exchange: VaultExchange) { self.exchange = exchange }

    var store: any VaultStore { exchange.store }
    var transport: any ChangeTransport { exchange.transport }
    var remote: RemoteID { exchange.remote }
    var clock: CardClock { exchange.clock }
    var photos: PhotoExchange { exchange.photos }

    /// The bytes of all batches of this device are read back this often, in milliseconds.
    private static let comparingInterval: Int64 = 7 * 86_400_000
    /// More that were lost become a snapshot.
    private static let fewBatches = 50
    private static let writtenAtOnce = 20

    /// Compares what the remote has, as a listing tells it, with what it is known to have.
    func look(
        at inventory: [DeviceID: [StoredBatch]], _ view: inout RemoteView, _ report: inout ExchangeReport
    ) async throws {
        // Further pages say the same again.
        let new = inventory.filter { view.inventory[$0.key] == nil }
        if new.isEmpty { return }
        view.inventory.merge(new) { $1 }
        var survey = BatchSurvey()
        try await compare(new, &survey)
        let found = try await contradictions(among: survey.others)
        report.damaged += found.strays
        for other in found.batches { try await exchange.meet(other, &report) }
        view.survey += survey
    }

    /// Those of the files under numbers of other batches that are batches, the first of each device; and sentences about those that are not.
    func contradictions(among others: [ListedBatch]) async throws -> (batches: [BatchID], strays: [String]) {
        var (batches, strays): ([BatchID], [String]) = ([], [])
        for other in others where !batches.contains(where: { $0.device == other.id.device }) {
            if try await isWhole(other) {
                batches.append(other.id)
            } else {
                strays.append(
                    "\(transport.name): a second file, \(other.hash.prefix(16)), has the number of batch \(other.id.number) of "
                        + "\(try await name(of: other.id.device)), and does not match the checksum in its name: you can delete this file."
                )
            }
        }
        return (batches, strays)
    }

    func compare(_ inventory: [DeviceID: [StoredBatch]], _ survey: inout BatchSurvey) async throws {
        let has = try await exchange.record().has
        for (device, there) in inventory where has[device] > 0 {
            survey.compare(
                there, of: device, upTo: has[device],
                try await store.batchMarks(of: device, upTo: has[device]))
        }
    }

    func mend(_ view: RemoteView, _ report: inout ExchangeReport) async throws {
        guard let membership = try await store.vault() else { throw VaultError.noVault }
        let noted = try await store.flaws(of: remote)
        var damaged = view.survey.damaged
        // What another look found: that of `sync check`, or one at devices that were not looked at now.
        for flaw in noted where flaw.kind == .damaged && !damaged.contains(flaw.batch) {
            // A listing tells sizes only.
            if view.inventory[flaw.batch.device] == nil { damaged.insert(flaw.batch) }
            damaged.formUnion(try await readBack([flaw.batch], in: view.inventory))
        }
        damaged.formUnion(try await readBack(view.sent, in: view.inventory))
        if !view.inventory.isEmpty {
            damaged.formUnion(try await compareWeekly(membership.device))
        }
        let others = report.contradictingDevices
        let due = try await due(damaged, noted, own: membership.device).filter { !others.contains($0.device) }
        let lost = view.survey.lost.filter { !others.contains($0.device) && !view.sent.contains($0) }
        var mended: Set<BatchID> = []
        if !due.isEmpty { mended = try await writeAgain(due, &report) }
        if !lost.isEmpty { try await replace(lost, of: membership.vault, &report) }
        // As long as its device is not looked at again, what was found there is so.
        let contradicting = noted.filter { $0.kind == .contradicting && view.inventory[$0.batch.device] == nil }
        try await note(
            damaged.subtracting(mended), contradicting.map(\.batch) + report.contradicting, noted, &report)
    }

    // MARK: - Reading back

    /// Those of these batches that cannot be read there.
    private func readBack(
        _ batches: Set<BatchID>, in inventory: [DeviceID: [StoredBatch]]
    ) async throws -> Set<BatchID> {
        // Beside a file that is whole, another one under the number does not count.
        var (damaged, whole): (Set<BatchID>, Set<BatchID>) = ([], [])
        for id in batches.sorted() {
            try Task.checkCancellation()
            for batch in inventory[id.device] ?? [] where batch.number == id.number {
                if try await isWhole(ListedBatch(id, hash: batch.name)) { whole.insert(id) } else { damaged.insert(id) }
            }
        }
        return damaged.subtracting(whole)
    }

    private func isWhole(_ batch: ListedBatch) async throws -> Bool {
        do throws(TransportError) {
            // One that is gone is found by the next listing.
            _ = try await transport.bytes(of: batch)
            return true
        } catch {
            guard error.kind == .damaged else { throw error }
            return false
        }
    }

    /// Reads what this device wrote, what devices wrote that were forgotten or made nothing for a week, and the snapshots.
    private func compareWeekly(_ own: DeviceID) async throws -> Set<BatchID> {
        let now = clock.now()
        guard let last = try await store.lastComparison(with: remote) else {
            // What is written from now on is read back.
            try await store.noteComparison(with: remote, at: now)
            return []
        }
        guard now.milliseconds - last.milliseconds > Self.comparingInterval else { return [] }
        let week = Timestamp(clamping: now.milliseconds - Self.comparingInterval)
        let active = try await store.batchCounts(
            beyond: VersionVector(), madeIn: HybridTime(week)...HybridTime(bits: .max))
        let read = try await store.devices().filter { $0.id == own || $0.isForgotten || active[$0.id] == nil }
        let damaged = try await damagedBatches(of: Set(read.map(\.id)))
        // They are read again where they are needed.
        try await store.setSnapshots([], of: remote)
        try await store.noteComparison(with: remote, at: now)
        return damaged
    }

    /// Reads all batches of these devices that are there. Returns those that cannot be read.
    func damagedBatches(of devices: Set<DeviceID>) async throws -> Set<BatchID> {
        var cursor = try await store.known()
        for device in devices { cursor[device] = 0 }
        var (damaged, whole): (Set<BatchID>, Set<BatchID>) = ([], [])
        var hasMore = true
        while hasMore {
            let listing = try await transport.batches(after: cursor, limit: VaultExchange.listedAtOnce)
            hasMore = listing.hasMore && !listing.batches.isEmpty
            for batch in listing.batches {
                try Task.checkCancellation()
                cursor[batch.id.device] = max(cursor[batch.id.device], batch.id.number)
                guard devices.contains(batch.id.device), batch.bytes == nil else { continue }
                if try await isWhole(batch) { whole.insert(batch.id) } else { damaged.insert(batch.id) }
            }
        }
        return damaged.subtracting(whole)
    }

    // MARK: - Writing again

    /// The damaged batches that this device writes: its own, those of devices that do not come back, and those whose device had a day.
    private func due(
        _ damaged: Set<BatchID>, _ noted: [VaultFlaw], own: DeviceID
    ) async throws -> [BatchID] {
        if damaged.isEmpty { return [] }
        let forgotten = Set(try await store.devices().filter(\.isForgotten).map(\.id))
        let old = Set(noted.filter { $0.kind == .damaged && $0.isOld(at: clock.now()) }.map(\.batch))
        return damaged.filter { $0.device == own || forgotten.contains($0.device) || old.contains($0) }.sorted()
    }

    /// Returns those that are there now.
    private func writeAgain(_ identifiers: [BatchID], _ report: inout ExchangeReport) async throws -> Set<BatchID> {
        var written: Set<BatchID> = []
        for start in stride(from: 0, to: identifiers.count, by: Self.writtenAtOnce) {
            try Task.checkCancellation()
            let batches = try await store.batches(Array(identifiers[start...].prefix(Self.writtenAtOnce)))
            try await photos.sendAgain(photosOf: batches, &report)
            for (batch, result) in zip(batches, try await transport.write(batches)) {
                if result == .stored {
                    written.insert(batch.id)
                } else if !report.contradicting.contains(batch.id) {
                    report.contradicting.append(batch.id)
                }
            }
        }
        report.sentBatches += written.count
        report.mendedLoss = report.mendedLoss || !written.isEmpty
        return written
    }

    /// Writes again what is in no snapshot there, and the last batch of each device: by that others see that there is something before it.
    private func replace(_ lost: [BatchID], of vault: VaultID, _ report: inout ExchangeReport) async throws {
        let covered = try await snapshotCoverage(for: lost)
        let has = try await exchange.record().has
        let last = lost.filter { $0.number == has[$0.device] }
        let left = lost.filter { !covered.contains($0) }
        if left.count <= Self.fewBatches {
            let missing = Set(left).union(last).sorted()
            if !missing.isEmpty { _ = try await writeAgain(missing, &report) }
            return
        }
        let known = try await store.known()
        do {
            try await exchange.write(snapshotOf: vault, covering: known)
            report.wroteSnapshot = true
            report.mendedLoss = true
            _ = try await writeAgain(last, &report)
        } catch let error as SnapshotError {
            report.damaged.append("\(transport.name): no snapshot was written, since it \(error.reason).")
            _ = try await writeAgain(left, &report)
        }
    }

    // MARK: - What snapshots have

    /// What is in the snapshots that are there and whole, until it has all of these batches. Each is read once: afterwards its size tells.
    func snapshotCoverage(for batches: [BatchID]) async throws -> VersionVector {
        let read = Dictionary(
            try await store.snapshots(of: remote).map { ($0.hash, $0) }, uniquingKeysWith: { first, _ in first })
        var covered = VersionVector()
        var known: [KnownSnapshot] = []
        var unread: [ListedSnapshot] = []
        for listed in try await transport.snapshots() {
            guard let snapshot = read[listed.hash] else {
                unread.append(listed)
                continue
            }
            known.append(snapshot)
            if listed.size == nil || listed.size == snapshot.size { covered.formUnion(snapshot.covered) }
        }
        for listed in unread where !batches.allSatisfy(covered.contains) {
            guard let snapshot = try await self.snapshot(listed) else { continue }
            known.append(snapshot)
            covered.formUnion(snapshot.covered)
        }
        if Set(known) != Set(read.values) { try await store.setSnapshots(known, of: remote) }
        return covered
    }

    /// Nil for one that is gone, damaged, or of another vault.
    func snapshot(_ listed: ListedSnapshot) async throws -> KnownSnapshot? {
        do {
            guard let membership = try await store.vault(), let bytes = try await transport.bytes(of: listed) else {
                return nil
            }
            let covered = try SnapshotReader.verify(bytes, of: membership.vault)
            return KnownSnapshot(listed.hash, size: bytes.count, covered: covered)
        } catch let error as TransportError where error.kind == .damaged {
            return nil
        } catch is SnapshotError {
            return nil
        }
    }

    // MARK: - What is left

    /// Remembers what is wrong there and since when, and has the report say who has to sync.
    private func note(
        _ damaged: Set<BatchID>, _ contradicting: [BatchID], _ noted: [VaultFlaw], _ report: inout ExchangeReport
    ) async throws {
        let now = clock.now()
        func since(_ kind: VaultFlaw.Kind, _ batch: BatchID) -> Timestamp {
            noted.first { $0.kind == kind && $0.batch == batch }?.since ?? now
        }
        // Of two files of one number, one may have been the right one.
        let known = try await store.known()
        let unread = Dictionary(
            report.unread.filter { !known.contains($0) }.map { ($0, 0) }, uniquingKeysWith: { first, _ in first })
        let missing = report.merge.missing.merging(unread) { first, _ in first }.sorted { $0.key < $1.key }.map {
            VaultFlaw(.missing, $0.key, waiting: $0.value, since: since(.missing, $0.key))
        }
        let devices = try await store.devices()
        let forgotten = Set(devices.filter(\.isForgotten).map(\.id))
        // The first of each device: what follows it is another one as well.
        let others = Dictionary(grouping: contradicting, by: \.device).compactMap { $1.min() }
        let flaws =
            others.filter { !forgotten.contains($0.device) }.sorted()
            .map { VaultFlaw(.contradicting, $0, since: since(.contradicting, $0)) }
            + damaged.sorted().map { VaultFlaw(.damaged, $0, since: since(.damaged, $0)) } + missing
        if flaws != noted { try await store.setFlaws(flaws, of: remote) }
        if missing.isEmpty { return }
        let names = Dictionary(devices.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        report.waiting = missing.map { RemoteFlaw($0, device: names[$0.batch.device] ?? "", at: now) }
    }

    // MARK: - In words

    /// Who writes a damaged batch again.
    func remedy(for batch: BatchID) async throws -> String {
        let device = try await store.devices().first { $0.id == batch.device }
        if device?.isThisOne == true { return "This device did not write it: you can delete this file." }
        if device?.isForgotten == true { return "Any device that has it writes it again at its next sync." }
        return
            "\(try await name(of: batch.device)) writes it again at its next sync, or immediately after cards-tui sync check there."
    }

    func sentences(aboutContradictions batches: [BatchID]) async throws -> [String] {
        let forgotten = Set(try await store.devices().filter(\.isForgotten).map(\.id))
        var sentences: [String] = []
        for (device, others) in Dictionary(grouping: batches, by: \.device).sorted(by: { $0.key < $1.key })
        where !forgotten.contains(device) {
            guard let first = others.min() else { continue }
            let name = try await name(of: device)
            sentences.append(
                "\(transport.name): batch \(first.number) of \(name) differs there from the one here: two devices used copies of the same "
                    + "store. Its changes from that batch on are not exchanged with this address; everything else is. When that device is "
                    + "no longer in use: cards-tui sync forget \(device.text)")
        }
        return sentences
    }

    func name(of device: DeviceID) async throws -> String {
        let name = try await store.devices().first { $0.id == device }?.name ?? ""
        return name.isEmpty ? "device \(device.text)" : name
    }
}

/// What an exchange saw of a remote.
struct RemoteView {
    /// What the remote has of the devices that were looked at.
    var inventory: [DeviceID: [StoredBatch]] = [:]
    var survey = BatchSurvey()
    /// What was written.
    var sent: Set<BatchID> = []
}

/// Compares what a remote has of batches with what it is known to have: by numbers, names and sizes, as a listing tells them.
struct BatchSurvey {
    /// Not there at all. A snapshot may have them.
    private(set) var lost: [BatchID] = []
    /// There under their name with a wrong size.
    private(set) var damaged: Set<BatchID> = []
    /// There under another name: another batch has the number, if its bytes are those of its name.
    private(set) var others: [ListedBatch] = []

    /// - Parameters:
    ///   - there: all that the remote has of the device.
    ///   - last: the last batch that it is known to have.
    ///   - marks: those of the batches that are known here.
    mutating func compare(
        _ there: [StoredBatch], of device: DeviceID, upTo last: Int64, _ marks: [Int64: BatchMark]
    ) {
        let found = Dictionary(grouping: there, by: \.number)
        for (number, mark) in marks where number <= last {
            let id = BatchID(device, number)
            guard let batches = found[number] else {
                lost.append(id)
                continue
            }
            // Each is the beginning of the hash, as far as it is known.
            let same = batches.filter { batch in
                batch.hash.map { $0.hasPrefix(mark.hash) || mark.hash.hasPrefix($0) } ?? true
            }
            for other in batches where !same.contains(other) { others.append(ListedBatch(id, hash: other.name)) }
            if !same.isEmpty, same.allSatisfy({ $0.size != nil && $0.size != mark.size }) { damaged.insert(id) }
        }
        others.sort { ($0.id, $0.hash) < ($1.id, $1.hash) }
        lost.sort()
    }

    static func += (survey: inout BatchSurvey, other: BatchSurvey) {
        survey.lost += other.lost
        survey.damaged.formUnion(other.damaged)
        survey.others += other.others
    }
}
