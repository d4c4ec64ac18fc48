public import Cards

extension CardStore {
    /// Imports what a file holds, in one transaction and as one step: all that could be read, or nothing. The command line and the
    /// screen both call this; it is the one place that knows which formats there are.
    ///
    /// Throws ``CardImportError`` where the text is no JSON, what reading the file throws, and the store's own errors.
    /// - Parameters:
    ///   - chunks: the bytes of the file.
    ///   - makeIdentifier: gives the cards without an identifier theirs.
    public func importFile(
        _ chunks: @escaping ByteChunks, makeIdentifier: @escaping @Sendable () -> CardID = { .random() }
    ) async throws -> ImportReport {
        try await importCards(from: JSONCardSource(chunks, makeIdentifier: makeIdentifier))
    }
}
