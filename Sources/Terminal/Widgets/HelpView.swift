/// All keys of a screen, section by section, keys and words in a column each; on wide screens in two columns of sections.
///
/// It may be narrowed to what a search names.
public struct HelpView: Sendable {
    public struct Section: Sendable {
        public var title: SafeText
        public var hints: [KeyHint]
        public init(_ title: SafeText, _ hints: [KeyHint]) { (self.title, self.hints) = (title, hints) }
    }

    public var sections: [Section]
    /// The words that it was narrowed by, lower case.
    private var words: [String] = []

    /// From so many columns up sections stand side by side: a screen of 76, less its margins.
    private static let columnsForTwo = 72
    private static let gap = 4

    public init(_ sections: [Section]) { self.sections = sections }

    /// Only the hints whose key and words contain every word of the search, in any order; sections without any are left out.
    public func filtered(by search: String) -> HelpView {
        let words = Array(Set(search.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)))
        guard !words.isEmpty else { return self }
        var view = HelpView(
            sections.map { section in
                Section(
                    section.title,
                    section.hints.filter { hint in
                        let (key, text) = (hint.key.lowercased(), hint.words.lowercased())
                        return words.allSatisfy { key.contains($0) || text.contains($0) }
                    })
            }.filter { !$0.hints.isEmpty })
        view.words = words
        return view
    }

    public var isEmpty: Bool { sections.allSatisfy(\.hints.isEmpty) }

    /// Rows that the help takes at that width.
    public func rows(columns: Int) -> Int { layout(columns: columns).map(rows).max() ?? 0 }

    public func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        for column in layout(columns: area.columns) { draw(column, on: &canvas, in: area, theme: theme) }
    }

    // MARK: - Layout

    /// Sections one beneath the other, keys at the left and words at the right.
    private struct Column {
        let sections: ArraySlice<Section>
        let left: Int
        let keyColumns: Int
        let wordColumns: Int
    }

    /// A hint in rows: what is too long for its column goes on in the next row.
    private struct Lines {
        let keys: [SafeText]
        let words: [SafeText]
        var rows: Int { max(1, keys.count, words.count) }

        init(_ hint: KeyHint, in column: Column) {
            keys = SafeText(hint.key).wrapped(to: column.keyColumns)
            words = SafeText(hint.words).wrapped(to: column.wordColumns)
        }
    }

    private func layout(columns: Int) -> [Column] {
        let split = split(columns: columns)
        guard split < sections.count else { return [column(sections[...], left: 0, columns: columns)] }
        // From the middle, unless the words at the left or at the right need more.
        let most = max(columns / 2, columns - Self.columns(of: sections[split...]))
        let start = min(most, max((columns + Self.gap) / 2, Self.columns(of: sections[..<split]) + Self.gap))
        return [
            column(sections[..<split], left: 0, columns: start - Self.gap),
            column(sections[split...], left: start, columns: columns - start),
        ]
    }

    /// Where there is no room for all in one row each, a third is for the keys.
    private func column(_ sections: ArraySlice<Section>, left: Int, columns: Int) -> Column {
        let keys = min(
            Self.keyColumns(of: sections), max(columns / 3, columns - 2 - Self.wordColumns(of: sections)))
        return Column(
            sections: sections, left: left, keyColumns: max(1, keys), wordColumns: max(1, columns - keys - 2))
    }

    private func rows(of column: Column) -> Int {
        let rows = column.sections.map { section in
            2 + section.hints.reduce(0) { $0 + Lines($1, in: column).rows }
        }
        return max(0, rows.reduce(0, +) - 1)
    }

    /// How many sections stand in the first column: all, or as many as make the two columns most alike.
    private func split(columns: Int) -> Int {
        guard columns >= Self.columnsForTwo, sections.count > 1 else { return sections.count }
        func height(_ sections: ArraySlice<Section>) -> Int { sections.reduce(0) { $0 + $1.hints.count + 2 } }
        return (1..<sections.count).min {
            max(height(sections[..<$0]), height(sections[$0...]))
                < max(height(sections[..<$1]), height(sections[$1...]))
        } ?? sections.count
    }

    /// Columns that the keys take, the words, and the whole, where nothing is wrapped.
    private static func keyColumns(of sections: ArraySlice<Section>) -> Int {
        sections.flatMap(\.hints).map { SafeText($0.key).width }.max() ?? 0
    }

    private static func wordColumns(of sections: ArraySlice<Section>) -> Int {
        sections.flatMap(\.hints).map { SafeText($0.words).width }.max() ?? 0
    }

    private static func columns(of sections: ArraySlice<Section>) -> Int {
        max(keyColumns(of: sections) + 2 + wordColumns(of: sections), sections.map(\.title.width).max() ?? 0)
    }

    // MARK: - Drawing

    private func draw(_ column: Column, on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let (left, keysRight) = (area.left + column.left, area.left + column.left + column.keyColumns)
        var row = area.top
        for section in column.sections {
            let columns = column.keyColumns + 2 + column.wordColumns
            Label(section.title, style: theme[.strong]).draw(
                on: &canvas, in: Rect(column: left, row: row, columns: columns, rows: 1))
            row += 1
            for hint in section.hints {
                let lines = Lines(hint, in: column)
                for (index, key) in lines.keys.enumerated() {
                    let place = Rect(column: keysRight - key.width, row: row + index, columns: key.width, rows: 1)
                    label(key, style: theme[.accent]).draw(on: &canvas, in: place, theme: theme)
                }
                for (index, words) in lines.words.enumerated() {
                    let place = Rect(column: keysRight + 2, row: row + index, columns: column.wordColumns, rows: 1)
                    label(words, style: theme[.text]).draw(on: &canvas, in: place, theme: theme)
                }
                row += lines.rows
            }
            row += 1
        }
    }

    private func label(_ text: SafeText, style: Style) -> MatchLabel {
        let positions = words.flatMap { FuzzyMatch.positions(of: $0, in: text) }
        return MatchLabel(text, style: style, positions: Set(positions).sorted())
    }
}
