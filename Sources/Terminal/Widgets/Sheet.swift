/// A framed area over the screen, on which dialogs and choosers are drawn.
///
/// What is beneath is shaded by ``Canvas/shade(theme:)``, which visits every cell: shade once per layout, keep the
/// canvas, and draw the sheet on a copy of it in every frame.
struct Sheet {
    var title: SafeText = ""
    var frame: Rect
    var isWarning = false

    /// Clears its rows over the whole width, as parts of words beside the frame could not be read, and draws the frame.
    func draw(on canvas: inout Canvas, theme: Theme) {
        let rows = Rect(column: 0, row: frame.top, columns: canvas.size.columns, rows: frame.rows)
        canvas.fill(rows, style: theme[.text])
        let (titleStyle, style) =
            isWarning ? (theme[.warning].adding(.bold), theme[.warning]) : (theme[.strong], theme[.rule])
        Frame(title: title, titleStyle: titleStyle, style: style).draw(on: &canvas, in: frame)
    }
}

extension Canvas {
    /// Moves everything drawn so far into the background: every cell gets the shaded style, and the cursor is hidden.
    /// Pictures become blank: their symbols make no sense in other colours, and a pattern in their place is restless.
    /// The strips in the colours of cards, too: beneath each other they would be one bar. Lines as well: a frame without its picture, or
    /// cut by a sheet, says nothing.
    public mutating func shade(theme: Theme) {
        dropGraphics()
        let grounds = Set(Role.allCases.map { theme[$0].background }).union([.terminalDefault])
        let inks = Set(Role.allCases.map { theme[$0].foreground }).union([.terminalDefault])
        replaceTexts { cell in
            if cell.text.unicodeScalars.allSatisfy({ (0x2500...0x257F).contains($0.value) }) { return " " }
            guard !grounds.contains(cell.style.background) || !inks.contains(cell.style.foreground) else { return nil }
            // Blocks and sextants.
            let isPicture = cell.text.unicodeScalars.allSatisfy {
                (0x2580...0x259F).contains($0.value) || (0x1FB00...0x1FB3B).contains($0.value)
            }
            return isPicture ? " " : nil
        }
        restyle(bounds) { _ in theme[.shaded] }
        hideCursor()
    }
}
