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
