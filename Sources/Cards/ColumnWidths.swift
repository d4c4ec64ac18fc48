/// What a row of the list shows beside the name; the raw value is the name in `list --columns`.
public enum RowColumn: String, Hashable, Sendable, CaseIterable {
    case number, groups, note, uses, balance, expiry

    /// What is shown where nobody has chosen, from the left.
    public static let usual: [RowColumn] = [.number, .groups, .balance, .expiry]

    /// Whether it is an amount or a day, which stands at the right and is whole or left out.
    public var isValue: Bool {
        switch self {
        case .number, .groups, .note: false
        case .uses, .balance, .expiry: true
        }
    }
}

/// The widths of the columns of a list of cards, side by side, in terminal columns; 0 for a column that is left out.
public struct ColumnWidths: Equatable, Sendable {
    public internal(set) var name = 0
    public internal(set) var number = 0
    public internal(set) var groups = 0
    public internal(set) var note = 0
    /// What the list is ordered by.
    public internal(set) var value = 0
    public internal(set) var uses = 0
    public internal(set) var balance = 0
    public internal(set) var due = 0
    /// Of value, uses, balance and validity together, which then have no columns of their own: each row has those that it needs side by
    /// side at the right end.
    public internal(set) var values = 0

    /// Between two columns.
    public static let gap = 2

    /// The columns side by side and the gaps between them.
    public var total: Int {
        var (columns, count) = (0, 0)
        func add(_ width: Int) {
            columns += width
            count += width > 0 ? 1 : 0
        }
        add(name)
        add(number)
        add(groups)
        add(note)
        add(value)
        add(uses)
        add(balance)
        add(due)
        add(values)
        return columns + Self.gap * max(0, count - 1)
    }
}

extension ColumnWidths {
    fileprivate subscript(column: RowColumn) -> Int {
        switch column {
        case .number: number
        case .groups: groups
        case .note: note
        case .uses: uses
        case .balance: balance
        case .expiry: due
        }
    }
}

/// What some rows of a list of cards need of each column, in terminal columns, and the rule by which the columns share a line. It
/// measures no text and knows no position.
public struct ColumnNeeds: Equatable, Sendable {
    public var name = 0
    /// Of numbers of a usual length; in a list, what most of them need.
    public private(set) var number = 0
    /// Of the widest number of a usual length. The difference is given up before a name is.
    private var widestNumber = 0
    /// Of the widest number beside which a value stands, so that the row has no empty cells for it.
    private var numberBesideValue = 0
    /// A longer number, or a note in the place of a number. It takes only what is left.
    public private(set) var longNumber = 0
    public var groups = 0
    /// The first line of the note, in a column of its own.
    public var note = 0
    /// How often the card was used.
    public var uses = 0
    /// What the list is ordered by.
    public var value = 0
    public private(set) var balance = 0
    public var due = 0
    /// What value, uses, balance and validity of any one row need side by side; 0 where that is not known.
    public private(set) var values = 0

    /// What a name or groups count at most: one that is longer takes nothing more from the other cards.
    public static let widest = 60
    /// Less of a name, a number or groups would tell nothing.
    public static let shortest = 8
    /// What a name, and a long number, keeps as long as possible.
    public static let beginning = 12
    /// A name keeps this much before a number beside a value is whole.
    private static let readableName = 16
    /// A name keeps this much before groups are shown.
    private static let usualName = 20
    /// An IBAN with its spaces has 27.
    fileprivate static let usualNumber = 28
    /// A balance that is wider has no column: it would take the balances of all other cards with it.
    private static let usualBalance = 24

    public init(name: Int = 0, number: Int = 0, groups: Int = 0, value: Int = 0, balance: Int = 0, due: Int = 0) {
        self.name = name
        self.groups = groups
        self.value = value
        self.due = due
        add(number: number)
        add(balance: balance)
    }

    /// Makes room for a number.
    public mutating func add(number width: Int) {
        if width > Self.usualNumber { return add(note: width) }
        number = max(number, width)
        widestNumber = max(widestNumber, width)
    }

    /// Makes room for the numbers of a list: first for what most of them need, so that a few wide ones do not narrow the other columns.
    public mutating func add(_ numbers: NumberWidths) {
        number = max(number, numbers.typical)
        widestNumber = max(widestNumber, numbers.widest)
    }

    /// Makes room for a note in the place of a number.
    public mutating func add(note width: Int) {
        number = max(number, min(width, Self.beginning))
        longNumber = max(longNumber, width)
    }

    /// Makes room for a balance, which is whole or left out.
    public mutating func add(balance width: Int) {
        if width <= Self.usualBalance { balance = max(balance, width) }
    }

    /// Makes room for the rows of a list.
    public mutating func add(rows: [ColumnNeeds]) {
        var numbers = NumberWidths()
        for var row in rows {
            numbers.add(row.widestNumber)
            if max(row.value, row.uses, row.balance) > 0 { row.numberBesideValue = row.widestNumber }
            (row.number, row.widestNumber) = (min(row.longNumber, Self.beginning), 0)
            row.values = row.valuesSideBySide
            add(row)
        }
        add(numbers)
    }

    /// Makes room for what other rows need.
    public mutating func add(_ other: ColumnNeeds) {
        name = max(name, other.name)
        number = max(number, other.number)
        widestNumber = max(widestNumber, other.widestNumber)
        numberBesideValue = max(numberBesideValue, other.numberBesideValue)
        longNumber = max(longNumber, other.longNumber)
        groups = max(groups, other.groups)
        note = max(note, other.note)
        uses = max(uses, other.uses)
        value = max(value, other.value)
        balance = max(balance, other.balance)
        due = max(due, other.due)
        values = max(values, other.values)
    }

    private var valuesSideBySide: Int {
        var columns = 0
        func add(_ width: Int) { if width > 0 { columns += width + (columns > 0 ? ColumnWidths.gap : 0) } }
        add(value)
        add(uses)
        add(balance)
        add(due)
        return columns
    }

    /// The widths that these needs get side by side in so many columns; 0 for a column that is left out.
    ///
    /// The rule is the order below: each line takes what it needs of what is left, so nothing is left beside a column that is cut. A
    /// number as most have it is cut last, a longer one first. Validity, balance and the value of the order are whole or left out:
    /// half of an amount is another amount.
    /// - Parameter sharesValues: whether amounts and days may share their room where a name or a number would be cut otherwise: few rows
    ///   have all of them.
    public func fitted(to columns: Int, sharesValues: Bool) -> ColumnWidths {
        let apart = fitted(to: columns)
        guard sharesValues, values > 0, values < valuesSideBySide else { return apart }
        var needs = self
        (needs.value, needs.uses, needs.balance, needs.due) = (0, 0, 0, values)
        var shared = needs.fitted(to: columns)
        let isComplete = apart.value == value && apart.uses == uses && apart.balance == balance
        guard shared.due == values,
            shared.name + shared.number > apart.name + apart.number
                || !isComplete && shared.name + shared.number == apart.name + apart.number
        else { return apart }
        (shared.due, shared.values) = (0, values)
        return shared
    }

    /// The same for columns in an order that a person chose: where one has no room, those at the right end give way first.
    public func fitted(to columns: Int, sharesValues: Bool, order: [RowColumn]) -> ColumnWidths {
        var (needs, order) = (self, order)
        func isShown(_ column: RowColumn, _ widths: ColumnWidths) -> Bool {
            widths[column] > 0 || (column.isValue && widths.values > 0)
        }
        while true {
            let widths = needs.fitted(to: columns, sharesValues: sharesValues)
            guard order != RowColumn.usual, let last = order.lastIndex(where: { isShown($0, widths) }),
                order[..<last].contains(where: { needs[$0] > 0 && !isShown($0, widths) })
            else { return widths }
            needs.leaveOut(order[last])
            order.remove(at: last)
        }
    }

    private subscript(column: RowColumn) -> Int {
        switch column {
        case .number: number
        case .groups: groups
        case .note: note
        case .uses: uses
        case .balance: balance
        case .expiry: due
        }
    }

    private mutating func leaveOut(_ column: RowColumn) {
        switch column {
        case .number: (number, widestNumber, numberBesideValue, longNumber) = (0, 0, 0, 0)
        case .groups: groups = 0
        case .note: note = 0
        case .uses: uses = 0
        case .balance: balance = 0
        case .expiry: due = 0
        }
        // What the rows need together is not known without it.
        if column.isValue { values = 0 }
    }

    /// The same, with a column for each of them.
    public func fitted(to columns: Int) -> ColumnWidths {
        var fitting = Fitting(columns: columns)
        fitting.add(.name, upTo: min(name, Self.shortest))
        fitting.add(.due, whole: due)
        fitting.add(.name, upTo: min(name, Self.beginning))
        fitting.add(.number, upTo: number, atLeast: Self.shortest)
        fitting.add(.value, whole: value)
        fitting.add(.balance, whole: balance)
        fitting.add(.uses, whole: uses)
        fitting.add(.name, upTo: min(name, Self.readableName))
        fitting.widenNumber(to: numberBesideValue)
        fitting.add(.name, upTo: min(name, Self.usualName))
        fitting.add(.groups, upTo: min(groups, Self.shortest), atLeast: Self.shortest)
        fitting.add(.note, upTo: min(note, Self.beginning), atLeast: min(note, Self.shortest))
        fitting.widenNumber(to: widestNumber)
        fitting.add(.name, upTo: name)
        fitting.add(.groups, upTo: groups, atLeast: Self.shortest)
        fitting.add(.note, upTo: note, atLeast: min(note, Self.shortest))
        fitting.widenNumber(to: longNumber)
        return fitting.widths
    }

    /// Hands out columns until none is left.
    private struct Fitting {
        // Not key paths: a start would make each of them at run time.
        enum Column { case name, number, groups, note, value, uses, balance, due }

        private(set) var widths = ColumnWidths()
        private var left: Int

        init(columns: Int) { left = columns }

        mutating func add(_ column: Column, whole width: Int) {
            add(column, upTo: width, atLeast: width)
        }

        private subscript(column: Column) -> Int {
            get {
                switch column {
                case .name: widths.name
                case .number: widths.number
                case .groups: widths.groups
                case .note: widths.note
                case .value: widths.value
                case .uses: widths.uses
                case .balance: widths.balance
                case .due: widths.due
                }
            }
            set {
                switch column {
                case .name: widths.name = newValue
                case .number: widths.number = newValue
                case .groups: widths.groups = newValue
                case .note: widths.note = newValue
                case .value: widths.value = newValue
                case .uses: widths.uses = newValue
                case .balance: widths.balance = newValue
                case .due: widths.due = newValue
                }
            }
        }

        /// Gives the column what it needs, up to a limit, or nothing if less than the least is left.
        mutating func add(_ column: Column, upTo limit: Int, atLeast least: Int = 1) {
            let width = self[column]
            let gap = width > 0 || widths.total == 0 ? 0 : ColumnWidths.gap
            let new = min(limit, width + left - gap)
            guard new > width, new >= min(limit, least) else { return }
            left -= new - width + gap
            self[column] = new
        }

        /// For a longer number, or a note. Without a column there is nothing to widen.
        mutating func widenNumber(to limit: Int) {
            guard widths.number > 0, limit > widths.number else { return }
            let new = min(limit, widths.number + left)
            left -= new - widths.number
            widths.number = new
        }
    }
}

/// How many numbers of a list have which width; those of an unusual length are left out.
public struct NumberWidths: Sendable {
    private var counts = [Int](repeating: 0, count: ColumnNeeds.usualNumber + 1)
    private var total = 0

    public init() {}

    /// - Parameter width: of a number; 0 for none.
    public mutating func add(_ width: Int) {
        guard width > 0, counts.indices.contains(width) else { return }
        counts[width] += 1
        total += 1
    }

    /// What three quarters of them need.
    var typical: Int {
        var fitting = 0
        return counts.firstIndex {
            fitting += $0
            return fitting * 4 >= total * 3
        } ?? 0
    }
    var widest: Int { counts.lastIndex { $0 > 0 } ?? 0 }
}
