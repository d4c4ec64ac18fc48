internal import Cards

/// The usual columns of a listing on a terminal, side by side by the rule of ``ColumnNeeds``; longer text is truncated.
struct UsualColumns {
    /// One card's texts, safe for the output.
    struct Row {
        let name: String
        let number: String
        let groups: String
        let due: String

        var texts: [String] { [name, number, groups, due] }
    }

    private let cells: AlignedCells
    private var needs = ColumnNeeds()
    private var numbers = NumberWidths()

    init(_ cells: AlignedCells) { self.cells = cells }

    /// Widens the columns for a row.
    mutating func add(_ row: Row) {
        needs.name = max(needs.name, min(cells.width(row.name), ColumnNeeds.widest))
        let number = cells.width(row.number)
        if ColumnNeeds(number: number).longNumber > 0 { needs.add(number: number) } else { numbers.add(number) }
        needs.groups = max(needs.groups, min(cells.width(row.groups), ColumnNeeds.widest))
        needs.due = max(needs.due, cells.width(row.due))
    }

    /// The widths of the columns in a terminal of this width, in the order of a row's texts.
    func widths(in columns: Int) -> [Int] {
        var needs = needs
        needs.add(numbers)
        let widths = needs.fitted(to: columns)
        return [widths.name, widths.number, widths.groups, widths.due]
    }

    func line(_ row: Row, _ widths: [Int]) -> String { cells.line(row.texts, widths) }
}
