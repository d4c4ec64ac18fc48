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
