internal import Basics
internal import Cards

/// How far a vault was read by a connection: everything up to a revision is in a version vector. A shortcut only: whoever does not know
/// all of the vector (a new process, a store that set a batch aside) is answered by its own vector instead.
struct PostgreSQLCursor: Hashable, Sendable {
    private var revision: Int64 = 0
    private var vector = VersionVector()

    init() {}

    /// Where to begin to read for this vector; nil if only the vector itself tells.
    func revision(for known: VersionVector) -> Int64? { revision > 0 && known.covers(vector) ? revision : nil }

    /// - Parameters:
    ///   - page: what was listed for `known`.
    ///   - latest: the revision that the vault had before the page was read: all up to it is known or in a last page. What was added
    ///     between comes again, and is known then.
    func moved(by page: PostgreSQLPage, known: VersionVector, latest: Int64) -> PostgreSQLCursor {
        guard !page.isIncomplete else { return self }
        var cursor = PostgreSQLCursor()
        var vector = known
        for batch in page.batches where batch.id.number > vector[batch.id.device] {
            vector[batch.id.device] = batch.id.number
        }
        (cursor.revision, cursor.vector) = (latest, vector)
        return cursor
    }
}

/// Some batches as the server listed them, with their bytes.
struct PostgreSQLPage: Sendable {
    private(set) var batches: [ListedBatch] = []
    /// Whether there are more behind them.
    let hasMore: Bool
    /// Whether something in it could not be read: what is behind must not be taken for all.
    let isIncomplete: Bool

    /// Listings and writings are cut at this many bytes: both sides hold them several times.
    static let size = 4 << 20

    init(_ rows: PostgreSQLRows, limit: Int) {
        var isWhole = true
        for row in 0..<rows.count {
            guard let device = rows.text(row, 0).flatMap({ DeviceID($0) }), let number = rows.integer(row, 1),
                number > 0,
                let hash = rows.bytes(row, 2), hash.count == 32, let body = rows.bytes(row, 3)
            else {
                isWhole = false
                continue
            }
            let name = ObjectHash(of: body).text
            let listed = Hexadecimal.text(of: hash)
            // A damaged one is told where its bytes are asked for, so that the others go on.
            batches.append(ListedBatch(BatchID(device, number), hash: listed, bytes: name == listed ? body : nil))
        }
        hasMore = rows.count > 0 && (rows.integer(rows.count - 1, 4) ?? 0) > Int64(rows.count)
        isIncomplete = hasMore || !isWhole
    }

    /// The batches in pieces that are sent at once.
    static func parts(of batches: [OutgoingBatch]) -> [ArraySlice<OutgoingBatch>] {
        var parts: [ArraySlice<OutgoingBatch>] = []
        var (start, bytes) = (0, 0)
        for (index, batch) in batches.enumerated() {
            if index > start, bytes + batch.bytes.count > size || index - start == 500 {
                parts.append(batches[start..<index])
                (start, bytes) = (index, 0)
            }
            bytes += batch.bytes.count
        }
        if start < batches.count { parts.append(batches[start...]) }
        return parts
    }

    /// The elements of a `boolean[]` in the binary format; nil if it is none, or has a NULL.
    static func flags(_ bytes: [UInt8]) -> [Bool]? {
        // 20 bytes of head; four of the length and one of the value for each.
        guard bytes.count > 20, (bytes.count - 20) % 5 == 0 else { return nil }
        return stride(from: 20, to: bytes.count, by: 5).map { bytes[$0 + 4] != 0 }
    }
}
