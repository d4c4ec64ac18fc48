extension Schema {
    /// What an import replaced beside the cards, until its step can neither be undone nor redone.
    ///
    /// - `step`: the first entry in the log of the import's step. `replaces`: whether the origin of the card was written; what undo or
    ///   redo puts in its place is in the columns behind it, where `base` NULL is none.
    /// - `contests`: whether the conflict with the files changed; `before` and `after`: their values of the fields in conflict.
    static let importUndo = """
        CREATE TABLE import_undo (
            card TEXT NOT NULL, program TEXT NOT NULL, step INTEGER NOT NULL,
            replaces INTEGER NOT NULL, key TEXT, file INTEGER, place INTEGER, raw BLOB, base TEXT,
            contests INTEGER NOT NULL, before TEXT, after TEXT,
            PRIMARY KEY (card, program, step)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX import_undo_step ON import_undo (step);
        """
}
