internal import Cards

/// The unchanged bytes of photos by hash, and the cards that name them; also of the passes that cards came from. The bytes stay as long
/// as a card or its history names them.
struct PhotoTable {
    let connection: Connection

    func bytes(of hash: PhotoHash) throws(StoreError) -> [UInt8]? {
        try connection.first("SELECT bytes FROM photo WHERE hash = ?", hash.text) { $0.optionalBytes() ?? [] }
    }

    /// How many bytes it has, without reading them; nil where it is not stored.
    func size(of hash: PhotoHash) throws(StoreError) -> Int? {
        try connection.first("SELECT length(bytes) FROM photo WHERE hash = ?", hash.text) { $0.count() }
    }

    func thumbnail(of hash: PhotoHash) throws(StoreError) -> [UInt8]? {
        try connection.first("SELECT bytes FROM thumbnail WHERE hash = ?", hash.text) { $0.optionalBytes() ?? [] }
    }

    /// Ignores the thumbnail of a photo that was deleted meanwhile.
    func keepThumbnail(_ bytes: [UInt8], of hash: PhotoHash) throws(StoreError) {
        try connection.run(
            "INSERT OR REPLACE INTO thumbnail (hash, bytes) SELECT hash, ?2 FROM photo WHERE hash = ?1"
        ) {
            $0.add(hash.text)
            $0.add(blob: bytes)
        }
    }

    /// Stores the photos of the patch, and the uses of those that it names.
    func write(_ patch: CardPatch) throws(StoreError) {
        try write(patch.photos)
        try addUses(by: patch.values)
    }

    /// Stores bytes without uses.
    func write(_ photos: [PhotoHash: [UInt8]]) throws(StoreError) {
        for (hash, bytes) in photos { try write(bytes, hash) }
    }

    func addUses(by card: Card) throws(StoreError) {
        for hash in card.photos { try addUse(of: hash, by: card.identifier) }
    }

    /// Stores a file that is kept beside the card.
    func write(_ bytes: [UInt8], hash: PhotoHash, of identifier: CardID) throws(StoreError) {
        try write(bytes, hash)
        try addUse(of: hash, by: identifier)
    }

    /// Stores bytes without a use.
    func write(_ bytes: [UInt8], _ hash: PhotoHash) throws(StoreError) {
        try connection.run("INSERT OR IGNORE INTO photo (hash, bytes) VALUES (?, ?)") {
            $0.add(hash.text)
            $0.add(blob: bytes)
        }
    }

    private func addUse(of hash: PhotoHash, by identifier: CardID) throws(StoreError) {
        try connection.run("INSERT OR IGNORE INTO photo_use (card, hash) VALUES (?, ?)", identifier.text, hash.text)
    }

    /// Removes the photos that only this card names: for a card that is deleted for good.
    func removeUses(by identifier: CardID) throws(StoreError) {
        let hashes = try connection.all("SELECT hash FROM photo_use WHERE card = ?", identifier.text) {
            $0.optionalText()
        }
        try connection.run("DELETE FROM photo_use WHERE card = ?", identifier.text)
        for hash in hashes { try removeUnused(hash) }
    }

    /// Removes a file that the card does not keep any more, unless another card does.
    func removeUse(of hash: PhotoHash, by identifier: CardID) throws(StoreError) {
        try connection.run("DELETE FROM photo_use WHERE card = ? AND hash = ?", identifier.text, hash.text)
        try removeUnused(hash.text)
    }

    private func removeUnused(_ hash: String) throws(StoreError) {
        try connection.run(
            "DELETE FROM photo WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM photo_use WHERE hash = ?1)"
        ) { $0.add(hash) }
    }
}
