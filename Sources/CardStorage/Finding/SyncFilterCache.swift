internal import CardSearch
internal import Cards

/// The cards that the filters `is:local` and `is:conflict` find, as sets of an index's slots.
///
/// It is not part of the index, because uploads and downloads change it without changing the card. The tables are read for the
/// first query with such a filter, and again only after a commit: typing further letters costs nothing. It belongs to one actor.
struct SyncFilterCache {
    private struct Entry {
        let bits: [UInt64]
        let index: Int
        let commit: Int64
    }

    private var known: [CardFilter.Term.Kind: Entry] = [:]

    /// A set for each term of these kinds; none for other terms.
    mutating func sets(
        for terms: [CardFilter.Term], in index: CardIndex, _ reader: LazyReader
    ) throws(StoreError) -> CardIndex.TermSets {
        var sets: CardIndex.TermSets = [:]
        if !terms.contains(where: { Self.isAsked(by: $0.kind) }) { return sets }
        let connection = try reader.connection()
        try connection.reading { () throws(StoreError) in
            // Read inside the transaction, so that it belongs to the data that is read.
            let commit = try connection.first("PRAGMA data_version") { $0.number() } ?? 0
            for kind in terms.map(\.kind) where Self.isAsked(by: kind) && sets[kind] == nil {
                if let entry = known[kind], entry.index == index.version, entry.commit == commit {
                    sets[kind] = entry.bits
                    continue
                }
                let bits = try kind == .isLocal ? connection.local(in: index) : connection.conflicted(in: index)
                known[kind] = Entry(bits: bits, index: index.version, commit: commit)
                sets[kind] = bits
            }
        }
        return sets
    }

    private static func isAsked(by kind: CardFilter.Term.Kind) -> Bool { kind == .isLocal || kind == .isConflicted }
}

extension Connection {
    fileprivate func conflicted(in index: CardIndex) throws(StoreError) -> [UInt64] {
        let rows = try rows("SELECT row FROM conflict CROSS JOIN card ON card.id = conflict.card")
        return index.bits(ofRows: rows)
    }

    /// The cards that no backend had in its last complete list or has accepted since.
    fileprivate func local(in index: CardIndex) throws(StoreError) -> [UInt64] {
        let backends = try BackendTable(connection: self).all().filter { !$0.isOnlyConflictSide }
        if backends.isEmpty { return index.allBits }
        // A card that a backend does not have is pending or absent, unless the user declined to upload it: if these are few, all
        // other cards are known to that backend.
        var number: Int64?
        for backend in backends where backend.consent != .declined && number == nil {
            let unknown =
                try PendingUploadTable(connection: self).count(for: backend).all
                + ShadowTable(connection: self).absentCount(of: backend)
            if unknown < index.count / Self.few { number = backend.number }
        }
        let candidates =
            number == nil
            ? "SELECT id AS card FROM card"
            : "SELECT card FROM owed WHERE backend = ?1 UNION ALL SELECT card FROM shadow WHERE backend = ?1 AND absent = 1"
        let rows = try rows(
            """
            SELECT card.row FROM (\(candidates)) AS candidate CROSS JOIN card ON card.id = candidate.card
            WHERE NOT EXISTS (
                SELECT 1 FROM backend CROSS JOIN shadow ON shadow.backend = backend.number AND shadow.card = card.id
                WHERE shadow.row NOT IN (SELECT row FROM shadow WHERE absent = 1))
            """
        ) { if let number { $0.add(number) } }
        return index.bits(ofRows: rows)
    }

    /// Fewer than one in this many. More are read faster in the order of the table.
    private static let few = 4

    private func rows(
        _ statement: String, _ bind: (inout Parameters) -> Void = { _ in }
    ) throws(StoreError) -> RowSet {
        var rows = RowSet()
        try forEach(statement, bind) { rows.insert($0.number()) }
        return rows
    }
}
