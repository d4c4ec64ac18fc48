import Cards

/// The lines of a history: a day, and beneath it the changes of that day.
struct HistoryLines {
    enum Line: Hashable {
        case day(CalendarDay)
        case row(Int)
    }

    let rows: [PastChange]
    private(set) var lines: [Line] = []
    /// The line of each row.
    private var indexes: [Int] = []

    init(_ rows: [PastChange], dayOf: (Timestamp) -> CalendarDay) {
        self.rows = rows
        var last: CalendarDay?
        for (rank, row) in rows.enumerated() {
            let day = dayOf(row.time)
            if day != last { lines.append(.day(day)) }
            last = day
            indexes.append(lines.count)
            lines.append(.row(rank))
        }
    }

    /// The line of a row; the first one if there is none.
    func index(ofRank rank: Int) -> Int { indexes.indices.contains(rank) ? indexes[rank] : 0 }

    /// How many lines a change has moved that was in the top line, or beneath it, of former lines; nil if it is gone.
    func shift(from former: HistoryLines, top: Int) -> Int? {
        guard let rank = former.indexes.firstIndex(where: { $0 >= top }),
            let new = rows.firstIndex(where: { $0.id == former.rows[rank].id })
        else { return nil }
        return indexes[new] - former.indexes[rank]
    }
}
