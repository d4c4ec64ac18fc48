internal import Cards

/// The columns of a listing on a terminal: each as wide as its widest text, up to a limit; longer text is truncated.
struct CardColumns {
    private static let limits = [40, 24, 24]

    private let measure: @Sendable (String) -> Int
    /// Isolates right-to-left text, so that the next column is not drawn to its left.
    private let isolate: @Sendable (String) -> String
    private var widths = [0, 0, 0]

    init(measure: @escaping @Sendable (String) -> Int, isolate: @escaping @Sendable (String) -> String) {
        (self.measure, self.isolate) = (measure, isolate)
    }

    /// Widens the columns for a row.
    mutating func fit(_ row: [String]) {
        for (column, text) in zip(widths.indices, row) {
            widths[column] = min(Self.limits[column], max(widths[column], measure(text)))
        }
    }

    /// The row as a line, without trailing blanks.
    func line(_ row: [String]) -> String {
        var line = ""
        for (column, text) in row.enumerated() {
            guard column < widths.count else {
                line += text
                continue
            }
            if widths[column] == 0 { continue }
            let cut = cut(text, to: widths[column])
            line += isolate(cut) + String(repeating: " ", count: max(0, widths[column] - measure(cut)) + 2)
        }
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    private func cut(_ text: String, to width: Int) -> String {
        // Very long text is truncated before it is measured, which is slow.
        var kept = text.prefix(width * 4)
        if kept.endIndex == text.endIndex, measure(text) <= width { return text }
        while !kept.isEmpty, measure(String(kept)) > width - 1 { kept.removeLast() }
        return kept + "…"
    }
}
