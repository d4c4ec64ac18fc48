public import Cards

extension SQLiteCardStore {
    public func vault() throws -> VaultMembership? {
        guard let entry = try tables.vault.entry() else { return nil }
        if entry.place != place.text, readOnlyReason == nil { try followFile() }
        return try membership()
    }

    /// Finds out whether this is another file than the one that was the device: then it becomes a new one. Of two programs that open a copy
    /// at once one does.
    private func followFile() throws {
        let isNew = try write { () throws(StoreError) -> Bool in
            guard var entry = try tables.vault.entry() else { return false }
            let present = place
            guard present.isSame(asNoted: entry.place) else {
                try becomeNewDevice(entry)
                return true
            }
            entry.place = present.text
            try tables.vault.write(entry)
            return false
        }
        if isNew { notifyPending() }
    }

    private func membership() throws -> VaultMembership? {
        guard let entry = try tables.vault.entry(),
            let device = try tables.vault.devices().first(where: { $0.number == entry.device })
        else { return nil }
        return VaultMembership(
            vault: entry.vault, device: device.id, deviceName: device.name,
            isSealed: entry.isSealed)
    }

    public func joinVault(_ vault: VaultID, deviceName: String) throws -> VaultMembership {
        try joinVault(vault, deviceName: deviceName, as: .random())
    }

    /// - Parameter identifier: of this device. Tests choose it, so that what they do at random can be repeated.
    func joinVault(_ vault: VaultID, deviceName: String, as identifier: DeviceID) throws -> VaultMembership {
        let other = try write { () throws(StoreError) -> VaultID? in
            if let entry = try tables.vault.entry() {
                if entry.vault != vault { return entry.vault }
                try tables.vault.setName(deviceName, of: entry.device)
                return nil
            }
            let device = try VaultNumbers(connection).device(identifier)
            try tables.vault.setName(deviceName, of: device)
            try tables.vault.write(
                VaultTable.Entry(
                    vault: vault, device: device, time: HybridTime(bits: 0), sequence: tables.log.lastSequence(),
                    ledgerRow: tables.ledger.lastRow(), nextRow: 0, lastRow: tables.cards.lastRow(), place: place.text))
            try tables.sharedSecrets.sendAll()
            return nil
        }
        if let other { throw VaultError.otherVault(here: other, there: vault) }
        notifyPending()
        guard let membership = try membership() else { throw VaultError.noVault }
        return membership
    }

    public func leaveVault() throws {
        try write { () throws(StoreError) in
            try tables.vault.removeAll()
            try tables.sharedSecrets.leaveVault()
        }
        notify(changed: nil)
        notifyPending()
    }

    private var place: StorePlace { connection.realPath.map { StorePlace(of: $0) } ?? StorePlace() }

    // MARK: - Remotes

    public func remotes() throws -> [RemoteRecord] { try tables.remotes.all() }

    public func addRemote(_ remote: RemoteID) throws {
        try write { () throws(StoreError) in
            try tables.remotes.add(remote)
            // What is encrypted in older batches may have another passphrase than this remote.
            try tables.sharedSecrets.sendAll()
        }
        notifyPending()
    }

    public func removeRemote(_ remote: RemoteID) throws {
        try write { () throws(StoreError) in
            try tables.remoteState.remove(remote)
            try tables.remotes.remove(remote)
        }
        notifyPending()
    }

    public func noteExchange(with remote: RemoteID, at time: Timestamp, failure: String?) throws {
        try write { () throws(StoreError) in try tables.remotes.note(time, failure: failure, of: remote) }
    }

    // MARK: - Sending

    public func makeBatches(atMost limit: Int) throws -> Bool {
        guard try VaultChanges(tables).hasUnsent() else { return false }
        return try writeLarge {
            guard var making = try BatchMaking(tables, at: clock.now()) else { return false }
            return try making.make(atMost: limit)
        }
    }

    public func outgoing(
        to remote: RemoteID, bytes: Int, except excluded: Set<DeviceID>
    ) throws -> [OutgoingBatch] {
        guard let record = try tables.remotes.record(remote) else { return [] }
        let devices = try tables.vault.devices().filter { !excluded.contains($0.id) }
        var places: [BatchTable.Place] = []
        for device in devices where device.received > record.has[device.id] {
            places += try tables.batches.places(
                after: record.has[device.id], of: device.number, limit: Self.sentAtOnce)
        }
        if places.isEmpty { return [] }
        // Never one behind one that is left out: what a remote has is known by its last batch. Of each device are here as many as are
        // taken of all, so the first of these are the first of all.
        places.sort { $0.row < $1.row }
        return try bodies(of: places.prefix(Self.sentAtOnce), from: devices, bytes: bytes)
    }

    /// As many as one answer of a remote acknowledges: also of tiny ones.
    private static let sentAtOnce = 1000

    /// The first of these batches with at most so many bytes together, but at least one.
    func bodies(
        of places: some Sequence<BatchTable.Place>, from devices: [VaultTable.Device], bytes limit: Int
    ) throws -> [OutgoingBatch] {
        let identifiers = Dictionary(devices.map { ($0.number, $0.id) }, uniquingKeysWith: { first, _ in first })
        var batches: [OutgoingBatch] = []
        var size = 0
        for place in places {
            guard let id = identifiers[place.device],
                let body = try tables.batches.body(place.number, of: place.device)
            else { break }
            size += body.bytes.count
            if !batches.isEmpty, size > limit { break }
            batches.append(OutgoingBatch(BatchID(id, place.number), bytes: body.bytes, photos: body.photos))
        }
        return batches
    }

    public func acknowledge(_ batches: [BatchID], by remote: RemoteID) throws {
        // Most exchanges acknowledge what is noted already: that needs no lock.
        guard let noted = try tables.remotes.record(remote)?.has, !batches.allSatisfy(noted.contains) else { return }
        try changeHas(of: remote) { has in
            for batch in batches where batch.number > has[batch.device] { has[batch.device] = batch.number }
        }
    }

    /// In one transaction: another program on the store may note something else at the same time.
    private func changeHas(of remote: RemoteID, _ change: (inout VersionVector) -> Void) throws {
        try write { () throws(StoreError) in
            guard let record = try tables.remotes.record(remote) else { return }
            var has = record.has
            change(&has)
            if has != record.has { try tables.remotes.setHas(has, of: remote) }
        }
    }

    public func becomeNewDevice(from number: Int64) throws {
        try write { () throws(StoreError) in
            guard let entry = try tables.vault.entry() else { return }
            try becomeNewDevice(entry, from: number)
            try tables.vault.setWasOwn(true, of: entry.device)
        }
        notifyPending()
    }

    public func noteAllMet() throws {
        let former = try tables.vault.formerDevices()
        if former.isEmpty { return }
        try write { () throws(StoreError) in
            for device in former { try tables.vault.setWasOwn(false, of: device) }
        }
    }

    public func note(_ header: VaultHeader, of remote: RemoteID) throws {
        guard let record = try tables.remotes.record(remote), record.header != header else { return }
        try write { () throws(StoreError) in try tables.remotes.setHeader(header, of: remote) }
    }

    /// - Parameter number: from which another device's batches have the numbers.
    private func becomeNewDevice(_ old: VaultTable.Entry, from number: Int64 = .max) throws(StoreError) {
        var entry = old
        try VaultChanges(tables).takeBackBatches(of: entry.device, from: number)
        let devices = try tables.vault.devices()
        let name = devices.first { $0.number == entry.device }?.name ?? ""
        entry.device = try VaultNumbers(connection).device(.random())
        entry.place = place.text
        try tables.vault.write(entry)
        // The device that it was goes on elsewhere under its name.
        try tables.vault.setName(
            name.isEmpty ? "" : DeviceNaming.free(name, beside: devices.map(\.name)), of: entry.device)
        guard var making = try BatchMaking(tables, at: clock.now()) else { return }
        while try making.make(atMost: .max) {}
    }

    public func tally(of remote: RemoteID) throws -> VaultTally {
        guard let record = try tables.remotes.record(remote), let entry = try tables.vault.entry() else {
            return VaultTally()
        }
        var tally = VaultTally(changes: try VaultChanges(tables).unsentCount(entry))
        // A store has every batch up to the last that it received.
        for device in try tables.vault.devices() {
            tally.batches += max(0, Int(clamping: device.received - record.has[device.id]))
        }
        return tally
    }

    // MARK: - Receiving

    public func known() throws -> VersionVector { try tables.vault.known() }

    public func checkDeletions(in batches: [ReceivedBatch], knownBefore before: VersionVector?) throws -> Bool {
        let found = try connection.reading { () throws(StoreError) in
            try DeletionGuard(tables).check(batches, knownBefore: before)
        }
        return try found.map { try Self.refuse($0) } ?? false
    }

    public func merge(
        _ batches: [ReceivedBatch], from remote: RemoteID, acceptingDeletions: Bool, knownBefore before: VersionVector?
    ) throws -> VaultMergeReport {
        if let newer = batches.first(where: { $0.batch.format > VaultHeader.knownFormat }) {
            throw VaultError.newerFormat(newer.batch.format)
        }
        let result: (VaultMergeReport, ChangedCards) = try writeLarge {
            guard let entry = try tables.vault.entry() else { throw VaultError.noVault }
            if let other = batches.first(where: { $0.batch.vault != entry.vault }) {
                throw VaultError.otherVault(here: entry.vault, there: other.batch.vault)
            }
            // What was changed here since the last batch did not know these.
            if try VaultChanges(tables).hasUnsent(), var making = try BatchMaking(tables, at: clock.now()) {
                while try making.make(atMost: .max) {}
            }
            let terms = DeletionGuard.Terms(areAccepted: acceptingDeletions, knownBefore: before)
            guard var merge = try VaultMerge(tables, at: clock.now(), terms) else { throw VaultError.noVault }
            if !acceptingDeletions, let found = try DeletionGuard(tables).check(batches, knownBefore: before) {
                _ = try Self.refuse(found)
            }
            try merge.merge(batches)
            return (merge.report, merge.changed)
        }
        notify(changed: result.1.identifiers)
        if !result.1.isEmpty { notifyPending() }
        return result.0
    }

    /// Returns true where it may be merged.
    private static func refuse(_ found: DeletionGuard.Excess) throws(VaultError) -> Bool {
        guard found.isTooMuch else { return true }
        throw VaultError.manyDeletions(
            device: found.device, deleted: found.deleted, of: found.of, alreadyHere: found.alreadyDeleted)
    }

    public func missingPhotos(limit: Int) throws -> [PhotoHash] { try tables.photos.missing(limit: limit) }

    public func namedPhotos(after place: PhotoHash?, limit: Int) throws -> [(hash: PhotoHash, size: Int)] {
        try tables.photos.named(after: place, limit: limit)
    }

    public func missingFileCount() throws -> Int { try tables.photos.missingCount() }

    public func addPhoto(_ bytes: [UInt8], _ hash: PhotoHash) throws {
        let users = try write(bytes: bytes.count) { () throws(StoreError) in
            // The card may be deleted for good since somebody asked for its photo.
            let users = try tables.photos.users(of: hash)
            if !users.isEmpty { try tables.photos.write(bytes, hash) }
            return users
        }
        notify(changed: Set(users))
    }

    // MARK: - Devices

    public func devices() throws -> [VaultDevice] {
        let entry = try tables.vault.entry()
        return try tables.vault.devices().map { device in
            VaultDevice(
                device.id, name: device.name, isThisOne: device.number == entry?.device, number: device.received,
                lastBatch: try tables.batches.lastTime(of: device.number)?.timestamp, isForgotten: device.isForgotten)
        }.sorted { ($0.isThisOne ? 0 : 1, $0.name, $0.id) < ($1.isThisOne ? 0 : 1, $1.name, $1.id) }
    }

    public func forget(_ device: DeviceID) throws {
        try write { () throws(StoreError) in try tables.vault.setForgotten(device) }
        notify(changed: nil)
    }

    public func contentHash() throws -> ObjectHash {
        var digests: [UInt8] = []
        for identifier in try tables.cards.identifiers().sorted() {
            guard var card = try tables.cards.entry(identifier)?.card else { continue }
            card.groups = SharedFields.sorted(card.groups)
            card.balance = ExactDecimal(card.balance)?.shortened.text ?? card.balance
            let entries = try tables.ledger.entries(of: identifier).map(\.id.text).sorted()
            digests += Array(ObjectHash(of: CardJSON.storedText(of: card) + Array(entries.joined().utf8)).text.utf8)
        }
        return ObjectHash(of: digests)
    }
}
