internal import Basics
internal import Cards

/// Reads a snapshot, a segment at a time. Whatever the bytes are, it neither traps nor unpacks more than one segment; what it returned
/// before it throws is as the snapshot has it.
struct SnapshotReader {
    struct Batch {
        let id: BatchID
        let bytes: [UInt8]
    }

    let vault: VaultID
    /// What the snapshot says that it has; that it does is checked until the end.
    let covered: VersionVector
    private let bytes: [UInt8]
    private var position: Int
    private var read = VersionVector()

    init(_ bytes: [UInt8]) throws(SnapshotError) {
        var reader = ByteReader(bytes, at: SnapshotFormat.mark.count)
        guard bytes.starts(with: SnapshotFormat.mark) else { throw SnapshotError("is not a snapshot") }
        guard let length = reader.bigEndian(4), length <= SnapshotFormat.maximumHead,
            case let start = reader.position, reader.skip(length)
        else { throw SnapshotError("is cut off") }
        let head = try? JSONParser.parse(Array(bytes[start..<start + length]), maximumValues: 250_000)
        guard let head, case .number(let digits)? = head[SnapshotFormat.Key.format], let format = Int64(digits) else {
            throw SnapshotError("has a damaged head")
        }
        if format > SnapshotFormat.known {
            throw SnapshotError("was written by a newer cards-tui (format \(format)); update cards-tui here")
        }
        guard let vault = head[SnapshotFormat.Key.vault]?.string.flatMap({ VaultID($0) }),
            let covered = head[SnapshotFormat.Key.covers].flatMap({ VersionVector($0) })
        else { throw SnapshotError("has a damaged head") }
        self.vault = vault
        self.covered = covered
        self.bytes = bytes
        position = reader.position
    }

    /// Whether no segment follows.
    var isAtEnd: Bool { position == bytes.count }

    /// The batches of the next segment; nil at the end.
    mutating func next() throws(SnapshotError) -> [Batch]? {
        if position == bytes.count {
            guard read == covered else { throw SnapshotError("is missing some of the batches it lists") }
            return nil
        }
        var reader = ByteReader(bytes, at: position)
        guard let packed = reader.bigEndian(4), let count = reader.bigEndian(4),
            case let start = reader.position, reader.skip(packed)
        else { throw SnapshotError("is cut off") }
        guard count <= SnapshotFormat.maximumSegment,
            let segment = ZlibStream.unpacked(
                bytes[start..<start + packed], as: .zlib, maximum: count), segment.count == count
        else { throw SnapshotError("cannot be unpacked") }
        let batches = try batches(in: segment)
        position = reader.position
        return batches
    }

    private mutating func batches(in segment: [UInt8]) throws(SnapshotError) -> [Batch] {
        var batches: [Batch] = []
        var reader = ByteReader(segment)
        while !reader.isAtEnd {
            let name = reader.position
            guard reader.skip(8), let high = reader.bigEndian(4), let low = reader.bigEndian(4),
                let length = reader.bigEndian(4), case let start = reader.position, reader.skip(length),
                let device = DeviceID(bytes: Array(segment[name..<name + 8]))
            else { throw SnapshotError("has a damaged segment") }
            let number = high < 1 << 31 ? Int64(high) << 32 | Int64(low) : 0
            guard number == read[device] + 1, number <= covered[device] else {
                throw SnapshotError("has batches that it does not list, or has them out of order")
            }
            read[device] = number
            batches.append(Batch(id: BatchID(device, number), bytes: Array(segment[start..<start + length])))
        }
        return batches
    }
}

extension SnapshotReader {
    /// Throws unless all of these bytes are a snapshot of the vault, and each of its batches is one. Returns what it covers.
    static func verify(_ bytes: [UInt8], of vault: VaultID) throws(SnapshotError) -> VersionVector {
        var reader = try SnapshotReader(bytes)
        guard reader.vault == vault else { throw SnapshotError("belongs to another vault") }
        while let batches = try reader.next() {
            for found in batches { _ = try found.batch(of: vault) }
        }
        return reader.covered
    }
}

extension SnapshotReader.Batch {
    /// Checked as one that a remote lists.
    func batch(of vault: VaultID) throws(SnapshotError) -> ChangeBatch {
        let name = "batch \(id.number) of device \(id.device.text)"
        let batch: ChangeBatch
        do {
            batch = try ChangeBatch(bytes)
        } catch {
            throw SnapshotError("has a damaged batch: \(name) \(error.reason)")
        }
        guard batch.id == id, batch.vault == vault else {
            throw SnapshotError("has a damaged batch: \(name) has the content of another one")
        }
        return batch
    }
}
