internal import Basics
internal import Cards

/// The layout of a snapshot: ``mark``, the length of the head in four bytes (all numbers are written most significant byte first), the head
/// as JSON, then segments until the end. A segment is the length of its packed bytes and that of its bytes, four bytes each, and the packed
/// bytes, a stream of zlib. In it each batch is its device in eight bytes, its number in eight, its length in four, and its bytes as they
/// travel; those of a device by their numbers, from 1 on, and none before one that it builds on.
enum SnapshotFormat {
    static let mark = Array("CARDSNAP".utf8)
    /// A larger one cannot be read here.
    static let known: Int64 = 1
    /// A segment is closed once its bytes are this many; a single batch may be larger. Neither side unpacks more at once.
    static let segmentBytes = 4 << 20
    /// A segment is never larger than that: one batch beyond the usual size.
    static let maximumSegment = segmentBytes + ChangeBatch.maximumBytes + 1024
    /// The vector of a hundred thousand devices.
    static let maximumHead = 8 << 20
    /// What every transport carries.
    static let maximumBytes = (1 << 30) - (1 << 20)

    enum Key {
        static let (format, vault, covers) = ("format", "vault", "covers")
    }
}

/// Why a snapshot cannot be read, or made: as the end of a sentence.
struct SnapshotError: Error, Equatable {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}

/// What the snapshots of a remote have, as far as this program read them: none is fetched twice to find nothing new in it; and which photos it
/// does not have.
actor SnapshotMemory {
    private var covered: [ObjectHash: VersionVector] = [:]
    private var damages: [ObjectHash: String] = [:]
    /// What was known when all of a snapshot had to wait for batches that are in neither.
    private var fruitless: [ObjectHash: VersionVector] = [:]

    func note(_ vector: VersionVector, of snapshot: ListedSnapshot) { covered[snapshot.hash] = vector }

    /// Whether it has something new for a store that knows this, as far as is known.
    func mayHelp(_ snapshot: ListedSnapshot, knowing known: VersionVector) -> Bool {
        if fruitless[snapshot.hash] == known { return false }
        return covered[snapshot.hash].map { !known.covers($0) } ?? true
    }

    func noteFruitless(_ snapshot: ListedSnapshot, knowing known: VersionVector) { fruitless[snapshot.hash] = known }

    /// A sentence about one that cannot be read.
    func damage(of snapshot: ListedSnapshot) -> String? { damages[snapshot.hash] }

    func note(_ damage: String, of snapshot: ListedSnapshot) { damages[snapshot.hash] = damage }

    // MARK: - Photos

    /// When each was asked for last and was not there.
    private var absent: [PhotoHash: Timestamp] = [:]
    /// One that was not there is asked for again after this time, in milliseconds.
    private static let askingAgain: Int64 = 10 * 60 * 1000

    /// Those of the photos that may be there.
    func worthAsking(_ photos: [PhotoHash], at now: Timestamp) -> [PhotoHash] {
        photos.filter { hash in
            guard let last = absent[hash] else { return true }
            return !(0..<Self.askingAgain).contains(now.milliseconds - last.milliseconds)
        }
    }

    func note(absent photo: PhotoHash, at now: Timestamp) { absent[photo] = now }

    /// Whoever asks wants to know what is there now.
    func forgetAbsentPhotos() { absent = [:] }
}

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

/// Makes a snapshot of batches: they are given in the order in which a device knows them. It holds the packed bytes, and one segment.
struct SnapshotWriter {
    private var bytes: [UInt8]
    private let covered: VersionVector
    private var written = VersionVector()
    private var segment: [UInt8] = []
    /// A compromise: a snapshot is fetched more often than it is made, but it is made while somebody uses the program.
    private static let level = 3

    init(of vault: VaultID, covering covered: VersionVector) {
        self.covered = covered
        let head = JSONWriter.bytes(
            of: .object(
                JSONObject([
                    (SnapshotFormat.Key.format, .number(String(SnapshotFormat.known))),
                    (SnapshotFormat.Key.vault, .string(vault.text)), (SnapshotFormat.Key.covers, covered.json),
                ])))
        bytes = SnapshotFormat.mark + Self.number(head.count, 4) + head
    }

    mutating func add(_ id: BatchID, _ body: [UInt8]) throws(SnapshotError) {
        guard id.number == written[id.device] + 1 else {
            throw SnapshotError("lacks batch \(written[id.device] + 1) of device \(id.device.text)")
        }
        written[id.device] = id.number
        if !segment.isEmpty, segment.count + body.count > SnapshotFormat.segmentBytes { try close() }
        segment += id.device.bytes + Self.number(Int(id.number), 8) + Self.number(body.count, 4) + body
    }

    /// The whole object.
    mutating func finish() throws(SnapshotError) -> [UInt8] {
        if let missing = covered.sorted.first(where: { written[$0.device] != $0.number }) {
            throw SnapshotError("lacks batch \(written[missing.device] + 1) of device \(missing.device.text)")
        }
        if !segment.isEmpty { try close() }
        return bytes
    }

    private mutating func close() throws(SnapshotError) {
        guard let packed = ZlibStream.packed(segment, as: .zlib, level: Self.level) else {
            throw SnapshotError("cannot be compressed: zlib1g is missing, or there is not enough memory")
        }
        bytes += Self.number(packed.count, 4) + Self.number(segment.count, 4)
        bytes += packed
        segment.removeAll(keepingCapacity: true)
        if bytes.count > SnapshotFormat.maximumBytes { throw SnapshotError("would be larger than 1 GB") }
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
}

extension SnapshotWriter {
    /// A snapshot of what the store knows, as far as the vector covers it.
    /// - Parameter each: called with the size of each batch.
    static func snapshot(
        of store: any VaultStore, _ vault: VaultID, covering covered: VersionVector,
        each: (BatchID, Int) -> Void = { _, _ in }
    ) async throws -> [UInt8] {
        var writer = SnapshotWriter(of: vault, covering: covered)
        var place: Int64? = 0
        while let start = place {
            try Task.checkCancellation()
            let page = try await store.batches(upTo: covered, after: start, bytes: SnapshotFormat.segmentBytes)
            for batch in page.batches {
                try writer.add(batch.id, batch.bytes)
                each(batch.id, batch.bytes.count)
            }
            place = page.next
        }
        return try writer.finish()
    }
}
