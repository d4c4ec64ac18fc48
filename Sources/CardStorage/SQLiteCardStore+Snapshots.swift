public import Cards

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
