internal import Cards

/// The bytes of photos by their hash, as they came. Bytes that no card names any more stay while the change log names them.
struct PhotoTable {
    let connection: Connection

    func bytes(of hash: PhotoHash) throws(StoreError) -> [UInt8]? {
        try connection.first("SELECT bytes FROM photo WHERE hash = ?") {
            $0.add(hash.text)
        } read: {
            $0.optionalBytes() ?? []
        }
    }

    func write(_ photos: [PhotoHash: [UInt8]]) throws(StoreError) {
        for (hash, bytes) in photos {
            try connection.run("INSERT OR IGNORE INTO photo (hash, bytes) VALUES (?, ?)") {
                $0.add(hash.text)
                $0.add(blob: bytes)
            }
        }
    }
}
