/// A frame with rounded corners and a title in its upper edge; its inside is not changed.
public struct Frame: Equatable, Sendable {
    public var title: SafeText
    public var titleStyle: Style
    public var style: Style

    public init(title: SafeText = "", titleStyle: Style = .plain, style: Style) {
        self.title = title
        self.titleStyle = titleStyle
        self.style = style
    }

    public func draw(on canvas: inout Canvas, in area: Rect) {
        guard area.columns >= 2, area.rows >= 2 else { return }
        let (right, bottom) = (area.right - 1, area.bottom - 1)
        canvas.fill(
            Rect(column: area.left + 1, row: area.top, columns: area.columns - 2, rows: 1), with: "─", style: style)
        canvas.fill(
            Rect(column: area.left + 1, row: bottom, columns: area.columns - 2, rows: 1), with: "─", style: style)
        canvas.fill(
            Rect(column: area.left, row: area.top + 1, columns: 1, rows: area.rows - 2), with: "│", style: style)
        canvas.fill(Rect(column: right, row: area.top + 1, columns: 1, rows: area.rows - 2), with: "│", style: style)
        canvas.write("╭", at: area.origin, style: style)
        canvas.write("╮", at: Point(column: right, row: area.top), style: style)
        canvas.write("╰", at: Point(column: area.left, row: bottom), style: style)
        canvas.write("╯", at: Point(column: right, row: bottom), style: style)
        guard !title.isEmpty, area.columns > 6 else { return }
        let shown = " " + title.truncated(to: area.columns - 6) + " "
        canvas.write(shown, at: Point(column: area.left + 1, row: area.top), style: titleStyle)
    }
}

/// A framed area over the screen, on which dialogs and choosers are drawn.
///
/// What is beneath is shaded by ``Canvas/shade(theme:)``, which visits every cell: shade once per layout, keep the
/// canvas, and draw the sheet on a copy of it in every frame.
struct Sheet {
    var title: SafeText = ""
    var frame: Rect
    var isWarning = false

    /// Clears its area, and beside it the words, whose parts could not be read; frames, bars and pictures stay whole. Draws the frame.
    func draw(on canvas: inout Canvas, theme: Theme) {
        canvas.eraseWords(in: Rect(column: 0, row: frame.top, columns: canvas.size.columns, rows: frame.rows))
        canvas.fill(frame, style: theme[.text])
        let (titleStyle, style) =
            isWarning ? (theme[.warning].adding(.bold), theme[.warning]) : (theme[.strong], theme[.rule])
        Frame(title: title, titleStyle: titleStyle, style: style).draw(on: &canvas, in: frame)
    }
}

extension Canvas {
    /// Moves everything drawn so far into the background: what has a theme's colors gets the shaded style, what has colors of its own, as a
    /// picture or a card, is dimmed. Pixels cannot be dimmed: the symbols beneath them are seen. The cursor is hidden.
    public mutating func shade(theme: Theme) {
        dropGraphics()
        dropLinks()
        let grounds = Set(Role.allCases.map { theme[$0].background }).union([.terminalDefault])
        let inks = Set(Role.allCases.map { theme[$0].foreground }).union([.terminalDefault])
        let (shaded, ground) = (theme[.shaded], theme[.text].background)
        restyle(bounds) { style in
            if grounds.contains(style.background), inks.contains(style.foreground) { return shaded }
            return Style(
                foreground: style.foreground.dimmed(on: ground), background: style.background.dimmed(on: ground),
                attributes: shaded.attributes)
        }
        hideCursor()
    }
}

extension Canvas {
    /// Replaces all text but lines, blocks and symbols of pictures by blanks.
    fileprivate mutating func eraseWords(in rect: Rect) {
        let seen = rect.intersection(bounds)
        for row in seen.top..<max(seen.top, seen.bottom) {
            for column in seen.left..<max(seen.left, seen.right) {
                let cell = self[column, row]
                guard !cell.isContinuation, !cell.isDrawing else { continue }
                var style = cell.style
                style.attributes.remove(.underline)
                fill(Rect(column: column, row: row, columns: Int(cell.width), rows: 1), style: style)
            }
        }
    }
}

extension Cell {
    /// Whether it is a part of a line, a frame or a picture: box drawing, blocks, geometric shapes, braille or legacy computing.
    fileprivate var isDrawing: Bool {
        guard let scalar = text.unicodeScalars.first?.value else { return true }
        return (0x2500...0x25FF).contains(scalar) || (0x2800...0x28FF).contains(scalar)
            || (0x1FB00...0x1FBFF).contains(scalar)
    }
}

extension Color {
    /// Half way to the ground; where that is not known, to the grey that stands out least on any. Colors that users define stay.
    fileprivate func dimmed(on ground: Color) -> Color {
        guard let own = components else { return self }
        let other = ground.components ?? (128, 128, 128)
        func middle(_ left: Int, _ right: Int) -> UInt8 { UInt8((left + right) / 2) }
        return .rgb(middle(own.red, other.red), middle(own.green, other.green), middle(own.blue, other.blue))
    }

    /// Nil for what the terminal or its user defines.
    private var components: (red: Int, green: Int, blue: Int)? {
        switch self {
        case .rgb(let red, let green, let blue): (Int(red), Int(green), Int(blue))
        case .palette(let index) where index >= 16: XtermPalette.components(of: index)
        case .palette, .terminalDefault: nil
        }
    }
}
