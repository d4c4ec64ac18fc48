extension Schema {
    /// Cards that devices share. All of it is empty in a store that is in no vault.
    ///
    /// - `vault`: one row at most. `time`: the hybrid clock. `sequence`, `ledger_row`: what of log and ledger is in batches already.
    ///   `next_row`, `last_row`: the cards from before the store joined that are in no batch yet. `place`: where the file was, so that a
    ///   copy of it finds out.
    /// - `vault_device`: `received`: the highest batch that is merged; for this device that it made. `vault_key`: the names of fields.
    /// - `vault_card`: see `CardVersions`, with numbers for devices and names. `vault_mark`: fields that go into the next batch although
    ///   the log does not name them; `*` for all.
    /// - `vault_batch`: each batch that is known, with its bytes, see `BatchBody`.
    /// - `vault_remote`: `has`: the batches that it is known to have, as JSON.
    static let vault = """
        CREATE TABLE vault (
            one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, device INTEGER NOT NULL, time INTEGER NOT NULL,
            sequence INTEGER NOT NULL, ledger_row INTEGER NOT NULL, next_row INTEGER NOT NULL, last_row INTEGER NOT NULL,
            place TEXT NOT NULL
        ) STRICT;
        CREATE TABLE vault_device (
            number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, received INTEGER NOT NULL,
            is_forgotten INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE vault_key (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE) STRICT;
        CREATE TABLE vault_card (card TEXT PRIMARY KEY, versions BLOB NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE vault_mark (card TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (card, key)) STRICT, WITHOUT ROWID;
        CREATE TABLE vault_batch (
            row INTEGER PRIMARY KEY, device INTEGER NOT NULL, number INTEGER NOT NULL, time INTEGER NOT NULL,
            hash BLOB NOT NULL, photos TEXT, body BLOB NOT NULL, UNIQUE (device, number)
        ) STRICT;
        CREATE TABLE vault_remote (
            number INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE, has TEXT NOT NULL, last_exchange INTEGER,
            failure TEXT, failed_at INTEGER
        ) STRICT;
        """

    /// Version 14: the cards that another device deleted a short time ago, by its clock, until that is accepted; see `DeletionGuard`.
    static let deletions = """
        CREATE TABLE vault_deletion (device INTEGER NOT NULL, card TEXT NOT NULL, time INTEGER NOT NULL, PRIMARY KEY (device, card))
            STRICT, WITHOUT ROWID;
        """
}
