internal import Basics
internal import Cards

/// The batches that are known: the time of each, the beginning of its hash, and its bytes (``BatchBody``), so that
/// any remote can be given all of them.
struct BatchTable {
    let connection: Connection

    struct Entry {
        /// The device's number.
        let device: Int64
        let number: Int64
        let time: HybridTime
        let hash: ObjectHash
        let photos: [PhotoHash]
        /// As it travels.
        let body: [UInt8]
    }

    func add(_ entry: Entry) throws(StoreError) {
        try connection.run(Self.insert) {
            $0.add(entry.device)
            $0.add(entry.number)
            $0.add(entry.time.bits)
            $0.add(blob: Self.stored(entry.hash))
            $0.add(entry.photos.isEmpty ? nil : entry.photos.map(\.text).joined(separator: " "))
            $0.add(blob: BatchBody.stored(entry.body))
            $0.add(entry.body.count)
        }
    }

    private static let insert = """
        INSERT OR REPLACE INTO vault_batch (device, number, time, hash, photos, body, size) VALUES (?, ?, ?, ?, ?, ?, ?)
        """

    /// Sixteen bytes tell two batches with one number apart.
    private static func stored(_ hash: ObjectHash) -> [UInt8] { Array(hash.text.utf8.prefix(32)) }

    func time(_ number: Int64, of device: Int64) throws(StoreError) -> HybridTime? {
        try connection.first("SELECT time FROM vault_batch WHERE device = ? AND number = ?", device, number) {
            HybridTime(bits: $0.number())
        }
    }

    /// When the last batch of the device was made, by its clock.
    func lastTime(of device: Int64) throws(StoreError) -> HybridTime? {
        try connection.first("SELECT time FROM vault_batch WHERE device = ? ORDER BY number DESC LIMIT 1", device) {
            HybridTime(bits: $0.number())
        }
    }

    /// Whether the known batch is this one; nil if it is not known.
    func isSame(_ hash: ObjectHash, _ number: Int64, of device: Int64) throws(StoreError) -> Bool? {
        try connection.first("SELECT hash FROM vault_batch WHERE device = ? AND number = ?", device, number) {
            $0.optionalBytes() == Self.stored(hash)
        }
    }

    /// Where a batch stands in the order in which they became known here: none builds on a later one.
    struct Place {
        let row: Int64
        /// The device's number.
        let device: Int64
        let number: Int64
    }

    /// The device's first batches after this number.
    func places(after number: Int64, of device: Int64, limit: Int) throws(StoreError) -> [Place] {
        // A device's batches become known by their numbers: the index has them in the order of their rows.
        try connection.all(
            "SELECT row, number FROM vault_batch WHERE device = ? AND number > ? ORDER BY number LIMIT ?", device,
            number, limit
        ) {
            Place(row: $0.number(), device: device, number: $0.number())
        }
    }

    /// The first batches behind a row.
    func places(after row: Int64, limit: Int) throws(StoreError) -> [Place] {
        try connection.all("SELECT row, device, number FROM vault_batch WHERE row > ? ORDER BY row LIMIT ?") {
            $0.add(row)
            $0.add(limit)
        } read: {
            Place(row: $0.number(), device: $0.number(), number: $0.number())
        }
    }

    /// How many batches of the device after this number have a time in this range.
    func count(after number: Int64, of device: Int64, times: ClosedRange<Int64>) throws(StoreError) -> Int {
        try connection.first(
            "SELECT count(*) FROM vault_batch WHERE device = ? AND number > ? AND time BETWEEN ? AND ?", device, number,
            times.lowerBound, times.upperBound
        ) {
            $0.count()
        } ?? 0
    }

    func numbers(of device: Int64, madeBefore time: HybridTime) throws(StoreError) -> [Int64] {
        try connection.all(
            "SELECT number FROM vault_batch WHERE device = ? AND time < ? ORDER BY number", device, time.bits
        ) {
            $0.number()
        }
    }

    func body(_ number: Int64, of device: Int64) throws(StoreError) -> (bytes: [UInt8], photos: [PhotoHash])? {
        let found = try connection.first(
            "SELECT body, photos FROM vault_batch WHERE device = ? AND number = ?", device, number
        ) { row in
            row.optionalBytes().map { bytes in
                let photos = (row.optionalText() ?? "").split(separator: " ").compactMap { PhotoHash(String($0)) }
                return (stored: bytes, photos: photos)
            }
        }.flatMap { $0 }
        guard let found else { return nil }
        guard let bytes = BatchBody.bytes(of: found.stored) else {
            throw StoreError.damaged(
                path: connection.path, reason: "batch \(number) of device \(device) cannot be unpacked")
        }
        return (bytes: bytes, photos: found.photos)
    }

    // MARK: - Marks

    func marks(of device: Int64, upTo number: Int64) throws(StoreError) -> [Int64: BatchMark] {
        let marks = try connection.all(
            "SELECT number, hash, size FROM vault_batch WHERE device = ? AND number <= ? AND size IS NOT NULL", device,
            number
        ) { row -> (number: Int64, mark: BatchMark)? in
            let (number, hash) = (row.number(), row.optionalBytes() ?? [])
            return (number, BatchMark(hash: String(decoding: hash, as: UTF8.self), size: row.count()))
        }
        return Dictionary(marks.map { ($0.number, $0.mark) }, uniquingKeysWith: { first, _ in first })
    }

    /// The numbers of batches whose size is not noted.
    func unmeasured(of device: Int64) throws(StoreError) -> [Int64] {
        try connection.all("SELECT number FROM vault_batch WHERE device = ? AND size IS NULL", device) { $0.number() }
    }

    func measure(_ numbers: [Int64], of device: Int64) throws(StoreError) {
        for number in numbers {
            guard let size = try body(number, of: device)?.bytes.count else { continue }
            try connection.run("UPDATE vault_batch SET size = ? WHERE device = ? AND number = ?", size, device, number)
        }
    }

    /// The numbers of the devices whose batches name a photo.
    func devices(naming photo: PhotoHash) throws(StoreError) -> [Int64] {
        try connection.all("SELECT DISTINCT device FROM vault_batch WHERE instr(photos, ?) ORDER BY device", photo.text)
        {
            $0.number()
        }
    }

    /// Removes the device's batches after this number.
    func remove(after number: Int64, of device: Int64) throws(StoreError) {
        try connection.run("DELETE FROM vault_batch WHERE device = ? AND number > ?", device, number)
    }
}

/// How the bytes of a batch are kept: deflated where that saves something. They tell it themselves: a batch is JSON, and none begins as a
/// stream of zlib does. Short ones are plain, and so are those from before bodies were deflated, or from where zlib is missing.
enum BatchBody {
    /// Shorter ones, which one change makes, would save little.
    private static let shortest = 512
    /// The fastest: the first exchange of a large store must not wait for it.
    private static let level = 1

    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        guard (shortest...ChangeBatch.maximumBytes).contains(bytes.count),
            let packed = ZlibStream.packed(bytes, as: .zlib, level: level), packed.count < bytes.count
        else { return bytes }
        return packed
    }

    /// Nil where the stored bytes are damaged, or zlib is missing.
    static func bytes(of stored: [UInt8]) -> [UInt8]? {
        guard stored.first == ZlibStream.firstZlibByte else { return stored }
        return ZlibStream.unpacked(stored[...], as: .zlib, maximum: ChangeBatch.maximumBytes)
    }
}
