/// A number in the largest digits that fit, in as many lines as it needs.
public struct LargeDigits: Hashable, Sendable {
    /// From the top, each followed by a light row.
    private let lines: [DotGrid]

    /// Nil if it does not fit, or contains anything but digits, letters, blanks and - . / + ( )
    /// - Parameter isPlain: whole cells only.
    public init?(_ text: String, fitting size: Size, isPlain: Bool = false) {
        // A lower bound of the cells needed: a longer text is rejected without laying it out.
        guard text.utf8.count <= size.columns * size.rows / Self.fewestCells else { return nil }
        for (font, scale) in Self.sizes {
            guard let lines = Self.lines(of: text, font, scale, isPlain, columns: size.columns) else { continue }
            let rows = lines.reduce(0) { $0 + $1.size.rows } + lines.count - 1
            guard rows <= size.rows else { continue }
            self.lines = lines
            return
        }
        return nil
    }

    public var size: Size {
        Size(
            columns: lines.lazy.map(\.size.columns).max() ?? 0,
            rows: lines.reduce(0) { $0 + $1.size.rows } + max(0, lines.count - 1))
    }

    /// Draws in the middle of the area.
    public func draw(on canvas: inout Canvas, in area: Rect, ink: Ink) {
        let place = area.centered(size)
        var row = place.top
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

    private static func lines(
        of text: String, _ font: DotFont, _ scale: Int, _ isPlain: Bool, columns: Int
    ) -> [DotGrid]? {
        func grid(_ text: some StringProtocol) -> DotGrid? {
            guard let dots = font.dots(of: text) else { return nil }
            let wide = dots.map { $0.flatMap { [Bool](repeating: $0, count: scale) } }
            let high = isPlain ? max(1, scale / 2) : scale
            return DotGrid(
                wide.flatMap { [[Bool]](repeating: $0, count: high) }, split: isPlain ? .whole : .rows)
        }
        // Lines break between groups; a group that is longer than a line is broken anywhere.
        var lines: [DotGrid] = []
        var current = ""
        for group in text.split(separator: " ") {
            let longer = current.isEmpty ? String(group) : current + " " + group
            guard let whole = grid(longer) else { return nil }
            if whole.size.columns <= columns {
                current = longer
                continue
            }
            if !current.isEmpty, let line = grid(current) { lines.append(line) }
            current = ""
            for character in group {
                guard let next = grid(current + String(character)) else { return nil }
                if next.size.columns > columns {
                    guard !current.isEmpty, let line = grid(current) else { return nil }
                    lines.append(line)
                    current = ""
                }
                current.append(character)
            }
        }
        if !current.isEmpty, let line = grid(current) { lines.append(line) }
        return lines.isEmpty || lines.contains { $0.size.columns > columns } ? nil : lines
    }
}
