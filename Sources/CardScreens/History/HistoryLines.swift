import Cards
import Terminal

/// The lines of a history: a day, and beneath it the changes of that day, those of photos with some lines for pictures.
struct HistoryLines {
    enum Line: Hashable {
        case day(CalendarDay)
        case row(Int)
        /// Of the pictures of a change, one of their rows.
        case pictures(Int, row: Int)
    }

    let rows: [PastChange]
    let hasPictures: Bool
    /// Of the rows, in columns.
    let widestName: Int
    private(set) var lines: [Line] = []
    /// More of a name is never shown in a row.
    private static let mostNameColumns = 48
    /// The line of each row.
    private var indexes: [Int] = []

    init(_ rows: [PastChange], hasPictures: Bool = false, dayOf: (Timestamp) -> CalendarDay) {
        self.rows = rows
        self.hasPictures = hasPictures
        widestName = rows.lazy.map { SafeText($0.name, within: Self.mostNameColumns).width }.max() ?? 0
        var last: CalendarDay?
        for (rank, row) in rows.enumerated() {
            let day = dayOf(row.time)
            if day != last { lines.append(.day(day)) }
            last = day
            indexes.append(lines.count)
            lines.append(.row(rank))
            guard hasPictures, !row.photoChanges.isEmpty else { continue }
            lines += (0..<HistoryPictures.rows).map { .pictures(rank, row: $0) }
        }
    }

    /// The line of a row; the first one if there is none.
    func index(ofRank rank: Int) -> Int { indexes.indices.contains(rank) ? indexes[rank] : 0 }

    /// The last line of a row: of its pictures, where it has any.
    func lastIndex(ofRank rank: Int) -> Int {
        let first = index(ofRank: rank)
        let last = first + HistoryPictures.rows
        if lines.indices.contains(last), case .pictures(rank, _) = lines[last] { return last }
        return first
    }

    /// The change in a line; nil for a day.
    func rank(at index: Int) -> Int? {
        switch lines[index] {
        case .day: nil
        case .row(let rank), .pictures(let rank, _): rank
        }
    }

    /// How many lines a change has moved that was in the top line, or beneath it, of former lines; nil if it is gone.
    func shift(from former: HistoryLines, top: Int) -> Int? {
        guard let rank = former.indexes.firstIndex(where: { $0 >= top }),
            let new = rows.firstIndex(where: { $0.id == former.rows[rank].id })
        else { return nil }
        return indexes[new] - former.indexes[rank]
    }
}
