/// A table of figures: a row per figure, a column per program, and the target.
struct Table {
    private var rows: [[String]]

    /// Whether the first two columns are ours and fzf's.
    private let compares: Bool

    init(title: String, programs: [String], compares: Bool = true) {
        self.compares = compares
        rows = [[title, "unit"] + programs + (compares ? ["ours/fzf"] : []) + ["wanted"]]
    }

    /// - Parameter values: ours first, then fzf's; nil or missing at the end if not measured.
    mutating func add(_ name: String, _ unit: String, _ values: [Double?], digits: Int = 0, wanted: String = "") {
        var ratio = ""
        let missing = rows[0].count - (compares ? 4 : 3) - values.count
        let values = values + Array(repeating: nil, count: max(0, missing))
        if values.count > 1, let ours = values[0], let theirs = values[1], theirs > 0 {
            ratio = Self.text(ours / theirs, digits: 2)
        }
        rows.append(
            [name, unit] + values.map { $0.map { Self.text($0, digits: digits) } ?? "-" } + (compares ? [ratio] : [])
                + [wanted])
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

    static func text(_ value: Double, digits: Int) -> String {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = Int((value * scale).rounded())
        guard digits > 0 else { return String(scaled) }
        let fraction = String(abs(scaled) % Int(scale))
        return "\(scaled / Int(scale))." + String(repeating: "0", count: digits - fraction.count) + fraction
    }
}
