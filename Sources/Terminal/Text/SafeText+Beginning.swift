/// Text of which only the beginning is visible: the rest costs nothing.
extension SafeText {
    /// The first rows of a text with line breaks, sanitized and wrapped.
    public static func paragraphs(_ text: String, columns: Int, upTo rows: Int) -> [SafeText] {
        var lines: [SafeText] = []
        var rest = text[...]
        while lines.count < rows {
            let line = rest.prefix(characters(filling: (rows - lines.count) * columns))
            let end = line.firstIndex(where: \.isNewline)
            lines += SafeText(line[..<(end ?? line.endIndex)]).wrapped(to: columns)
            // A line that is longer than all the rows has filled them.
            guard let end else { break }
            rest = rest[rest.index(after: end)...]
        }
        return Array(lines.prefix(rows))
    }

    /// The same, where a text that needs more rows ends in "…".
    public static func beginning(of text: String, columns: Int, rows: Int) -> [SafeText] {
        limited(paragraphs(text, columns: columns, upTo: rows + 1), to: rows, columns: columns)
    }

    /// An upper bound of the characters needed: some have no column, and blanks at the end of a row are dropped.
    private static func characters(filling columns: Int) -> Int { 4 * max(1, columns) + 64 }
}
