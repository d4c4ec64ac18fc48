/// The first bytes of a text's rows, wrapped to a width. Offsets are in bytes of UTF-8.
///
/// It may end before the text does, if only the first rows are wanted. After an edit it reuses the rows that the edit
/// did not change.
struct EditorLayout: Sendable {
    let text: String
    let columns: Int
    /// The first byte of each row; there is at least one row.
    private var starts: [Int] = [0]
    /// The end of the last row; if the layout is partial, the beginning of the next one.
    private var end = 0
    /// Whether it contains all rows of the text.
    private(set) var isWhole = true
    /// The number of graphemes visited to build it.
    private(set) var steps = 0

    /// - Parameters:
    ///   - columns: the width; one column is kept for the cursor behind the last character.
    ///   - rows: the number of rows after which the layout may stop.
    ///   - before: the layout of the text before an edit.
    init(_ text: String, columns: Int, upTo rows: Int = .max, after before: EditorLayout? = nil) {
        self.text = text
        self.columns = columns
        let edit = before.flatMap { $0.columns == columns && $0.isWhole ? Edit(from: $0.text, to: text) : nil }
        if let before, let edit {
            // The break before a row depends on the beginning of that row, which the edit may have joined to the row before.
            let kept = max(1, before.row(at: edit.start) - 1)
            starts = Array(before.starts[..<kept])
        }
        breakRows(upTo: max(1, rows), before: before, edit)
    }

    /// The range of an edit in the new text, from the common prefix to the common suffix, and the change of length.
    private struct Edit {
        let start: Int
        let end: Int
        let growth: Int

        init(from old: String, to new: String) {
            let (old, new) = (Array(old.utf8), Array(new.utf8))
            let shorter = min(old.count, new.count)
            var (start, end) = (0, 0)
            while start < shorter, old[start] == new[start] { start += 1 }
            while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
            self.start = start
            self.end = new.count - end
            growth = new.count - old.count
        }
    }

    private mutating func breakRows(upTo maximum: Int, before: EditorLayout?, _ edit: Edit?) {
        var start = starts[starts.count - 1]
        var scanner = GraphemeScanner(text, from: start)
        let room = max(1, columns - 1)
        var used = 0
        /// The end of the last blank in the row, and the columns up to there.
        var blank: (end: Int, used: Int)?
        while let grapheme = scanner.next() {
            if used + grapheme.width > room, grapheme.bytes.lowerBound > start, !grapheme.isNewline, !grapheme.isBlank {
                start = blank?.end ?? grapheme.bytes.lowerBound
                used -= blank?.used ?? used
                blank = nil
                starts.append(start)
            }
            used += grapheme.width
            if grapheme.isBlank { blank = (grapheme.bytes.upperBound, used) }
            if grapheme.isNewline {
                start = grapheme.bytes.upperBound
                (used, blank) = (0, nil)
                starts.append(start)
                if let before, let edit, start >= edit.end, reuseRows(of: before, edit) { break }
            }
            if starts.count > maximum {
                isWhole = false
                break
            }
        }
        steps = scanner.steps
        end = scanner.count
        if starts.count > maximum { end = starts.removeLast() }
    }

    /// Reuses the earlier rows behind a line end, if one of them began there.
    private mutating func reuseRows(of before: EditorLayout, _ edit: Edit) -> Bool {
        let old = starts[starts.count - 1] - edit.growth
        let row = before.row(at: old)
        guard before.starts[row] == old else { return false }
        starts += before.starts[(row + 1)...].map { $0 + edit.growth }
        return true
    }

    // MARK: - Rows

    var count: Int { starts.count }

    /// The bytes of a row; a line break belongs to the row that it ends.
    func bytes(ofRow row: Int) -> Range<Int> { starts[row]..<(row + 1 < starts.count ? starts[row + 1] : end) }

    /// The row of a byte.
    func row(at offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// A part of the text for display.
    func text(_ bytes: Range<Int>) -> SafeText { SafeText(text.slice(bytes).filter { !$0.isNewline }) }

    // MARK: - Positions

    /// Row and column of a cursor; blanks at the end of a row may exceed the width, the cursor does not.
    func position(of cursor: Int) -> Point {
        let row = row(at: cursor)
        var scanner = GraphemeScanner(String(text.slice(bytes(ofRow: row))))
        var column = 0
        let offset = cursor - starts[row]
        while scanner.offset < offset, let grapheme = scanner.next() { column += grapheme.width }
        return Point(column: min(max(1, columns - 1), column), row: row)
    }

    /// The cursor offset nearest to a column of a row.
    func cursor(at position: Point) -> Int {
        let row = starts.indices.contains(position.row) ? position.row : starts.count - 1
        let range = bytes(ofRow: row)
        var scanner = GraphemeScanner(String(text.slice(range)))
        var (column, last) = (0, range.lowerBound)
        while let grapheme = scanner.next() {
            last = range.lowerBound + grapheme.bytes.lowerBound
            if grapheme.isNewline || column + (grapheme.width + 1) / 2 > position.column { return last }
            column += grapheme.width
        }
        // The offset behind the last character of a wrapped row is the first of the next one.
        return row == starts.count - 1 ? range.upperBound : last
    }
}

/// Caches the rows of a text between frames; they are laid out again only when the text or its width has changed.
///
/// It is a cache only. Keep one where the same text is drawn repeatedly.
@MainActor
public final class LaidOutText {
    private var last: EditorLayout?
    /// The number of graphemes visited so far.
    private(set) var steps = 0

    public init() {}

    func rows(of text: String, columns: Int) -> EditorLayout {
        // Compares bytes: canonically equivalent texts may have different offsets.
        if let last, last.columns == columns, last.text.hasSameBytes(as: text) { return last }
        let layout = EditorLayout(text, columns: columns, after: last)
        steps += layout.steps
        last = layout
        return layout
    }
}
