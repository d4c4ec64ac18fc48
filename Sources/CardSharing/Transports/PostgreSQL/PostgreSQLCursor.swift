internal import Basics
internal import Cards

/// How far a vault was read by a connection: everything up to a revision is in a version vector. A shortcut only: whoever does not know
/// all of the vector (a new process, a store that set a batch aside) is answered by its own vector instead.
struct PostgreSQLCursor: Equatable, Sendable {
    private var revision: Int64 = 0
    private var vector = VersionVector()
    /// What is there up to the revision under names that no batch has.
    private var unnamed = UnreadableNames()

    init() {}

    /// Where to begin to read for this vector; nil if only the vector itself tells.
    func revision(for known: VersionVector) -> Int64? { revision > 0 && known.covers(vector) ? revision : nil }

    /// - Parameters:
    ///   - page: what was listed for `known`.
    ///   - latest: the revision that the vault had before the page was read: all up to it is known or in a last page. What was added
    ///     between comes again, and is known then.
    func moved(by page: PostgreSQLPage, known: VersionVector, latest: Int64) -> PostgreSQLCursor {
        guard !page.hasMore else { return self }
        var cursor = PostgreSQLCursor()
        var vector = known
        for batch in page.batches where batch.id.number > vector[batch.id.device] {
            vector[batch.id.device] = batch.id.number
        }
        (cursor.revision, cursor.vector) = (latest, vector)
        cursor.unnamed = unnamed(beside: page, known: known)
        return cursor
    }

    /// All that is there under names that no batch has.
    func unnamed(beside page: PostgreSQLPage, known: VersionVector) -> UnreadableNames {
        revision(for: known) == nil ? page.unnamed : unnamed + page.unnamed
    }
}

/// Some batches as the server listed them, with their bytes.
struct PostgreSQLPage: Sendable {
    private(set) var batches: [ListedBatch] = []
    /// Whether there are more behind them.
    let hasMore: Bool
    /// What was found under names that no batch has.
    let unnamed: UnreadableNames

    /// Listings and writings are cut at this many bytes: both sides hold them several times.
    static let size = 4 << 20

    /// - Parameters:
    ///   - rows: batches.
    ///   - others: devices and numbers that are none, each with the number of all.
    init(_ rows: PostgreSQLRows, others: PostgreSQLRows = PostgreSQLRows()) {
        for row in 0..<rows.count {
            guard let device = rows.text(row, 0).flatMap({ DeviceID($0) }), let number = rows.integer(row, 1) else {
                continue
            }
            let listed = Hexadecimal.text(of: rows.bytes(row, 2) ?? [])
            let body = rows.bytes(row, 3)
            // A damaged one is told where its bytes are asked for, so that the others go on.
            let isWhole = body.map { Self.isHash(listed, of: $0) } ?? false
            batches.append(ListedBatch(BatchID(device, number), hash: listed, bytes: isWhole ? body : nil))
        }
        hasMore = rows.count > 0 && (rows.integer(rows.count - 1, 4) ?? 0) > Int64(rows.count)
        let names = (0..<others.count).map { row in
            "batch \(others.integer(row, 1) ?? 0) of device \(others.text(row, 0) ?? "")"
        }
        unnamed = UnreadableNames(names, count: others.integer(0, 2).map { Int(clamping: $0) } ?? 0)
    }

    /// Whether the hash, or the beginning of it, is that of the bytes.
    static func isHash(_ hash: String, of bytes: [UInt8]) -> Bool {
        hash.utf8.count >= 16 && ObjectHash(of: bytes).text.hasPrefix(hash)
    }

    /// What the server has of devices that lack something.
    static func inventory(_ rows: PostgreSQLRows) -> [DeviceID: [StoredBatch]] {
        var inventory: [DeviceID: [StoredBatch]] = [:]
        for row in 0..<rows.count {
            guard let device = rows.text(row, 0).flatMap({ DeviceID($0) }) else { continue }
            inventory[device, default: []] +=
                rows.integer(row, 1).map { number in
                    [
                        StoredBatch(
                            number, name: Hexadecimal.text(of: rows.bytes(row, 3) ?? []), hash: nil,
                            size: rows.integer(row, 2).map { Int($0) })
                    ]
                } ?? []
        }
        return inventory
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
