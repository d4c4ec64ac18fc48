/// Truncation and wrapping by columns, never inside a grapheme.
extension SafeText {
    /// The text in at most `columns` columns; a truncated one ends in `…`.
    public func truncated(to columns: Int) -> SafeText {
        guard isWider(than: columns) else { return self }
        guard columns > 0 else { return "" }
        return SafeText(safe: prefix(columns: columns - 1) + "…")
    }

    /// The text wrapped to lines of at most `columns` columns: at blanks where there are any, else between graphemes.
    /// Blanks at a break are dropped. At least one line.
    public func wrapped(to columns: Int) -> [SafeText] {
        let columns = max(1, columns)
        guard isWider(than: columns) else { return [self] }
        var lines: [SafeText] = []
        var line = ""
        var lineWidth = 0
        var lastBlank: (index: String.Index, width: Int)?
        for grapheme in graphemes {
            if lineWidth + grapheme.width > columns, grapheme.text != " " {
                if let blank = lastBlank {
                    let rest = line[line.index(after: blank.index)...]
                    lines.append(SafeText(line[..<blank.index].trimmingBlanksAtEnd))
                    lineWidth -= blank.width + 1
                    line = String(rest)
                }
                // A grapheme may be too wide for what is left behind a blank.
                if lineWidth + grapheme.width > columns, !line.isEmpty {
                    lines.append(SafeText(line.trimmingBlanksAtEnd))
                    (line, lineWidth) = ("", 0)
                }
                lastBlank = nil
            }
            if grapheme.text == " " {
                if line.isEmpty && !lines.isEmpty { continue }
                lastBlank = (line.endIndex, lineWidth)
            }
            line += grapheme.text
            lineWidth += grapheme.width
        }
        lines.append(SafeText(line.trimmingBlanksAtEnd))
        return lines
    }

    /// The first rows of the wrapped text; where there are more, the last of these ends in `…`.
    public func wrapped(to columns: Int, upTo rows: Int) -> [SafeText] {
        Self.limited(wrapped(to: columns), to: rows, columns: columns)
    }

    /// The first lines; where there are more, the last of these ends in `…`.
    static func limited(_ lines: [SafeText], to rows: Int, columns: Int) -> [SafeText] {
        guard rows > 0, lines.count > rows else { return Array(lines.prefix(max(0, rows))) }
        return lines.prefix(rows - 1) + [(lines[rows - 1] + "…").truncated(to: columns)]
    }

    /// The first graphemes that fit into `columns` columns.
    public func prefix(columns: Int) -> String {
        if columns <= plainCount { return String(Substring(string.utf8.prefix(max(0, columns)))) }
        var result = String(plainPart)
        var used = plainCount
        for grapheme in graphemes(from: plainCount) {
            used += grapheme.width
            if used > columns { break }
            result += grapheme.text
        }
        return result
    }

    /// Each line of a text with line breaks, sanitized and wrapped.
    public static func paragraphs(_ text: String, columns: Int) -> [SafeText] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
            SafeText($0).wrapped(to: columns)
        }
    }
}

extension StringProtocol {
    fileprivate var trimmingBlanksAtEnd: SubSequence {
        var result = self[...]
        while result.last == " " { result.removeLast() }
        return result
    }
}

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
