extension Schema {
    /// Where cards came from, on this machine only: an import finds them again, and an export writes back what was not changed.
    ///
    /// - `origin_file`: the columns and the groups of a file of another program; `time`: when it was imported last.
    /// - `origin`: a card of such a file: its key there, its position, its bytes, and the card that they gave.
    static let origins = """
        CREATE TABLE origin_file (
            number INTEGER PRIMARY KEY, program TEXT NOT NULL, header BLOB NOT NULL, groups TEXT NOT NULL, time INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE origin (
            card TEXT NOT NULL, program TEXT NOT NULL, key TEXT NOT NULL, file INTEGER NOT NULL REFERENCES origin_file,
            place INTEGER NOT NULL, raw BLOB NOT NULL, base TEXT NOT NULL,
            PRIMARY KEY (card, program)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX origin_key ON origin (program, key);
        """
}
