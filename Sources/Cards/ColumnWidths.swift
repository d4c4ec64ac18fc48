/// The widths of the columns of a list of cards, side by side, in terminal columns; 0 for a column that is left out.
public struct ColumnWidths: Hashable, Sendable {
    public internal(set) var name = 0
    public internal(set) var number = 0
    public internal(set) var groups = 0
    /// What the list is ordered by.
    public internal(set) var value = 0
    public internal(set) var balance = 0
    public internal(set) var due = 0

    /// Between two columns.
    public static let gap = 2

    /// The columns side by side and the gaps between them.
    public var total: Int {
        let shown = [name, number, groups, value, balance, due].filter { $0 > 0 }
        return shown.reduce(0, +) + Self.gap * max(0, shown.count - 1)
    }
}
