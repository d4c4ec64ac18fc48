extension Canvas {
    /// The rows as lines for printing: text with its colors and attributes as SGR sequences (ECMA-48, 8.3.117; 24-bit
    /// colors as in ITU-T T.416). Each line begins and ends in the plain style; plain blanks at its end are left out.
    public var sgrLines: [String] {
        (0..<size.rows).map { row in
            let cells = cells[row * size.columns..<(row + 1) * size.columns]
            let shown = cells.dropLast(cells.reversed().prefix { $0 == .blank() }.count)
            var (line, style) = ("", Style.plain)
            for cell in shown where !cell.isContinuation {
                if cell.style != style {
                    line += cell.style.sgr
                    style = cell.style
                }
                line += cell.text
            }
            return style == .plain ? line : line + Style.plain.sgr
        }
    }
}

extension Style {
    /// Resets every attribute, then sets those of this style.
    fileprivate var sgr: String {
        let attributes: [(Attributes, String)] = [
            (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
        ]
        var parameters = ["0"] + attributes.filter { self.attributes.contains($0.0) }.map(\.1)
        parameters += foreground.sgr(first: 30) + background.sgr(first: 40)
        return "\u{1B}[" + parameters.joined(separator: ";") + "m"
    }
}

extension Color {
    /// - Parameter first: 30 for the foreground, 40 for the background.
    fileprivate func sgr(first: Int) -> [String] {
        switch self {
        case .terminalDefault: []
        case .palette(let index) where index < 8: ["\(first + Int(index))"]
        case .palette(let index) where index < 16: ["\(first + 60 + Int(index) - 8)"]
        case .palette(let index): ["\(first + 8)", "5", "\(index)"]
        case .rgb(let red, let green, let blue): ["\(first + 8)", "2", "\(red)", "\(green)", "\(blue)"]
        }
    }
}
