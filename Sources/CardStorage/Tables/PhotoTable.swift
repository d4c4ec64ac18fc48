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

extension PhotoTable {
    /// The columns with JSON of cards, as ``CardJSON/storedForm(of:fields:)`` writes it.
    private static let texts = [
        ("change", "fields"), ("change", "previous"), ("conflict", "theirs"), ("acknowledged", "before"),
    ]
    private static let columns = FieldDefinition.all.filter(\.isPhoto).map(\.key)

    /// The photos that cards name and that are not stored.
    func missing() throws(StoreError) -> [MissingPhoto] {
        let queries = Self.columns.map {
            """
            SELECT id, name, '\($0)' FROM card
            WHERE \($0) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM photo WHERE hash = card.\($0))
            """
        }
        let pictures = """
            SELECT id, name, 'pictures' FROM card
            WHERE pictures IS NOT NULL AND json_valid(pictures) AND EXISTS (
                SELECT 1 FROM json_each(pictures) AS picture WHERE NOT EXISTS (
                    SELECT 1 FROM photo WHERE hash = picture.value ->> 'photo'))
            """
        return try connection.all((queries + [pictures]).joined(separator: " UNION ALL ")) { row in
            let (identifier, name, part) = (row.text(), row.text(), row.text())
            return CardID(identifier).map { MissingPhoto(card: $0, name: name, part: part) }
        }
    }

    /// The hashes of stored photos that nothing names: no card, no history of one, no backend's version.
    func unused() throws(StoreError) -> [String] {
        let unlisted = "SELECT hash FROM photo WHERE NOT EXISTS (SELECT 1 FROM photo_use WHERE hash = photo.hash)"
        // Usually all are listed, and the texts below need not be searched.
        if try connection.first("\(unlisted) LIMIT 1", read: { $0.text() }) == nil { return [] }
        return try connection.all("\(unlisted) EXCEPT \(Self.named)") { $0.text() }
    }

    func remove(_ hash: String) throws(StoreError) {
        try connection.run("DELETE FROM photo WHERE hash = ?", hash)
    }

    /// Selects every hash that a row or a kept JSON text names. Invalid JSON names none.
    private static let named: String = {
        let rows = ["card", "shadow"].flatMap { table in columns.map { "SELECT \($0) FROM \(table)" } }
        let kept = texts.flatMap { table, text in
            columns.map {
                """
                SELECT CASE WHEN json_valid(\(text)) THEN \(text) ->> '\($0)' END FROM \(table)
                WHERE instr(\(text), '"\($0)":"')
                """
            }
        }
        return "SELECT * FROM (\((rows + kept + pictures).joined(separator: " UNION ALL ")))"
    }()

    /// The same of the lists of pictures.
    private static let pictures: [String] = {
        let rows = ["card", "shadow"].map { table in
            """
            SELECT picture.value ->> 'photo' FROM \(table), json_each(\(table).pictures) AS picture
            WHERE \(table).pictures IS NOT NULL AND json_valid(\(table).pictures) AND picture.type = 'object'
            """
        }
        let kept = texts.map { table, text in
            """
            SELECT picture.value ->> 'photo' FROM \(table), json_each(
                CASE WHEN instr(\(text), '"pictures":[') AND json_valid(\(text)) THEN \(text) -> '$.pictures' ELSE '[]' END
            ) AS picture WHERE picture.type = 'object'
            """
        }
        return rows + kept
    }()
}

extension PhotoTable {
    /// Those that a card, or a value in conflict with it, names now and whose bytes are not here.
    func missing(limit: Int) throws(StoreError) -> [PhotoHash] {
        try connection.all("SELECT DISTINCT hash \(Self.missingOnes) LIMIT ?", limit) { PhotoHash($0.text()) }
    }

    func missingCount() throws(StoreError) -> Int {
        try connection.first("SELECT count(DISTINCT hash) \(Self.missingOnes)") { $0.count() } ?? 0
    }

    /// The cards of a use that name its photo now.
    private static let namingCards = """
        SELECT 1 FROM card WHERE id = photo_use.card
            AND (photo_use.hash IN (front, back, icon) OR instr(ifnull(pictures, ''), photo_use.hash))
        """

    private static let missingOnes = """
        FROM photo_use WHERE NOT EXISTS (SELECT 1 FROM photo WHERE photo.hash = photo_use.hash)
            AND (EXISTS (\(namingCards))
            OR EXISTS (SELECT 1 FROM conflict WHERE card = photo_use.card AND instr(theirs, hash)))
        """

    /// Those that a card names now and whose bytes are here, behind a place in the order of their hashes.
    func named(after place: PhotoHash?, limit: Int) throws(StoreError) -> [(hash: PhotoHash, size: Int)] {
        try connection.all(
            """
            SELECT hash, length(bytes) FROM photo WHERE hash > ? AND EXISTS (
                SELECT 1 FROM photo_use WHERE photo_use.hash = photo.hash AND EXISTS (\(Self.namingCards)))
            ORDER BY hash LIMIT ?
            """, place?.text ?? "", limit
        ) { row in
            let hash = PhotoHash(row.text())
            return hash.map { (hash: $0, size: row.count()) }
        }
    }

    /// The cards that name it.
    func users(of hash: PhotoHash) throws(StoreError) -> [CardID] {
        try connection.all("SELECT card FROM photo_use WHERE hash = ?", hash.text) { CardID($0.text()) }
    }
}
