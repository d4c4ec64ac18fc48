internal import Basics

/// All keys of a screen by section, with a column for keys and one for texts; on wide screens in two columns of sections.
///
/// It may be filtered by a search.
public struct HelpView: Sendable {
    public struct Section: Sendable {
        public var title: SafeText
        public var hints: [KeyHint]
        public init(_ title: SafeText, _ hints: [KeyHint]) { (self.title, self.hints) = (title, hints) }
    }

    public var sections: [Section]
    /// The words of the search, in lower case.
    private var words: [String] = []

    /// The minimum width for two columns of sections: a screen of 76 columns, less its margins.
    private static let columnsForTwo = 72
    private static let gap = 4

    public init(_ sections: [Section]) { self.sections = sections }

    /// Only the hints whose key and text contain every word of the search, in any order; sections without any are left out.
    public func filtered(by search: String) -> HelpView {
        let words = Array(Set(TextFolding.fold(search).split(whereSeparator: \.isWhitespace).map(String.init)))
        guard !words.isEmpty else { return self }
        var view = HelpView(
            sections.map { section in
                Section(
                    section.title,
                    section.hints.filter { hint in
                        let (key, text) = (TextFolding.fold(hint.key), TextFolding.fold(hint.text))
                        return words.allSatisfy { key.contains(bytesOf: $0) || text.contains(bytesOf: $0) }
                    })
            }.filter { !$0.hints.isEmpty })
        view.words = words
        return view
    }

    public var isEmpty: Bool { sections.allSatisfy(\.hints.isEmpty) }

    /// The rows of the help at a width.
    public func rows(columns: Int) -> Int { layout(columns: columns).map(rows).max() ?? 0 }

    public func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        for column in layout(columns: area.columns) { draw(column, on: &canvas, in: area, theme: theme) }
    }

    // MARK: - Layout

    /// Sections one beneath the other, keys at the left and texts at the right.
    private struct Column {
        let sections: ArraySlice<Section>
        let left: Int
        let keyColumns: Int
        let wordColumns: Int
    }

    /// A hint in rows: texts that are too long for their column are wrapped.
    private struct Lines {
        let keys: [SafeText]
        let texts: [SafeText]
        var rows: Int { max(1, keys.count, texts.count) }

        init(_ hint: KeyHint, in column: Column) {
            keys = SafeText(hint.key).wrapped(to: column.keyColumns)
            texts = SafeText(hint.text).wrapped(to: column.wordColumns)
        }
    }

    private func layout(columns: Int) -> [Column] {
        let split = split(columns: columns)
        guard split < sections.count else { return [column(sections[...], left: 0, columns: columns)] }
        // The second column begins in the middle, unless the texts at the left or at the right need more space.
        let most = max(columns / 2, columns - Self.columns(of: sections[split...]))
        let start = min(most, max((columns + Self.gap) / 2, Self.columns(of: sections[..<split]) + Self.gap))
        return [
            column(sections[..<split], left: 0, columns: start - Self.gap),
            column(sections[split...], left: start, columns: columns - start),
        ]
    }

    /// The keys get the width with which the hints need the fewest rows, and in which no key is broken.
    private func column(_ sections: ArraySlice<Section>, left: Int, columns: Int) -> Column {
        let hints = sections.flatMap(\.hints).map { (key: SafeText($0.key).width, text: SafeText($0.text).width) }
        let widest = max(1, min(Self.keyColumns(of: sections), columns - 3))
        let least = max(1, min(widest, Self.longestKey(of: sections)))
        func rows(_ keys: Int) -> Int {
            let words = max(1, columns - keys - 2)
            return hints.reduce(0) { $0 + max(($1.key + keys - 1) / keys, ($1.text + words - 1) / words, 1) }
        }
        let keys = (least...widest).reversed().min { rows($0) < rows($1) } ?? widest
        return Column(sections: sections, left: left, keyColumns: keys, wordColumns: max(1, columns - keys - 2))
    }

    private static func longestKey(of sections: ArraySlice<Section>) -> Int {
        sections.flatMap(\.hints).flatMap { $0.key.split(separator: " ") }.map { SafeText(String($0)).width }.max() ?? 0
    }

    private func rows(of column: Column) -> Int {
        let rows = column.sections.map { section in
            2 + section.hints.reduce(0) { $0 + Lines($1, in: column).rows }
        }
        return max(0, rows.reduce(0, +) - 1)
    }

    /// How many sections are in the first column: all, or as many as make both columns most equal.
    private func split(columns: Int) -> Int {
        guard columns >= Self.columnsForTwo, sections.count > 1 else { return sections.count }
        func height(_ sections: ArraySlice<Section>) -> Int { sections.reduce(0) { $0 + $1.hints.count + 2 } }
        return (1..<sections.count).min {
            max(height(sections[..<$0]), height(sections[$0...]))
                < max(height(sections[..<$1]), height(sections[$1...]))
        } ?? sections.count
    }

    /// The width of the keys, of the texts, and of both, if nothing is wrapped.
    private static func keyColumns(of sections: ArraySlice<Section>) -> Int {
        sections.flatMap(\.hints).map { SafeText($0.key).width }.max() ?? 0
    }

    private static func wordColumns(of sections: ArraySlice<Section>) -> Int {
        sections.flatMap(\.hints).map { SafeText($0.text).width }.max() ?? 0
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
                for (index, text) in lines.texts.enumerated() {
                    let place = Rect(column: keysRight + 2, row: row + index, columns: column.wordColumns, rows: 1)
                    label(text, style: theme[.text]).draw(on: &canvas, in: place, theme: theme)
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
