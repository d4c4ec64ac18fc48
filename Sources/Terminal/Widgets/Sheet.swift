/// A framed place over the screen, on which dialogs and choosers are drawn.
///
/// What lies beneath is shaded by ``Canvas/shade(theme:)``, which looks at every cell: whoever draws may do that once a layout,
/// keep the canvas, and draw the sheet on a copy of it with every frame.
struct Sheet {
    var title: SafeText = ""
    var frame: Rect

    /// Clears the place and draws its frame.
    func draw(on canvas: inout Canvas, theme: Theme) {
        canvas.fill(frame, style: theme[.text])
        Frame(title: title, titleStyle: theme[.strong], style: theme[.rule]).draw(on: &canvas, in: frame)
    }
}

extension Canvas {
    /// Steps back behind what will be drawn over it: every cell in the shaded style, no cursor, and of pictures in
    /// pixels the symbols, which can be shaded.
    public mutating func shade(theme: Theme) {
        dropGraphics()
        restyle(bounds) { _ in theme[.shaded] }
        hideCursor()
    }
}
