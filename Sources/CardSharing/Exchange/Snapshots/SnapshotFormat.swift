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
struct SnapshotError: Error, Hashable {
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
