extension Schema {
    /// The history of a card, and where its changes came from.
    ///
    /// - `change_card`: the entries of a card; SQLite adds their sequence. It has all entries: 40 bytes for an imported card, beside the
    ///   row of about a kilobyte.
    /// - `step.source`: of an import the program that wrote the file, if it was another one.
    static let changes = """
        CREATE INDEX change_card ON change (card);
        ALTER TABLE step ADD COLUMN source TEXT;
        """
}
