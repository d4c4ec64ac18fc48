extension Schema {
    /// The history of a card, and where its changes came from.
    ///
    /// - `change_card`: the entries of a card but those that added it, so that an import does not pay for it. SQLite adds the sequence.
    ///   Of a card that is here, the entry that added it is `card.row`.
    /// - `change.born`: of a deletion the entry that had added the card; NULL in those of older versions.
    /// - `step.source`: of an import the program that wrote the file, if it was another one.
    static let changes = """
        CREATE INDEX change_card ON change (card) WHERE previous IS NOT NULL;
        ALTER TABLE change ADD COLUMN born INTEGER;
        ALTER TABLE step ADD COLUMN source TEXT;
        """
}
