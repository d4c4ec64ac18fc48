extension Schema {
    /// What a lasting talk with a backend needs.
    ///
    /// - `backend.entity_tag`, `backend.last_modified`: what its last whole list was known by.
    /// - `shadow.absent`: the last whole list did not name the card.
    /// - `owed.is_refused`: the backend does not take the card as it is.
    static let network = """
        ALTER TABLE backend ADD COLUMN entity_tag TEXT;
        ALTER TABLE backend ADD COLUMN last_modified TEXT;
        ALTER TABLE shadow ADD COLUMN absent INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX shadow_absent ON shadow (backend) WHERE absent = 1;
        ALTER TABLE owed ADD COLUMN is_refused INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX owed_refused ON owed (backend) WHERE is_refused = 1;
        CREATE INDEX conflict_card ON conflict (card);
        """

    /// - `acknowledged`: what a backend had, in the fields that it took over since, until its list says that it has them. One row for
    ///   each write: a stale list may be of any time in between.
    static let acknowledgements = """
        CREATE TABLE acknowledged (
            number INTEGER PRIMARY KEY, backend INTEGER NOT NULL REFERENCES backend, card TEXT NOT NULL, before TEXT NOT NULL
        ) STRICT;
        CREATE INDEX acknowledged_card ON acknowledged (backend, card);
        """
}
