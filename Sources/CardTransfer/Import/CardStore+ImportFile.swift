public import Cards

extension CardStore {
    /// Imports a file in one transaction and as one step: all readable cards, or nothing. The command line and the screen both call
    /// this; only this function knows the formats.
    ///
    /// Throws ``CardImportError`` if the text is not JSON, the errors of reading the file, and the store's own errors.
    /// - Parameters:
    ///   - chunks: the bytes of the file.
    ///   - makeIdentifier: makes identifiers for cards without one.
    public func importFile(
        _ chunks: @escaping ByteChunks, makeIdentifier: @escaping @Sendable () -> CardID = { .random() }
    ) async throws -> ImportReport {
        try await importCards(from: JSONCardSource(chunks, makeIdentifier: makeIdentifier))
    }
}
