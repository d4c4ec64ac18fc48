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
