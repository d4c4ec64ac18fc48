extension Schema {
    /// Undo, redo and the trash. These tables only refer to entries of the log. After the migration there are no steps to undo,
    /// but the trash has the cards that were deleted before.
    ///
    /// - `step`: the entries of the log, from `first` to `last`, that one call made. `origin`: the step that they undo or redo;
    ///   for an action of the user the step itself. `stack`: whether undo or redo may revert it; NULL for neither.
    /// - `change_deletion`: the index for the trash. It holds only deletions, so that an import does not pay for it.
    /// - `emptied`: the entry of the log up to which a card is deleted for good.
    /// - `photo_use`: the photos that a card names now, in its history, or in a backend's version of it.
    static let history = """
        CREATE TABLE step (
            first INTEGER PRIMARY KEY, last INTEGER NOT NULL, kind TEXT NOT NULL, origin INTEGER NOT NULL, stack TEXT
        ) STRICT;
        CREATE INDEX step_stack ON step (stack) WHERE stack IS NOT NULL;

        CREATE INDEX change_deletion ON change (card) WHERE fields IS NULL;

        CREATE TABLE emptied (card TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT, WITHOUT ROWID;

        CREATE TABLE photo_use (card TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (card, hash)) STRICT, WITHOUT ROWID;
        CREATE INDEX photo_use_hash ON photo_use (hash);
        \(photoUses)
        """

    /// Fills `photo_use` for an existing store. Invalid JSON names no photo; it must not keep the store from opening. Searching
    /// for the key first spares most entries the JSON parser.
    private static var photoUses: String {
        let columns = [("card", "id"), ("shadow", "card")].flatMap { table, card in
            ["front", "back", "icon"].map { "SELECT \(card) AS card, \($0) AS hash FROM \(table)" }
        }
        let texts = [("change", "fields"), ("change", "previous"), ("conflict", "theirs")].flatMap { table, text in
            ["front", "back", "icon"].map {
                """
                SELECT card, CASE WHEN json_valid(\(text)) THEN \(text) ->> '\($0)' END AS hash
                FROM \(table) WHERE instr(\(text), '"\($0)":"')
                """
            }
        }
        return (columns + texts)
            .map { "INSERT OR IGNORE INTO photo_use SELECT card, hash FROM (\($0)) WHERE length(hash) = 64;" }
            .joined(separator: "\n")
    }
}
