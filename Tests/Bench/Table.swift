/// A table of figures: a row per figure, a column per program, and the target.
struct Table {
    private var rows: [[String]]

    /// Whether the first two columns are ours and fzf's.
    private let compares: Bool
    private let programs: Int
    private let judges: Bool

    /// - Parameter judges: whether a last column says which limits are met.
    init(title: String, programs: [String], compares: Bool = true, judges: Bool = false) {
        self.compares = compares
        (self.programs, self.judges) = (programs.count, judges)
        rows = [
            [title, "unit"] + programs + (compares ? ["ours/fzf"] : []) + ["wanted"] + (judges ? ["is it?"] : [])
        ]
    }

    /// - Parameter values: ours first, then fzf's; nil or missing at the end if not measured.
    mutating func add(_ name: String, _ unit: String, _ values: [Double?], digits: Int = 0, wanted: String = "") {
        var ratio = ""
        let values = values + Array(repeating: nil, count: max(0, programs - values.count))
        if values.count > 1, let ours = values[0], let theirs = values[1], theirs > 0 {
            ratio = Self.text(ours / theirs, digits: 2)
        }
        rows.append(
            [name, unit] + values.map { $0.map { Self.text($0, digits: digits) } ?? "-" } + (compares ? [ratio] : [])
                + [wanted] + (judges ? [""] : []))
    }

    /// A figure that is judged by its limit; the last one where there are several.
    mutating func add(_ name: String, _ unit: String, _ values: [Double?], digits: Int = 0, _ limit: Limit?) {
        add(name, unit, values, digits: digits, wanted: limit?.text ?? "")
        if judges, let limit { rows[rows.count - 1][rows[0].count - 1] = limit.verdict(on: values.last ?? nil) }
    }

    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let figures = 2..<(2 + programs + (compares ? 1 : 0))
        return rows.map { row in
            row.enumerated().map { column, text in
                let blanks = String(repeating: " ", count: widths[column] - text.count)
                return figures.contains(column) ? blanks + text : text + blanks
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
