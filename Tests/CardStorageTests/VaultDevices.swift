import Cards
import TestSupport
import Testing

@testable import CardStorage

/// Several stores of one vault, and a remote that only keeps what was written.
struct VaultDevices {
    let stores: [SQLiteCardStore]
    let remote = RemoteID("test")
    private(set) var written: [BatchID: [UInt8]] = [:]

    /// - Parameter clocks: the time at which each device's clock begins.
    /// - Parameter generator: names the devices: which of two concurrent values shows depends on it.
    init(_ clocks: [Int64], using generator: inout some RandomNumberGenerator) async throws {
        stores = try clocks.map {
            try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: SteppingClock(from: $0).clock)
        }
        let vault = VaultID(using: &generator)
        for (number, store) in stores.enumerated() {
            let device = DeviceID(using: &generator)
            _ = try await store.joinVault(vault, deviceName: "device \(number)", as: device)
            try await store.addRemote(remote)
        }
    }

    /// Writes what the device has changed. An answer that is lost leaves it to write it again.
    mutating func send(_ device: Int, losingAnswer: Bool = false) async throws {
        let store = stores[device]
        while try await store.makeBatches(atMost: 4) {}
        while true {
            let batches = try await store.outgoing(to: remote, bytes: 1 << 20)
            if batches.isEmpty { return }
            for batch in batches {
                if let there = written[batch.id] { try #require(there == batch.bytes) }
                written[batch.id] = batch.bytes
            }
            if losingAnswer { return }
            try await store.acknowledge(batches.map(\.id), by: remote)
        }
    }

    /// Merges some of what is there, in any order, perhaps twice.
    @discardableResult
    func receive(
        _ device: Int, using generator: inout some RandomNumberGenerator, share: Double = 1
    ) async throws -> VaultMergeReport {
        var batches: [ReceivedBatch] = []
        for (_, bytes) in written.sorted(by: { $0.key < $1.key })
        where Double.random(in: 0..<1, using: &generator) < share {
            batches.append(ReceivedBatch(try ChangeBatch(bytes), bytes: bytes))
            if Bool.random(using: &generator) { batches.append(ReceivedBatch(try ChangeBatch(bytes), bytes: bytes)) }
        }
        batches.shuffle(using: &generator)
        return try await stores[device].merge(batches, from: remote, acceptingDeletions: true)
    }

    /// Exchanges until nothing is left.
    mutating func settle(using generator: inout some RandomNumberGenerator) async throws {
        for _ in 0..<20 {
            let before = written.count
            var merged = 0
            for device in stores.indices {
                try await send(device)
                merged += try await receive(device, using: &generator).merged
            }
            // What was merged may have to be answered: a card that somebody deleted and somebody else changed is sent again.
            if written.count == before, merged == 0 { return }
        }
        Issue.record("the devices do not come to rest")
    }

    func hashes() async throws -> [ObjectHash] {
        var hashes: [ObjectHash] = []
        for store in stores { hashes.append(try await store.contentHash()) }
        return hashes
    }

    func cards(_ device: Int) async throws -> [Card] { try await stores[device].cards(from: 0, limit: .max) }
}
