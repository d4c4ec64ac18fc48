internal import Cards

/// The columns of a listing on a terminal, side by side by the rule of ``ColumnNeeds``; longer text is truncated.
struct CardColumns {
    /// One card's texts, safe for the output.
    struct Row {
        let name: String
        let number: String
        let groups: String
        let due: String

        var texts: [String] { [name, number, groups, due] }
    }

    private let measure: @Sendable (String) -> Int
    /// Isolates right-to-left text, so that the next column is not drawn to its left.
    private let isolate: @Sendable (String) -> String
    private var needs = ColumnNeeds()

    init(measure: @escaping @Sendable (String) -> Int, isolate: @escaping @Sendable (String) -> String) {
        (self.measure, self.isolate) = (measure, isolate)
    }

    /// Widens the columns for a row.
    mutating func add(_ row: Row) {
        needs.name = max(needs.name, min(width(row.name), ColumnNeeds.widest))
        needs.add(number: width(row.number))
        needs.groups = max(needs.groups, min(width(row.groups), ColumnNeeds.widest))
        needs.due = max(needs.due, width(row.due))
    }

    /// The widths of the columns in a terminal of this width, in the order of a row's texts.
    func widths(in columns: Int) -> [Int] {
        let widths = needs.fitted(to: columns)
        return [widths.name, widths.number, widths.groups, widths.due]
    }

    /// The row as a line, without trailing blanks.
    func line(_ row: Row, _ widths: [Int]) -> String {
        var line = ""
        for (text, width) in zip(row.texts, widths) where width > 0 {
            let cut = cut(text, to: width)
            let gap = line.isEmpty ? "" : String(repeating: " ", count: ColumnWidths.gap)
            line += gap + isolate(cut) + String(repeating: " ", count: max(0, width - measure(cut)))
        }
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// Very long text is not measured whole, which is slow; it is truncated in any case.
    private func width(_ text: String) -> Int { measure(String(text.prefix(Self.longest))) }

    private static let longest = 400

    private func cut(_ text: String, to width: Int) -> String {
        // Very long text is truncated before it is measured, which is slow.
        let beginning = text.prefix(width * 4)
        if beginning.endIndex == text.endIndex, measure(text) <= width { return text }
        var (end, left) = (beginning.startIndex, width - 1)
        for (index, character) in zip(beginning.indices, beginning) {
            left -= measure(String(character))
            if left < 0 { break }
            end = beginning.index(after: index)
        }
        return beginning[..<end] + "…"
    }
}
