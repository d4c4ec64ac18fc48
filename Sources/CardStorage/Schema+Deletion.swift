extension Schema {
    /// Removes what older versions left of cards that were deleted for good: their entries in the log, and all values in what sync
    /// remembers of them. The last entry of the log stays, without values: its sequence must not be used again.
    ///
    /// - `backend.last_sync`: when a transfer with it succeeded last.
    static let deletion = """
        ALTER TABLE backend ADD COLUMN last_sync INTEGER;

        DELETE FROM change WHERE sequence < (SELECT max(sequence) FROM change)
            AND sequence <= (SELECT emptied.sequence FROM emptied WHERE emptied.card = change.card);
        UPDATE change SET fields = NULL, previous = NULL
            WHERE sequence <= (SELECT emptied.sequence FROM emptied WHERE emptied.card = change.card);

        UPDATE shadow SET name = '', number = '', starred = 0, archived = 0, valid_from = NULL, expiry = NULL, color = NULL,
            front = NULL, groups = NULL, back = NULL, icon = NULL, barcode_format = NULL, barcode_value = NULL,
            barcode_encoding = NULL, balance = '', currency = NULL, created = NULL, modified = NULL, note = '',
            unknown = NULL, phone = '', website = ''
            WHERE card IN (\(gone));
        UPDATE acknowledged SET before = json_object('identifier', card) WHERE card IN (\(gone));
        UPDATE owed SET failure = NULL WHERE card IN (\(gone));
        DELETE FROM conflict WHERE card IN (\(gone));
        DELETE FROM hand WHERE card IN (\(gone));
        """

    /// The cards that were deleted for good and did not come back since, not even into the trash.
    private static let gone = """
        SELECT card FROM emptied WHERE NOT EXISTS (SELECT 1 FROM card WHERE id = emptied.card) AND NOT EXISTS (
            SELECT 1 FROM change
            WHERE change.card = emptied.card AND fields IS NULL AND change.sequence > emptied.sequence)
        """
}
