extension Schema {
    /// Remotes that lose or damage what they had.
    ///
    /// - `vault.is_sealed`: whether the objects of the vault are encrypted: what its header says later does not change that.
    /// - `vault_batch.size`: of the bytes as they travel; NULL in those of older versions until it is needed.
    /// - `vault_remote.verified`: when the bytes of this device's batches were read there last.
    /// - `vault_flaw`: batches that are missing or damaged at a remote, see `VaultFlaw`. `vault_snapshot`: the snapshots that were read there.
    static let remoteState = """
        ALTER TABLE vault ADD COLUMN is_sealed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE vault_batch ADD COLUMN size INTEGER;
        ALTER TABLE vault_remote ADD COLUMN verified INTEGER;
        CREATE TABLE vault_flaw (
            remote INTEGER NOT NULL, kind TEXT NOT NULL, device TEXT NOT NULL, number INTEGER NOT NULL,
            waiting INTEGER NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (remote, kind, device, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE vault_snapshot (
            remote INTEGER NOT NULL, hash TEXT NOT NULL, size INTEGER NOT NULL, covers TEXT NOT NULL,
            PRIMARY KEY (remote, hash)
        ) STRICT, WITHOUT ROWID;
        """
}
