extension Schema {
    /// Undo, redo and the trash. They stand on the log; these tables only point into it, and a store from before has no steps
    /// but a trash.
    ///
    /// - `step`: the entries of the log, from `first` to `last`, that one call made. `origin`: the step that they take back or do
    ///   again, itself for what a user did. `stack`: whether undo or redo may take it back; NULL when neither.
    /// - `change_deletion`: the trash. Only deletions are in it, so an import does not pay for it.
    /// - `emptied`: up to which place of the log a card is gone for good.
    /// - `photo_use`: which cards name a photo, now, in their history or in what a backend says of them.
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

    /// Finds the photos that a store from before names. What is no JSON names none; it must not keep the store from opening.
    /// Looking for the key first spares most entries the parser.
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
