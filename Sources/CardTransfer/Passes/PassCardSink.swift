internal import Cards

/// Writes the passes that cards came from, byte for byte: one as `.pkpass`, several as `.pkpasses`. A pass cannot be made here, since its
/// issuer signs it: cards without one are left out, and counted.
struct PassCardSink: CardSink {
    private var passes: ArraySlice<(name: String, hash: PhotoHash)> = []
    private var seen: Set<PhotoHash> = []
    /// Of several passes.
    private var archive: ZipWriter?
    private var single: [UInt8] = []
    private var written = 0
    /// How many cards came from a bare `pass.json`.
    private var unsigned = 0
    private(set) var omissions: [String: Int] = [:]

    let program: String? = FileFormat.pass.rawValue
    let needsPhotos = false

    mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]], origin: KeptOrigin?) throws {
        guard let hash = origin?.origin.attachment else { return omit("cards without a pass") }
        guard seen.insert(hash).inserted else { return }
        passes.append((name: "\(seen.count)-\(PhotoFileName.stem(of: card.name)).pkpass", hash: hash))
    }

    mutating func nextPhoto() throws -> PhotoHash? {
        if passes.count > 1, archive == nil { archive = ZipWriter() }
        return passes.first?.hash
    }

    mutating func append(photo bytes: [UInt8]?) throws {
        guard let pass = passes.popFirst(), let bytes else { return }
        guard bytes.starts(with: [0x50, 0x4B]) else {
            unsigned += 1
            return omit("a pass.json without its pass")
        }
        written += 1
        if archive == nil { single = bytes } else { try archive?.add(pass.name, bytes, isPacked: false) }
    }

    mutating func finish() throws {
        guard written > 0 else { throw unsigned > 0 ? TransferError.unsignedPasses : .noPassFiles }
        archive?.finish()
    }

    var byteCount: Int { archive?.bytes.count ?? single.count }

    mutating func drain() -> [UInt8] {
        if archive != nil { return archive?.drain() ?? [] }
        defer { single = [] }
        return single
    }

    private mutating func omit(_ what: String) { omissions[what, default: 0] += 1 }
}
