internal import Cards

/// What the devices of a vault tell each other of imports: which values of a card are as the issuer of its pass wrote them. No person changed
/// these, so that a newer version of the pass replaces them, whichever device imported them.
struct SharedImports {
    private let tables: Tables

    init(_ tables: Tables) { self.tables = tables }

    /// The values of the card that are as its pass has them, by their keys, for a batch.
    /// - Parameter keys: those that the batch has; the balance is always told, as what changes it may be in the ledger.
    func values(of card: Card, among keys: some Sequence<ExactText>) throws(StoreError) -> [ExactText: JSON] {
        guard let base = try tables.origins.entry(of: card.identifier, in: Self.program)?.kept.base else { return [:] }
        var values: [ExactText: JSON] = [:]
        for key in keys where key != CardVersions.balanceKey {
            let field = SharedFields.field(of: key)
            if !field.isBookkeeping, card.isSame(as: base, in: field) { values[key] = .bool(true) }
        }
        if !base.balance.isEmpty, card.isSame(as: base, in: .balance) {
            values[CardVersions.balanceKey] = .string(card.balance)
        }
        return values
    }

    /// Of these fields of a card those whose values another device imported, or this one, and that nobody changed since.
    func fields(_ fields: FieldSet, of card: Card) throws(StoreError) -> FieldSet {
        guard try tables.vault.entry() != nil else { return [] }
        let numbers = try VaultNumbers(tables.vault.connection)
        let versions = try tables.versions.versions(of: card.identifier, numbers)
        var changes: [BatchID: BatchedChange] = [:]
        for batch in Set(versions.shown.values.joined()) {
            guard let body = try tables.batches.body(batch.number, of: numbers.device(batch.device))?.bytes,
                let change = (try? ChangeBatch(body))?.changes.first(where: { $0.card == card.identifier })
            else { continue }
            changes[batch] = change
        }
        return fields.filter { field in
            guard let key = SharedFields.key(of: field) else { return false }
            if key == CardVersions.balanceKey {
                return changes.values.contains { $0.imported[key] == .string(card.balance) }
            }
            // Concurrent values are a conflict already.
            guard versions.hidden[key] == nil else { return false }
            let value = SharedFields.value(of: key, in: card)
            return versions.shown[key]?.contains { batch in
                guard let change = changes[batch] else { return false }
                return change.imported[key] != nil && (change.values[key] ?? .null) == value
            } ?? false
        }
    }

    /// The only program whose files are versions of one card that several devices may get, one after the other.
    private static let program = "pkpass"
}
