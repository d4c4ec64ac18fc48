public import Cards

extension TreeTransport {
    public func batches(after known: VersionVector, limit: Int) async throws(TransportError) -> BatchListing {
        let vault = try await vault()
        // Of devices without a folder there is nothing.
        var inventory = known.numbers.mapValues { _ in [StoredBatch]() }
        guard let folders = try await tree.list(VaultLayout.log(vault)) else {
            try await requireVault(vault)
            return BatchListing(inventory: inventory)
        }
        let isSealed = try await knownHeader().sealing != nil
        var found: [[ListedBatch]] = []
        var marks = marks
        defer { self.marks = marks }
        var unreadable = UnreadableNames()
        for folder in folders.sorted(by: { $0.name < $1.name }) where !VaultLayout.isPassing(folder.name) {
            guard folder.isFolder, let device = DeviceID(folder.name) else {
                unreadable += UnreadableNames(["log/" + folder.name])
                continue
            }
            let now = now()
            if let known = marks.unreadable(in: folder, of: device, known: known, at: now) {
                unreadable += known
                inventory[device] = nil
                continue
            }
            let (files, others) = try await self.batches(of: device, in: vault)
            inventory[device] = files.map { batch, size in
                StoredBatch(batch.id.number, name: batch.hash, hash: isSealed ? nil : batch.hash, size: size)
            }
            let listed = files.map(\.batch)
            let last = listed.map(\.id.number).max() ?? 0
            marks.note(folder, of: device, number: last, unreadable: others, at: now)
            unreadable += others
            let new = listed.filter { !known.contains($0.id) }
            if !new.isEmpty { found.append(new.sorted { ($0.id, $0.hash) < ($1.id, $1.hash) }) }
        }
        // A device whose batches cannot be used yet must not keep those of the others away.
        let share = max(1, limit / max(1, found.count))
        let total = found.reduce(0) { $0 + $1.count }
        let batches = total <= limit ? found.flatMap { $0 } : found.flatMap { Self.beginning(of: $0, count: share) }
        return BatchListing(
            batches, hasMore: batches.count < total, unreadable: unreadable, inventory: inventory)
    }

    /// The first ones; two of one number stay together.
    private static func beginning(of batches: [ListedBatch], count: Int) -> ArraySlice<ListedBatch> {
        guard let last = batches.prefix(count).last else { return [] }
        return batches.prefix { $0.id <= last.id }
    }

    /// Those of one device with their sizes, and what else is among them.
    private func batches(
        of device: DeviceID, in vault: VaultID
    ) async throws(TransportError) -> (files: [(batch: ListedBatch, size: Int?)], unreadable: UnreadableNames) {
        var batches: [(batch: ListedBatch, size: Int?)] = []
        var others: [String] = []
        for entry in try await tree.list(VaultLayout.log(vault, of: device)) ?? []
        where !VaultLayout.isPassing(entry.name) {
            if !entry.isFolder, let batch = VaultLayout.batch(named: entry.name, of: device) {
                batches.append((batch, entry.size))
            } else {
                others.append("log/\(device.text)/\(entry.name)")
            }
        }
        return (batches, UnreadableNames(others.sorted()))
    }

    public func bytes(of batch: ListedBatch) async throws(TransportError) -> [UInt8]? {
        guard let file = VaultLayout.batch(batch.id, hash: batch.hash, in: try await vault()),
            let bytes = try await tree.read(file, maximumBytes: Bounds.batch)
        else { return nil }
        guard ObjectHash(of: bytes).text.hasPrefix(batch.hash) else {
            throw error(
                .damaged,
                "batch \(batch.id.number) of device \(batch.id.device.text) does not match the checksum in its name")
        }
        return bytes
    }

    public func write(_ batches: [OutgoingBatch]) async throws(TransportError) -> [BatchWriting] {
        let vault = try await vault()
        var results: [BatchWriting] = []
        var known: [DeviceID: [BatchID: Set<String>]] = [:]
        for batch in batches {
            let hash = ObjectHash(of: batch.bytes).text
            guard let file = VaultLayout.batch(batch.id, hash: hash, in: vault) else {
                throw error(.unsupported, "it has no name for batch \(batch.id.number)")
            }
            if known[batch.id.device] == nil {
                let there = try await self.batches(of: batch.id.device, in: vault).files.map(\.batch)
                known[batch.id.device] = Dictionary(grouping: there, by: \.id).mapValues { Set($0.map(\.hash)) }
            }
            let others = known[batch.id.device]?[batch.id] ?? []
            if try await isTaken(batch.id, by: others.filter { !hash.hasPrefix($0) }) {
                results.append(.taken)
                continue
            }
            // Also where it is listed: a copy that was cut off has its name, too.
            try await write(batch.bytes, to: file)
            known[batch.id.device]?[batch.id] = [hash]
            results.append(.stored)
        }
        return results
    }

    /// Whether one of these files is a batch: what has other bytes than its name says proves nothing.
    private func isTaken(_ id: BatchID, by hashes: Set<String>) async throws(TransportError) -> Bool {
        for hash in hashes {
            do throws(TransportError) {
                if try await bytes(of: ListedBatch(id, hash: hash)) != nil { return true }
            } catch {
                guard error.kind == .damaged else { throw error }
            }
        }
        return false
    }

    public func remove(_ batches: [BatchID]) async throws(TransportError) {
        let vault = try await vault()
        for (device, wanted) in Dictionary(grouping: Set(batches), by: \.device) {
            for listed in try await self.batches(of: device, in: vault).files.map(\.batch)
            where wanted.contains(listed.id) {
                guard let file = VaultLayout.batch(listed.id, hash: listed.hash, in: vault) else { continue }
                try await tree.remove(file)
            }
        }
    }
}

/// Which folders of devices need not be listed again: where nothing is exchanged, that of all devices is the only request to a server.
///
/// A server says when a folder was changed, to the second. Not all do that well: rclone goes on saying what it read first. So times are
/// trusted only after one was seen to change with the files of its folder, and not any more after one was seen to stay the same although
/// files had come. It holds no files.
struct FolderMarks: Sendable {
    private struct Mark: Sendable {
        let modified: Timestamp
        /// When it was seen to have this time first. By the clock of this device: those of a web server and its disk may differ.
        let since: ContinuousClock.Instant
        /// Whether it was listed so long after that, that a later change has another time.
        let isSettled: Bool
        /// The highest batch in it.
        let number: Int64
        let unreadable: UnreadableNames
        /// Nil where it is to be listed again whatever its time is.
        var listed: ContinuousClock.Instant?
    }

    private enum Trust: Sendable { case unknown, proven, refuted }

    /// Everything is listed again after this time, whatever the server says.
    static let longest = Duration.seconds(600)
    /// What is written within this time may have the same time: those of servers are of seconds.
    static let settling = Duration.seconds(3)

    private var marks: [DeviceID: Mark] = [:]
    private var trust = Trust.unknown

    /// What could not be read in the folder of a device; nil where it has to be listed.
    /// - Parameters:
    ///   - folder: as it is listed now.
    ///   - known: where it has more than the folder had, of our own batches for one, the folder is listed: its time must have changed.
    func unreadable(
        in folder: TreeEntry, of device: DeviceID, known: VersionVector, at now: ContinuousClock.Instant
    ) -> UnreadableNames? {
        guard trust == .proven, let mark = marks[device], mark.isSettled, folder.modified == mark.modified,
            known[device] == mark.number, let listed = mark.listed, listed.duration(to: now) < Self.longest
        else { return nil }
        return mark.unreadable
    }

    /// All folders are listed again. What is known of the server's times stays.
    mutating func expire() { for device in marks.keys { marks[device]?.listed = nil } }

    /// The folder was listed.
    /// - Parameters:
    ///   - folder: as it was listed before its files were.
    ///   - number: the highest batch in it.
    ///   - now: between the two lists.
    mutating func note(
        _ folder: TreeEntry, of device: DeviceID, number: Int64, unreadable: UnreadableNames,
        at now: ContinuousClock.Instant
    ) {
        let old = marks[device]
        marks[device] = nil
        guard let modified = folder.modified else { return }
        let since = old.flatMap { $0.modified == modified ? $0.since : nil } ?? now
        marks[device] = Mark(
            modified: modified, since: since, isSettled: since.duration(to: now) >= Self.settling, number: number,
            unreadable: unreadable, listed: now)
        guard let old, number > old.number, trust != .refuted else { return }
        if modified != old.modified { trust = .proven } else if old.isSettled { trust = .refuted }
    }
}
