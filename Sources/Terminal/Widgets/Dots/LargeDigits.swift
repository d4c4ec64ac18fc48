/// A number in the largest digits that fit, in balanced lines.
///
/// Lines break between groups. Smaller digits are better than a group that is split or a character that is alone on its line.
public struct LargeDigits: Hashable, Sendable {
    /// From the top, each followed by a light row.
    private let lines: [DotGrid]

    /// Nil if it does not fit, or contains anything but digits, letters, blanks and - . / + ( )
    /// - Parameters:
    ///   - isPlain: whole cells only.
    ///   - keepsOneLine: smaller digits are better than a second line.
    public init?(_ text: String, fitting size: Size, isPlain: Bool = false, keepsOneLine: Bool = false) {
        // A lower bound of the cells needed: a longer text is rejected without laying it out.
        guard text.utf8.count <= size.columns * size.rows / Self.fewestCells else { return nil }
        let groups = text.split(separator: " ")
        func lines(_ font: DotFont, _ scale: Int, splitsGroups: Bool) -> [DotGrid]? {
            let wrapping = DigitLines(font, columns: size.columns / scale, splitsGroups: splitsGroups)
            // At least two rows for each line, so that a text that is far too long is not laid out.
            guard let texts = wrapping.lines(of: groups, atMost: size.rows / 2) else { return nil }
            let lines = texts.compactMap { Self.grid(of: $0, font, scale, isPlain) }
            let rows = lines.reduce(0) { $0 + $1.size.rows } + lines.count - 1
            return lines.count == texts.count && rows <= size.rows ? lines : nil
        }
        let whole = Self.sizes.lazy.compactMap { lines($0, $1, splitsGroups: false) }
        let best = (keepsOneLine ? whole.first { $0.count == 1 } : nil) ?? whole.first
        // Of the sizes that split groups, the largest of those with the fewest parts.
        let split = { Self.sizes.compactMap { lines($0, $1, splitsGroups: true) }.min { $0.count < $1.count } }
        guard let lines = best ?? split() else { return nil }
        self.lines = lines
    }

    public var size: Size {
        Size(
            columns: lines.lazy.map(\.size.columns).max() ?? 0,
            rows: lines.reduce(0) { $0 + $1.size.rows } + max(0, lines.count - 1))
    }

    /// Draws in the middle of the area.
    public func draw(on canvas: inout Canvas, in area: Rect, ink: Ink) {
        let frame = area.centered(size)
        var row = frame.top
        for line in lines {
            let columns = line.size.columns
            line.draw(
                on: &canvas,
                in: Rect(
                    column: area.left + (area.columns - columns) / 2, row: row, columns: columns, rows: line.size.rows),
                ink: ink)
            row += line.size.rows + 1
        }
    }

    /// The cells of a blank in the small font, with the gaps beside and beneath it.
    private static let fewestCells = 4

    /// Largest first: font, and columns per dot.
    private static let sizes: [(DotFont, Int)] = [
        (.large, 4), (.small, 4), (.large, 2), (.small, 2), (.large, 1), (.small, 1),
    ]

    private static func grid(of text: String, _ font: DotFont, _ scale: Int, _ isPlain: Bool) -> DotGrid? {
        guard let dots = font.dots(of: text) else { return nil }
        let wide = dots.map { $0.flatMap { [Bool](repeating: $0, count: scale) } }
        let high = isPlain ? max(1, scale / 2) : scale
        return DotGrid(wide.flatMap { [[Bool]](repeating: $0, count: high) }, split: isPlain ? .whole : .rows)
    }
}
