internal import Cards

/// The batches that are known: the time of each, the beginning of its hash, and its bytes, so that any remote can be given all of them.
struct BatchTable {
    let connection: Connection

    struct Entry {
        /// The device's number.
        let device: Int64
        let number: Int64
        let time: HybridTime
        let hash: ObjectHash
        let photos: [PhotoHash]
        let body: [UInt8]
    }

    func add(_ entry: Entry) throws(StoreError) {
        try connection.run(Self.insert) {
            $0.add(entry.device)
            $0.add(entry.number)
            $0.add(entry.time.bits)
            $0.add(blob: Self.stored(entry.hash))
            $0.add(entry.photos.isEmpty ? nil : entry.photos.map(\.text).joined(separator: " "))
            $0.add(blob: entry.body)
        }
    }

    private static let insert = """
        INSERT OR REPLACE INTO vault_batch (device, number, time, hash, photos, body) VALUES (?, ?, ?, ?, ?, ?)
        """

    /// Sixteen bytes tell two batches with one number apart.
    private static func stored(_ hash: ObjectHash) -> [UInt8] { Array(hash.text.utf8.prefix(32)) }

    func time(_ number: Int64, of device: Int64) throws(StoreError) -> HybridTime? {
        try connection.first("SELECT time FROM vault_batch WHERE device = ? AND number = ?") {
            $0.add(device)
            $0.add(number)
        } read: {
            HybridTime(bits: $0.number())
        }
    }

    /// When the last batch of the device was made, by its clock.
    func lastTime(of device: Int64) throws(StoreError) -> HybridTime? {
        try connection.first("SELECT time FROM vault_batch WHERE device = ? ORDER BY number DESC LIMIT 1") {
            $0.add(device)
        } read: {
            HybridTime(bits: $0.number())
        }
    }

    /// Whether the known batch is this one; nil if it is not known.
    func isSame(_ hash: ObjectHash, _ number: Int64, of device: Int64) throws(StoreError) -> Bool? {
        try connection.first("SELECT hash FROM vault_batch WHERE device = ? AND number = ?") {
            $0.add(device)
            $0.add(number)
        } read: {
            $0.optionalBytes() == Self.stored(hash)
        }
    }

    /// All, in the order in which they became known here: none builds on a later one.
    func forEachBody(_ read: (_ device: Int64, _ number: Int64, _ size: Int) -> Void) throws(StoreError) {
        try connection.forEach(
            "SELECT device, number, length(body) FROM vault_batch ORDER BY row"
        ) { row in
            read(row.number(), row.number(), row.count())
        }
    }

    func body(_ number: Int64, of device: Int64) throws(StoreError) -> (bytes: [UInt8], photos: [PhotoHash])? {
        try connection.first("SELECT body, photos FROM vault_batch WHERE device = ? AND number = ?") {
            $0.add(device)
            $0.add(number)
        } read: { row in
            row.optionalBytes().map { bytes in
                let photos = (row.optionalText() ?? "").split(separator: " ").compactMap { PhotoHash(String($0)) }
                return (bytes: bytes, photos: photos)
            }
        }.flatMap { $0 }
    }

    /// Removes the device's batches after this number.
    func remove(after number: Int64, of device: Int64) throws(StoreError) {
        try connection.run("DELETE FROM vault_batch WHERE device = ? AND number > ?") {
            $0.add(device)
            $0.add(number)
        }
    }
}
