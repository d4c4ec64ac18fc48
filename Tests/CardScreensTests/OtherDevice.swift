import CardStorage
import Cards

/// Another device that shares the cards of a store. Nothing carries what they change but the calls of a test.
struct OtherDevice {
    let store: SQLiteCardStore
    private let here: SQLiteCardStore
    private let vault: VaultID
    private static let remote = RemoteID("folder:/shared")

    /// Both have the same cards then.
    init(_ name: String, beside here: SQLiteCardStore) async throws {
        self.here = here
        store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: Journey.clock)
        vault = VaultID.random()
        for (store, name) in [(here, "laptop"), (store, name)] {
            _ = try await store.joinVault(vault, deviceName: name)
            try await store.addRemote(Self.remote)
        }
        try await receive()
    }

    /// A further device that has the cards of the other one.
    init(_ name: String, joining other: OtherDevice) async throws {
        (here, vault) = (other.here, other.vault)
        store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: Journey.clock)
        _ = try await store.joinVault(vault, deviceName: name)
        try await store.addRemote(Self.remote)
        let page = try await other.store.batches(upTo: other.store.known(), after: 0, bytes: 1 << 30)
        let received = try page.batches.map { ReceivedBatch(try ChangeBatch($0.bytes), bytes: $0.bytes) }
        _ = try await store.merge(received, from: Self.remote, acceptingDeletions: true)
        try await store.acknowledge(page.batches.map(\.id), by: Self.remote)
    }

    /// What was changed there comes here.
    func send() async throws { try await Self.carry(from: store, to: here) }

    /// Changes something there, which then comes here.
    func apply(_ change: CardChange) async throws {
        try await store.apply([change])
        try await Self.carry(from: store, to: here)
    }

    /// What was changed here comes there.
    func receive() async throws { try await Self.carry(from: here, to: store) }

    private static func carry(from source: SQLiteCardStore, to target: SQLiteCardStore) async throws {
        for store in [source, target] { while try await store.makeBatches(atMost: 16) {} }
        let batches = try await source.outgoing(to: remote, bytes: 1 << 20)
        let received = try batches.map { ReceivedBatch(try ChangeBatch($0.bytes), bytes: $0.bytes) }
        _ = try await target.merge(received, from: remote, acceptingDeletions: true)
        for store in [source, target] { try await store.acknowledge(batches.map(\.id), by: remote) }
    }
}
