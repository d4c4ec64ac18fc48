internal import CChafa

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

/// A picture as cells: each character shows a part of the picture in two colors. libchafa chooses them; its result is
/// read cell by cell, so no escape sequence is involved.
///
/// It holds no pixels and does not know where it is drawn: see ``PictureView``.
struct SymbolArt: Equatable, Sendable {
    struct Cell: Equatable, Sendable {
        var character: Unicode.Scalar
        /// A transparent part has the terminal's own background.
        var style: Style
    }

    let size: Size
    /// Row by row from the top.
    let cells: [Cell]

    /// Stretches the picture over that many cells. Nil if libchafa is missing, the size is empty, or the byte count
    /// (red, green, blue, alpha; not premultiplied) does not match the dimensions.
    init?(
        rgba: [UInt8], width: Int, height: Int, size: Size, colors: ColorDepth, symbols: PictureSymbols = .blocks
    ) {
        let limits = 1...Int(UInt16.max)
        guard limits.contains(width), limits.contains(height), rgba.count == width * height * 4,
            limits.contains(size.columns), limits.contains(size.rows), cchafa_is_there(),
            let canvas = cchafa_canvas_new(
                Int32(size.columns), Int32(size.rows), Self.mode(colors), Self.tags(symbols), Self.work)
        else { return nil }
        defer { cchafa_canvas_release(canvas) }
        cchafa_canvas_draw(canvas, rgba, Int32(width), Int32(height))
        self.size = size
        var (cells, palette): ([Cell], PaletteMatching) = ([], PaletteMatching())
        cells.reserveCapacity(size.columns * size.rows)
        for row in 0..<Int32(size.rows) {
            for column in 0..<Int32(size.columns) {
                var (foreground, background): (Int32, Int32) = (-1, -1)
                cchafa_colors(canvas, column, row, &foreground, &background)
                let character = Unicode.Scalar(cchafa_character(canvas, column, row)) ?? " "
                cells.append(Self.cell(character, foreground, background, colors, &palette))
            }
        }
        self.cells = cells
    }

    subscript(column: Int, row: Int) -> Cell { cells[row * size.columns + column] }

    // MARK: - libchafa's numbers

    /// libchafa's work factor, from 0 to 1.
    private static let work: Float = 0.5

    private static func cell(
        _ character: Unicode.Scalar, _ foreground: Int32, _ background: Int32, _ colors: ColorDepth,
        _ palette: inout PaletteMatching
    ) -> Cell {
        guard colors != .monochrome else { return Cell(character: character, style: .plain) }
        let (ink, ground) = (color(foreground, colors, &palette), color(background, colors, &palette))
        // The color of a blank is not visible; without it equal cells compare as equal.
        if character == " " || (foreground < 0 && background < 0) {
            return Cell(character: " ", style: Style(background: ground))
        }
        // If the character itself is transparent it is drawn in the background's color, and reversed.
        let style =
            foreground < 0
            ? Style(foreground: ground, attributes: .reverse) : Style(foreground: ink, background: ground)
        return Cell(character: character, style: style)
    }

    private static func color(_ value: Int32, _ colors: ColorDepth, _ palette: inout PaletteMatching) -> Color {
        guard value >= 0 else { return .terminalDefault }
        if colors == .indexed256 { return .palette(palette.index(of: value)) }
        guard colors == .trueColor else { return UInt8(exactly: value).map { .palette($0) } ?? .terminalDefault }
        return .rgb(UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    }

    private static func mode(_ colors: ColorDepth) -> Int32 {
        switch colors {
        case .monochrome: Int32(CCHAFA_FGBG)
        case .sixteen: Int32(CCHAFA_INDEXED_16)
        // libchafa's own choice among 256 colors jumps between hues.
        case .indexed256, .trueColor: Int32(CCHAFA_TRUECOLOR)
        }
    }

    /// libchafa takes every symbol that has one of these tags. `CCHAFA_INVERTED` alone would add quadrants and eighths.
    private static func tags(_ symbols: PictureSymbols) -> Int32 {
        let whole = CCHAFA_SPACE | CCHAFA_SOLID
        let halves = whole | CCHAFA_HALF
        let blocks = halves | CCHAFA_BLOCK | CCHAFA_QUAD | CCHAFA_INVERTED
        return switch symbols {
        case .blocks: Int32(blocks)
        case .blocksAndSextants: Int32(blocks | CCHAFA_SEXTANT)
        case .halves: Int32(halves)
        case .whole: Int32(whole)
        }
    }
}
