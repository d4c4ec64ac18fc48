internal import Cards

/// The versions of each card of the vault, also of deleted ones.
struct CardVersionsTable {
    let connection: Connection

    /// None for a card that the vault does not have. Throws for damaged ones.
    func versions(of card: CardID, _ numbers: VaultNumbers) throws(StoreError) -> CardVersions {
        let bytes = try connection.first("SELECT versions FROM vault_card WHERE card = ?", card.text) {
            $0.optionalBytes()
        }.flatMap { $0 }
        guard let bytes else { return CardVersions() }
        guard let versions = numbers.coding.versions(bytes) else {
            throw .damaged(path: connection.path, reason: "the versions of the card \(card) cannot be read")
        }
        return versions
    }

    func write(_ versions: CardVersions, of card: CardID, _ numbers: VaultNumbers) throws(StoreError) {
        let bytes = numbers.coding.bytes(of: versions)
        try numbers.check()
        try connection.run("INSERT OR REPLACE INTO vault_card (card, versions) VALUES (?, ?)") {
            $0.add(card.text)
            $0.add(blob: bytes)
        }
    }
}
