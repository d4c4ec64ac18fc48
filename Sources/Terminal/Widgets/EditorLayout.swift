/// Where the characters of an editor stand when they are broken into rows of so many columns.
struct EditorLayout {
    /// The characters of each row; a line break belongs to the row that it ends. At least one row.
    private(set) var rows: [Range<Int>] = []
    private let widths: [Int]
    private let characters: [Character]
    private let lastColumn: Int

    init(_ characters: [Character], columns: Int) {
        self.characters = characters
        widths = characters.map { $0.isNewline ? 0 : SafeText(String($0)).width }
        // One column is kept for the cursor behind the last character.
        let columns = max(1, columns - 1)
        lastColumn = columns
        var start = 0
        var used = 0
        var lastBlank: Int?
        for index in characters.indices {
            if used + widths[index] > columns, index > start, !characters[index].isNewline, characters[index] != " " {
                let end = lastBlank.map { $0 + 1 } ?? index
                rows.append(start..<end)
                start = end
                used = widths[start..<index].reduce(0, +)
                lastBlank = nil
            }
            used += widths[index]
            if characters[index] == " " { lastBlank = index }
            if characters[index].isNewline {
                rows.append(start..<index + 1)
                (start, used, lastBlank) = (index + 1, 0, nil)
            }
        }
        rows.append(start..<characters.count)
    }

    /// Row and column of a cursor position; blanks at the end of a row may hang over, the cursor does not.
    func place(of cursor: Int) -> Point {
        let row = rows.lastIndex { $0.lowerBound <= cursor } ?? 0
        return Point(column: min(lastColumn, widths[rows[row].lowerBound..<cursor].reduce(0, +)), row: row)
    }

    /// The cursor position nearest to a column of a row.
    func cursor(at place: Point) -> Int {
        guard let range = rows.indices.contains(place.row) ? rows[place.row] : rows.last else { return 0 }
        var column = 0
        for index in range {
            if characters[index].isNewline || column + (widths[index] + 1) / 2 > place.column { return index }
            column += widths[index]
        }
        // The place behind the last character of a broken row is the first of the next one.
        return range.upperBound == characters.count ? range.upperBound : max(range.lowerBound, range.upperBound - 1)
    }

    func text(ofRow row: Int) -> SafeText {
        SafeText(String(characters[rows[row]].filter { !$0.isNewline }))
    }
}
