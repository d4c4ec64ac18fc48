extension CardStore {
    /// Brings the cards of a file's bytes into the store, in one transaction: all that could be read, or none.
    /// Throws ``CardImportError`` where the text is no JSON, and the store's own errors.
    public func bring(_ bytes: [UInt8]) async throws -> CardImport.Outcome {
        let file = try CardImport(bytes)
        var known: [CardID: Card] = [:]
        for identifier in file.identifiers {
            if let card = try await card(identifier) { known[identifier] = card }
        }
        let outcome = file.changes(known: known)
        if !outcome.changes.isEmpty { try await apply(outcome.changes) }
        return outcome
    }
}

extension CardImport.Outcome {
    /// "3 added, 1 changed, 2 unchanged, 1 skipped"; only what there is.
    public var words: String {
        let parts = [(added, "added"), (changed, "changed"), (unchanged, "unchanged"), (skipped.count, "skipped")]
        let said = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return said.isEmpty ? "no cards in this file" : said.joined(separator: ", ")
    }
}
