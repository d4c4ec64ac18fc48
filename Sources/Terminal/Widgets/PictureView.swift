/// A picture centered in an area, in its own proportion: as symbols, with pixels over them where the terminal shows
/// pixels. Made once for a size, drawn often.
public struct PictureView: Sendable {
    /// Adjacent cells of one style.
    private struct Run {
        let place: Point
        let text: SafeText
        let style: Style
    }

    private let size: Size
    private let runs: [Run]
    private let graphic: PictureGraphic?

    /// The pixels are red, green, blue and alpha, a byte each, not premultiplied; they are stretched over the size. Nil
    /// if the size is empty, libchafa is missing, or the byte count does not match the dimensions.
    public init?(rgba: [UInt8], width: Int, height: Int, size: Size, medium: PictureMedium) {
        guard
            let art = SymbolArt(
                rgba: rgba, width: width, height: height, size: size, colors: medium.colors, symbols: medium.symbols)
        else { return nil }
        self.size = size
        graphic = PictureGraphic(rgba: rgba, width: width, height: height, size: size, medium: medium)
        runs = (0..<size.rows).flatMap { Self.runs(of: art, row: $0) }
    }

    /// As symbols only.
    public init?(
        rgba: [UInt8], width: Int, height: Int, size: Size, colors: ColorDepth, symbols: PictureSymbols = .blocks
    ) {
        self.init(
            rgba: rgba, width: width, height: height, size: size,
            medium: PictureMedium(colors: colors, symbols: symbols))
    }

    public func draw(on canvas: inout Canvas, in area: Rect) {
        canvas.draw(in: area.centered(size)) { canvas in
            for run in runs { canvas.write(run.text, at: run.place, style: run.style) }
            if let graphic { canvas.place(graphic, in: canvas.bounds) }
        }
    }

    private static func runs(of art: SymbolArt, row: Int) -> [Run] {
        var runs: [Run] = []
        var start = 0
        while start < art.size.columns {
            let style = art[start, row].style
            var text = String.UnicodeScalarView()
            var column = start
            while column < art.size.columns, art[column, row].style == style {
                text.append(art[column, row].character)
                column += 1
            }
            runs.append(Run(place: Point(column: start, row: row), text: SafeText(String(text)), style: style))
            start = column
        }
        return runs
    }
}
