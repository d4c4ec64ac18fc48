/// What some rows of a list of cards need of each column, in terminal columns, and the rule by which the columns share a line. It
/// measures no text and knows no position.
public struct ColumnNeeds: Hashable, Sendable {
    public var name = 0
    /// Of numbers of a usual length.
    public private(set) var number = 0
    /// A longer number, or a note in the place of a number. It takes only what is left.
    public private(set) var longNumber = 0
    public var groups = 0
    /// What the list is ordered by.
    public var value = 0
    public private(set) var balance = 0
    public var due = 0

    /// What a name or groups count at most: one that is longer takes nothing more from the other cards.
    public static let widest = 60
    /// Less of a name, a number or groups would tell nothing.
    public static let shortest = 8
    /// What a name, and a long number, keeps as long as possible.
    public static let beginning = 12
    /// A name keeps this much before groups are shown.
    private static let usualName = 20
    /// An IBAN with its spaces has 27.
    private static let usualNumber = 28
    /// A balance that is wider has no column: it would take the balances of all other cards with it.
    private static let usualBalance = 24

    public init(name: Int = 0, number: Int = 0, groups: Int = 0, value: Int = 0, balance: Int = 0, due: Int = 0) {
        (self.name, self.groups, self.value, self.due) = (name, groups, value, due)
        add(number: number)
        add(balance: balance)
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

    /// Makes room for a balance, which is whole or left out.
    public mutating func add(balance width: Int) {
        if width <= Self.usualBalance { balance = max(balance, width) }
    }

    /// Makes room for what other rows need.
    public mutating func add(_ other: ColumnNeeds) {
        name = max(name, other.name)
        number = max(number, other.number)
        longNumber = max(longNumber, other.longNumber)
        groups = max(groups, other.groups)
        value = max(value, other.value)
        balance = max(balance, other.balance)
        due = max(due, other.due)
    }

    /// The widths that these needs get side by side in so many columns; 0 for a column that is left out.
    ///
    /// The rule is the order below: each line takes what it needs of what is left, so nothing is left beside a column that is cut. A
    /// usual number is cut last, a longer one first. Validity, balance and the value of the order are whole or left out:
    /// half of an amount is another amount.
    public func fitted(to columns: Int) -> ColumnWidths {
        var fitting = Fitting(columns: columns, needs: self)
        fitting.add(\.name, upTo: min(name, Self.shortest))
        fitting.add(\.due, whole: due)
        fitting.add(\.name, upTo: min(name, Self.beginning))
        fitting.add(\.number, upTo: number, atLeast: Self.shortest)
        fitting.add(\.value, whole: value)
        fitting.add(\.balance, whole: balance)
        fitting.add(\.name, upTo: min(name, Self.usualName))
        fitting.add(\.groups, upTo: min(groups, Self.shortest), atLeast: Self.shortest)
        fitting.add(\.name, upTo: name)
        fitting.add(\.groups, upTo: groups, atLeast: Self.shortest)
        fitting.widenNumber()
        return fitting.widths
    }

    /// Hands out columns until none is left.
    private struct Fitting {
        private(set) var widths = ColumnWidths()
        private let needs: ColumnNeeds
        private var left: Int

        init(columns: Int, needs: ColumnNeeds) { (left, self.needs) = (columns, needs) }

        mutating func add(_ column: WritableKeyPath<ColumnWidths, Int>, whole width: Int) {
            add(column, upTo: width, atLeast: width)
        }

        /// Gives the column what it needs, up to a limit, or nothing if less than the least is left.
        mutating func add(_ column: WritableKeyPath<ColumnWidths, Int>, upTo limit: Int, atLeast least: Int = 1) {
            let width = widths[keyPath: column]
            let gap = width > 0 || widths.total == 0 ? 0 : ColumnWidths.gap
            let new = min(limit, width + left - gap)
            guard new > width, new >= min(limit, least) else { return }
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
