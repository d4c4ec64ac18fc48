internal import CardSearch
internal import Cards

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
