internal import Cards

/// Any columns side by side on a terminal; the widest ones are cut where the line would be too long.
struct AlignedTable {
    private let cells: AlignedCells
    private var needs: [Int]

    /// Less of a column tells nothing.
    private static let shortest = 4

    init(columns: Int, _ cells: AlignedCells) { (self.cells, needs) = (cells, Array(repeating: 0, count: columns)) }

    /// Widens the columns for a row.
    mutating func add(_ texts: [String]) {
        for (index, text) in texts.enumerated() { needs[index] = max(needs[index], cells.width(text)) }
    }

    /// The widths of the columns in a terminal of this width.
    func widths(in columns: Int) -> [Int] {
        var widths = needs
        let used = widths.filter { $0 > 0 }.count
        var excess = widths.reduce(0, +) + max(0, used - 1) * ColumnWidths.gap - columns
        while excess > 0 {
            guard let widest = widths.indices.max(by: { widths[$0] < widths[$1] }), widths[widest] > Self.shortest
            else {
                break
            }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }

    func line(_ texts: [String], _ widths: [Int]) -> String { cells.line(texts, widths) }
}

/// Cuts and pads texts to the widths of columns.
struct AlignedCells {
    let measure: @Sendable (String) -> Int
    /// Isolates right-to-left text, so that the next column is not drawn to its left.
    let isolate: @Sendable (String) -> String
    /// In characters. Text that is longer is not measured whole, which is slow; it is truncated in any case.
    var longest = 400

    func width(_ text: String) -> Int { measure(String(text.prefix(longest))) }

    /// The texts as a line, without trailing blanks. A column without a width is left out.
    func line(_ texts: [String], _ widths: [Int]) -> String {
        var line = ""
        for (text, width) in zip(texts, widths) where width > 0 {
            let cut = cut(text, to: width)
            let gap = line.isEmpty ? "" : String(repeating: " ", count: ColumnWidths.gap)
            line += gap + isolate(cut) + String(repeating: " ", count: max(0, width - measure(cut)))
        }
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

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
