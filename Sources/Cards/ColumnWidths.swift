/// The widths of the columns of a list of cards, in terminal columns: what some rows need, or what they get. It measures no text and
/// knows no position.
public struct ColumnWidths: Hashable, Sendable {
    public var name = 0
    /// Of numbers of a usual length.
    public private(set) var number = 0
    /// A longer number, or a note in the place of a number. It takes only what is left.
    public private(set) var longNumber = 0
    public var groups = 0
    /// What the list is ordered by.
    public var value = 0
    public var balance = 0
    public var due = 0

    /// Between two columns.
    public static let gap = 2
    /// Less of a name, a number or groups would tell nothing.
    public static let shortest = 8
    /// What a name, and a long number, keeps as long as possible.
    public static let beginning = 12
    /// A name keeps this much before groups are shown.
    private static let usualName = 20
    /// An IBAN with its spaces has 27.
    private static let usualNumber = 28

    public init(name: Int = 0, number: Int = 0, groups: Int = 0, value: Int = 0, balance: Int = 0, due: Int = 0) {
        (self.name, self.groups, self.value, self.balance, self.due) = (name, groups, value, balance, due)
        add(number: number)
    }

    /// Makes room for a number.
    public mutating func add(number width: Int) {
        if width > Self.usualNumber { return add(note: width) }
        number = max(number, width)
    }

    /// Makes room for a note in the place of a number.
    public mutating func add(note width: Int) {
        number = max(number, min(width, Self.beginning))
        longNumber = max(longNumber, width)
    }

    /// The columns side by side and the gaps between them.
    public var total: Int {
        let shown = [name, number, groups, value, balance, due].filter { $0 > 0 }
        return shown.reduce(0, +) + Self.gap * max(0, shown.count - 1)
    }

    /// The widths that these needs get side by side in so many columns; 0 for a column that is left out.
    ///
    /// The rule is the order below: each line takes what it needs of what is left, so nothing is left beside a column that is cut. A
    /// usual number is cut last, a longer one first. Validity, balance and the value of the order are whole or left out:
    /// half of an amount is another amount.
    public func fitted(to columns: Int) -> ColumnWidths {
        var fitting = Fitting(columns: columns, needs: self)
        fitting.add(\.name, upTo: Self.shortest)
        fitting.add(\.due, whole: due)
        fitting.add(\.name, upTo: Self.beginning)
        fitting.add(\.number, upTo: number, atLeast: Self.shortest)
        fitting.add(\.value, whole: value)
        fitting.add(\.balance, whole: balance)
        fitting.add(\.name, upTo: Self.usualName)
        fitting.add(\.groups, upTo: Self.shortest, atLeast: Self.shortest)
        fitting.add(\.name, upTo: name)
        fitting.add(\.groups, upTo: groups, atLeast: Self.shortest)
        fitting.widenNumber()
        return fitting.widths
    }

    /// Hands out columns until none is left.
    private struct Fitting {
        private(set) var widths = ColumnWidths()
        private let needs: ColumnWidths
        private var left: Int

        init(columns: Int, needs: ColumnWidths) { (left, self.needs) = (columns, needs) }

        mutating func add(_ column: WritableKeyPath<ColumnWidths, Int>, whole width: Int) {
            add(column, upTo: width, atLeast: width)
        }

        /// Gives the column what it needs, up to a limit, or nothing if less than the least is left.
        mutating func add(_ column: WritableKeyPath<ColumnWidths, Int>, upTo limit: Int, atLeast least: Int = 1) {
            let (need, width) = (needs[keyPath: column], widths[keyPath: column])
            let gap = width > 0 || widths.total == 0 ? 0 : ColumnWidths.gap
            let new = min(need, limit, width + left - gap)
            guard new > width, new >= min(need, least) else { return }
            left -= new - width + gap
            widths[keyPath: column] = new
        }

        /// For a long number, or a note. Without a column there is nothing to widen.
        mutating func widenNumber() {
            guard widths.number > 0, needs.longNumber > widths.number else { return }
            let new = min(needs.longNumber, widths.number + left)
            left -= new - widths.number
            widths.number = new
        }
    }
}
