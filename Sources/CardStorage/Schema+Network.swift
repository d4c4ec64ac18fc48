extension Schema {
    /// Conditional requests, absent cards and parked uploads.
    ///
    /// - `backend.entity_tag`, `backend.last_modified`: the validators of the last complete list.
    /// - `shadow.absent`: the last complete list did not name the card.
    /// - `owed.is_refused`: the backend rejected the card as it is.
    static let network = """
        ALTER TABLE backend ADD COLUMN entity_tag TEXT;
        ALTER TABLE backend ADD COLUMN last_modified TEXT;
        ALTER TABLE shadow ADD COLUMN absent INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX shadow_absent ON shadow (backend) WHERE absent = 1;
        ALTER TABLE owed ADD COLUMN is_refused INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX owed_refused ON owed (backend) WHERE is_refused = 1;
        CREATE INDEX conflict_card ON conflict (card);
        """

    /// - `acknowledged`: the backend's values from before an accepted write, in the fields that were written, until a list
    ///   confirms the write. One row for each write: a stale list may show the state before any of them.
    static let acknowledgements = """
        CREATE TABLE acknowledged (
            number INTEGER PRIMARY KEY, backend INTEGER NOT NULL REFERENCES backend, card TEXT NOT NULL, before TEXT NOT NULL
        ) STRICT;
        CREATE INDEX acknowledged_card ON acknowledged (backend, card);
        """
}
