/// Reads the cards of a store that is in a file: a backup.
public protocol StoreFileReading: Sendable {
    /// Throws ``StoreError``: the file is damaged, is no card store or was written by a newer version. The file stays as it is.
    func cards(ofStore path: String) throws -> any CardSource
}
