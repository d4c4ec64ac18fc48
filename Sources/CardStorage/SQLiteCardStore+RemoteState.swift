public import Cards

/// What remotes have of the batches that are here, and what is wrong there.
extension SQLiteCardStore {
    public func batchMarks(of device: DeviceID, upTo number: Int64) throws -> [Int64: BatchMark] {
        guard let entry = try tables.vault.devices().first(where: { $0.id == device }) else { return [:] }
        // Batches from before sizes were kept: once.
        let unmeasured = try tables.batches.unmeasured(of: entry.number)
        if !unmeasured.isEmpty, readOnlyReason == nil {
            try writeLarge { try tables.batches.measure(unmeasured, of: entry.number) }
        }
        return try tables.batches.marks(of: entry.number, upTo: number)
    }

    public func batches(_ identifiers: [BatchID]) throws -> [OutgoingBatch] {
        let devices = try tables.vault.devices()
        let numbers = Dictionary(devices.map { ($0.id, $0.number) }, uniquingKeysWith: { first, _ in first })
        var batches: [OutgoingBatch] = []
        for id in identifiers {
            guard let device = numbers[id.device], let body = try tables.batches.body(id.number, of: device) else {
                continue
            }
            batches.append(OutgoingBatch(id, bytes: body.bytes, photos: body.photos))
        }
        return batches
    }

    public func flaws(of remote: RemoteID) throws -> [VaultFlaw] { try tables.remoteState.flaws(of: remote) }

    public func setFlaws(_ flaws: [VaultFlaw], of remote: RemoteID) throws {
        if try tables.remoteState.flaws(of: remote) == flaws { return }
        try write { () throws(StoreError) in try tables.remoteState.setFlaws(flaws, of: remote) }
    }

    public func snapshots(of remote: RemoteID) throws -> [KnownSnapshot] {
        try tables.remoteState.snapshots(of: remote)
    }

    public func setSnapshots(_ snapshots: [KnownSnapshot], of remote: RemoteID) throws {
        try write { () throws(StoreError) in try tables.remoteState.setSnapshots(snapshots, of: remote) }
    }

    public func lastComparison(with remote: RemoteID) throws -> Timestamp? { try tables.remoteState.verified(remote) }

    public func noteComparison(with remote: RemoteID, at time: Timestamp) throws {
        try write { () throws(StoreError) in try tables.remoteState.setVerified(time, remote) }
    }

    public func noteSealed() throws { try write { () throws(StoreError) in try tables.vault.setSealed() } }

    public func missingPhotoDevices() throws -> [String] {
        let devices = Dictionary(
            try tables.vault.devices().map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        var names: [String] = []
        for hash in try tables.photos.missing(limit: 20) {
            for number in try tables.batches.devices(naming: hash) {
                guard let device = devices[number] else { continue }
                let name = device.name.isEmpty ? device.id.text : device.name
                if !names.contains(name) { names.append(name) }
            }
        }
        return names
    }
}

/// What a snapshot of the vault is made of.
extension SQLiteCardStore {
    public func batches(upTo covered: VersionVector, after place: Int64, bytes: Int) throws -> BatchPage {
        let devices = try tables.vault.devices()
        let limits = Dictionary(
            devices.map { ($0.number, covered[$0.id]) }, uniquingKeysWith: { first, _ in first })
        let places = try tables.batches.places(after: place, limit: Self.readAtOnce)
        let batches = try bodies(of: places, from: devices, bytes: bytes)
        guard !batches.isEmpty else { return BatchPage([], next: nil) }
        let covering = zip(places, batches).filter { $0.0.number <= limits[$0.0.device] ?? 0 }.map(\.1)
        return BatchPage(covering, next: places[batches.count - 1].row)
    }

    private static let readAtOnce = 10_000

    public func batchCounts(
        beyond covered: VersionVector, madeIn times: ClosedRange<HybridTime>
    ) throws -> [DeviceID: Int] {
        var counts: [DeviceID: Int] = [:]
        for device in try tables.vault.devices() where device.received > covered[device.id] {
            let count = try tables.batches.count(
                after: covered[device.id], of: device.number,
                times: times.lowerBound.bits...times.upperBound.bits)
            if count > 0 { counts[device.id] = count }
        }
        return counts
    }

    public func batchNumbers(of device: DeviceID, madeBefore time: HybridTime) throws -> [Int64] {
        guard let number = try tables.vault.devices().first(where: { $0.id == device })?.number else { return [] }
        return try tables.batches.numbers(of: number, madeBefore: time)
    }
}
