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
    public func rows(columns: Int) -> Int {
        let split = split(columns: columns)
        return max(Self.rows(of: sections[..<split]), Self.rows(of: sections[split...]))
    }

    public func draw(on canvas: inout Canvas, in area: Rect, theme: Theme) {
        let split = split(columns: area.columns)
        guard split < sections.count else { return draw(sections[...], on: &canvas, in: area, theme: theme) }
        // From the middle, unless the words at the left or at the right need more.
        let most = max(area.columns / 2, area.columns - Self.columns(of: sections[split...]))
        let start = min(most, max((area.columns + Self.gap) / 2, Self.columns(of: sections[..<split]) + Self.gap))
        let left = area.inset(right: area.columns - start + Self.gap)
        let right = area.inset(left: start)
        draw(sections[..<split], on: &canvas, in: left, theme: theme)
        draw(sections[split...], on: &canvas, in: right, theme: theme)
    }

    /// How many sections stand in the first column: all, or as many as make the two columns most alike.
    private func split(columns: Int) -> Int {
        guard columns >= Self.columnsForTwo, sections.count > 1 else { return sections.count }
        func height(_ split: Int) -> Int {
            max(Self.rows(of: sections[..<split]), Self.rows(of: sections[split...]))
        }
        return (1..<sections.count).min { height($0) < height($1) } ?? sections.count
    }

    private static func rows(of sections: ArraySlice<Section>) -> Int {
        max(0, sections.reduce(0) { $0 + $1.hints.count + 2 } - 1)
    }

    /// Columns that the keys take, the words, and the whole, where nothing is cut.
    private static func keyColumns(of sections: ArraySlice<Section>) -> Int {
        sections.flatMap(\.hints).map { SafeText($0.key).width }.max() ?? 0
    }

    private static func wordColumns(of sections: ArraySlice<Section>) -> Int {
        sections.flatMap(\.hints).map { SafeText($0.words).width }.max() ?? 0
    }

    private static func columns(of sections: ArraySlice<Section>) -> Int {
        max(keyColumns(of: sections) + 2 + wordColumns(of: sections), sections.map(\.title.width).max() ?? 0)
    }

    private func draw(_ sections: ArraySlice<Section>, on canvas: inout Canvas, in area: Rect, theme: Theme) {
        // Where there is no room for all, a third is for the keys.
        let keys = min(
            Self.keyColumns(of: sections), max(area.columns / 3, area.columns - 2 - Self.wordColumns(of: sections)))
        var row = area.top
        for section in sections {
            Label(section.title, style: theme[.strong]).draw(
                on: &canvas, in: Rect(column: area.left, row: row, columns: area.columns, rows: 1))
            row += 1
            for hint in section.hints {
                let place = Rect(column: area.left, row: row, columns: keys, rows: 1)
                let key = SafeText(hint.key)
                let indent = max(0, keys - key.width)
                label(key, style: theme[.accent]).draw(on: &canvas, in: place.inset(left: indent), theme: theme)
                let words = Rect(column: place.right + 2, row: row, columns: area.right - place.right - 2, rows: 1)
                label(SafeText(hint.words), style: theme[.text]).draw(on: &canvas, in: words, theme: theme)
                row += 1
            }
            row += 1
        }
    }

    private func label(_ text: SafeText, style: Style) -> MatchLabel {
        let positions = words.flatMap { FuzzyMatch.positions(of: $0, in: text) }
        return MatchLabel(text, style: style, positions: Set(positions).sorted())
    }
}
