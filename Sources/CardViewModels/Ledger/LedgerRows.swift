public import Cards

/// The lines of a ledger under the headings of their months, the newest first, and their sums. It grows page by page; it holds no
/// selection and no widths.
public struct LedgerRows: Sendable {
    /// A row of the screen, by its index in ``months`` or ``lines``.
    public enum Row: Hashable, Sendable {
        case month(Int)
        case line(Int)
    }

    public struct Month: Sendable {
        /// One of its days.
        public let day: CalendarDay
        public fileprivate(set) var sums = LedgerSums()
    }

    /// The currency in which is added up; nil means points.
    public let currency: String?
    /// All that were read, also those that are hidden.
    public private(set) var lines: [Ledger.Line] = []
    /// The months of the shown lines.
    public private(set) var months: [Month] = []
    public private(set) var rows: [Row] = []
    /// The rows with a line, which can be selected: by rank.
    public private(set) var selectable: [Int] = []
    /// Whether no older lines are missing: until then the sums of the last month and the total are too small.
    public internal(set) var isComplete = false
    public private(set) var hasTakenBack = false
    private(set) var hidesTakenBack = false

    init(currency: String? = nil) { self.currency = currency }

    /// Adds older lines.
    mutating func append(_ older: [Ledger.Line]) {
        for line in older {
            lines.append(line)
            if !line.counts { hasTakenBack = true }
            show(lines.count - 1)
        }
    }

    /// Hides the lines that were taken back, or shows them again.
    mutating func hideTakenBack(_ isHidden: Bool) {
        if isHidden == hidesTakenBack { return }
        hidesTakenBack = isHidden
        (months, rows, selectable) = ([], [], [])
        for index in lines.indices { show(index) }
    }

    private mutating func show(_ index: Int) {
        let line = lines[index]
        if hidesTakenBack, !line.counts { return }
        let day = line.entry.day
        if months.last.map({ ($0.day.year, $0.day.month) != (day.year, day.month) }) ?? true {
            rows.append(.month(months.count))
            months.append(Month(day: day))
        }
        selectable.append(rows.count)
        rows.append(.line(index))
        guard line.counts, line.entry.currency == currency else { return }
        months[months.count - 1].sums.add(line.entry.value)
    }

    public var total: LedgerSums { months.reduce(into: LedgerSums()) { $0.add($1.sums) } }

    /// The line at a rank; nil if there is none.
    public func line(at rank: Int) -> Ledger.Line? {
        guard selectable.indices.contains(rank), case .line(let index) = rows[selectable[rank]] else { return nil }
        return lines[index]
    }

    /// The rank of an entry; nil if it is not shown.
    func rank(of entry: LedgerEntry.ID) -> Int? {
        selectable.firstIndex { if case .line(let index) = rows[$0] { lines[index].id == entry } else { false } }
    }

    /// The rank of the line in a row; nil for a heading.
    public func rank(ofRow row: Int) -> Int? {
        guard rows.indices.contains(row), case .line = rows[row] else { return nil }
        var (low, high) = (0, selectable.count)
        while low < high {
            let middle = (low + high) / 2
            if selectable[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
