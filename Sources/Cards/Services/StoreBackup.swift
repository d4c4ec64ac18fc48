/// Copies a whole store into a file.
public protocol StoreBackup: Sendable {
    /// Writes a consistent copy of the store, also while other programs change it. A file at that path is replaced when the copy is
    /// complete. Throws ``StoreError``.
    func backUp(to path: String) async throws

    /// Names the state of the cards: another text after each change of a card. Uses of cards and what is known of backends do not
    /// count.
    func changeMark() async throws -> String
}

/// Reads the cards of a store that is in a file: a backup.
public protocol StoreFileReading: Sendable {
    /// Throws ``StoreError``: the file is damaged, is no card store or was written by a newer version. The file stays as it is.
    func cards(ofStore path: String) throws -> any CardSource
}
