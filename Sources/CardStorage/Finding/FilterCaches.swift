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

/// On which days cards matter, for the filter `next:` and the order by it.
///
/// It is no part of the index: few cards have such days, and they are read from the cards for the first query that asks for them. It
/// belongs to one actor.
struct MomentCache {
    /// From the first to the last day, in days since 1970, and the start.
    private typealias Span = (days: ClosedRange<Int>, start: LocalMoment)

    private var version: Int?
    private var spans: [Int64: [Span]] = [:]

    /// The cards of each such filter.
    mutating func sets(
        for terms: [CardFilter.Term], in index: CardIndex, _ reader: LazyReader, _ clock: CardClock
    ) throws(StoreError) -> CardIndex.TermSets {
        var sets: CardIndex.TermSets = [:]
        for case .next(let range) in terms.map(\.kind) where sets[.next(range)] == nil {
            try read(for: index, reader, clock)
            var rows = RowSet()
            if let days = range.days(today: clock.today()) {
                let wanted = days.lowerBound.daysSince1970...days.upperBound.daysSince1970
                for (row, spans) in spans where spans.contains(where: { $0.days.overlaps(wanted) }) { rows.insert(row) }
            }
            sets[.next(range)] = index.bits(ofRows: rows)
        }
        return sets
    }

    /// The cards by the first of their moments that are not over, which they are at the end of their day. Those without follow.
    mutating func order(
        of index: CardIndex, isReversed: Bool, _ reader: LazyReader, _ clock: CardClock
    ) throws(StoreError) -> SlotOrder {
        try read(for: index, reader, clock)
        let today = clock.today().daysSince1970
        let next = spans.compactMapValues { Self.next(of: $0, today: today).map { Int64($0.minutes) } }
        return SlotOrder(index, by: next, isReversed: isReversed)
    }

    /// When the card in this row matters next, as of the last reading.
    func next(ofRow row: Int64, today: CalendarDay) -> LocalMoment? {
        spans[row].flatMap { Self.next(of: $0, today: today.daysSince1970) }
    }

    private static func next(of spans: [Span], today: Int) -> LocalMoment? {
        spans.filter { $0.days.upperBound >= today }.map(\.start).min()
    }

    private mutating func read(
        for index: CardIndex, _ reader: LazyReader, _ clock: CardClock
    ) throws(StoreError) {
        if version == index.version { return }
        var spans: [Int64: [Span]] = [:]
        try reader.connection().forEach(Self.candidates) { row in
            let number = row.number()
            guard let card = CardID(row.text()).map({ CardColumns.card($0, from: &row) }) else { return }
            let own = card.timetable.map { moment in
                let start = LocalMoment(moment.start, clock)
                let last = moment.end.map { LocalMoment($0, clock).day } ?? start.day
                return (days: start.day.daysSince1970...max(start.day, last).daysSince1970, start: start)
            }
            if !own.isEmpty { spans[number] = own }
        }
        (self.spans, version) = (spans, index.version)
    }

    /// Cards that have moments in their JSON, or a code that begins like that of a boarding pass.
    private static let candidates = """
        SELECT row, id, \(CardColumns.list) FROM card
        WHERE instr(unknown, '"\(Card.momentsKey)":') OR barcode_value GLOB 'M[1-9]*'
            OR barcode_format IS NOT NULL AND number GLOB 'M[1-9]*'
        """
}
