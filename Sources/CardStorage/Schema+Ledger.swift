extension Schema {
    /// The ledgers of cards: what changed their balances. A row outlives its card, so that a deleted card comes back with its ledger.
    ///
    /// - `kind`: `spend`, `receive`, `set` or `cancel`; `value`: the balance that was set; `cancels`: the entry that it cancels.
    /// - `sequence`: the log's entry that it came with; `counts`: whether no entry that counts cancels it. Only this column changes.
    /// - `ledger_order`: the entries that a ledger shows, in its order.
    static let ledger = """
        CREATE TABLE ledger (
            row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, card TEXT NOT NULL, kind TEXT NOT NULL, value TEXT,
            cancels TEXT, amount TEXT NOT NULL, currency TEXT, day INTEGER NOT NULL, time INTEGER NOT NULL,
            note TEXT NOT NULL, sequence INTEGER NOT NULL, counts INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX ledger_order ON ledger (card, day, time, id) WHERE cancels IS NULL;
        CREATE INDEX ledger_card ON ledger (card);
        CREATE INDEX ledger_cancels ON ledger (cancels) WHERE cancels IS NOT NULL;
        CREATE INDEX ledger_sequence ON ledger (sequence);
        """
}
