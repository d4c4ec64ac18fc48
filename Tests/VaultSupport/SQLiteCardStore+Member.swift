public import CardStorage
public import Cards

extension SQLiteCardStore {
    /// A new store in memory that is a device of the vault, and exchanges with the remote.
    public static func member(
        of vault: VaultID, named name: String, at remote: RemoteID, clock: CardClock = .system
    ) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: inMemory, clock: clock)
        _ = try await store.joinVault(vault, deviceName: name)
        try await store.addRemote(remote)
        return store
    }
}
