/// The figures, side by side: a row a figure, a column a program, and what is to be reached.
struct Table {
    private var rows: [[String]]

    init(programs: [String]) { rows = [["", "unit"] + programs + ["ours/fzf", "wanted"]] }

    /// - Parameter values: ours first, then fzf's; nil where it was not measured.
    mutating func add(_ name: String, _ unit: String, _ values: [Double?], digits: Int = 0, wanted: String = "") {
        var ratio = ""
        if values.count > 1, let ours = values[0], let theirs = values[1], theirs > 0 {
            ratio = Self.text(ours / theirs, digits: 2)
        }
        rows.append([name, unit] + values.map { $0.map { Self.text($0, digits: digits) } ?? "-" } + [ratio, wanted])
    }

    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, text in
                let blanks = String(repeating: " ", count: widths[column] - text.count)
                return column < 2 || column == row.count - 1 ? text + blanks : blanks + text
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    private static func text(_ value: Double, digits: Int) -> String {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = Int((value * scale).rounded())
        guard digits > 0 else { return String(scaled) }
        let fraction = String(abs(scaled) % Int(scale))
        return "\(scaled / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
