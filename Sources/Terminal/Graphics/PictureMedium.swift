/// What pictures are shown on: the color depth, the shape of a cell, the symbols that the font has, and the pixel protocol.
public struct PictureMedium: Hashable, Sendable {
    public var colors: ColorDepth
    /// The width of a cell divided by its height.
    public var cellAspect: Double
    public var graphics: PictureGraphics
    /// The size of a cell in pixels, where the terminal reports it.
    public var cell: CellPixels?
    /// The largest picture that the terminal takes as sixels, in pixels, where it tells: of a larger one it shows nothing.
    public var sixelLimit: Size?
    /// The colors available for black and white (``Ink``), which are content and not decoration.
    public var inkColors: ColorDepth
    /// The characters for pictures in cells.
    public var symbols: PictureSymbols

    /// The aspect of most fonts; used where the terminal does not report it.
    public static let usualAspect = 0.5

    public init(
        colors: ColorDepth, cellAspect: Double = usualAspect, graphics: PictureGraphics = .symbols,
        cell: CellPixels? = nil, sixelLimit: Size? = nil, inkColors: ColorDepth? = nil,
        symbols: PictureSymbols = .blocks
    ) {
        self.sixelLimit = sixelLimit
        self.colors = colors
        self.cellAspect = cellAspect
        self.graphics = graphics
        self.cell = cell
        self.inkColors = inkColors ?? colors
        self.symbols = symbols
    }

    /// The part of an area that one picture in pixels can cover.
    public func room(in area: Size) -> Size {
        guard graphics == .sixel, let limit = sixelLimit, let cell else { return area }
        return Size(
            columns: max(1, min(area.columns, limit.columns / cell.width)),
            rows: max(1, min(area.rows, limit.rows / cell.height)))
    }
}

/// How pictures are sent to the terminal.
public enum PictureGraphics: Hashable, Sendable, CaseIterable {
    /// As characters, which every terminal shows.
    case symbols
    /// As pixels, by kitty's protocol (sw.kovidgoyal.net/kitty/graphics-protocol).
    case kitty
    /// As pixels, by iTerm2's protocol (iterm2.com/documentation-images.html).
    case iterm
    /// As pixels, as sixels of DEC's VT340.
    case sixel
}

/// The characters of which a picture in cells is made.
public enum PictureSymbols: Hashable, Sendable {
    /// Blocks, halves, quadrants and eighths: nearly every font has them.
    case blocks
    /// Sextants (Unicode 13) too: finer, but missing from older fonts.
    case blocksAndSextants
    /// Halves and whole cells: all that the usual fonts of the Linux console have.
    case halves
    /// Whole cells.
    case whole

    /// The finest ones that the terminal's font has; without asking for sextants.
    public init(_ glyphs: GlyphSet) {
        self = glyphs.hasBlocks ? .blocks : glyphs.hasHalves ? .halves : .whole
    }
}

/// The size of a terminal's cell in pixels.
public struct CellPixels: Hashable, Sendable {
    public let width: Int
    public let height: Int

    /// Nil for an implausible size: terminals that do not know their pixels report anything.
    public init?(width: Int, height: Int) {
        guard (3...200).contains(width), (6...400).contains(height),
            (0.2...1.2).contains(Double(width) / Double(height))
        else { return nil }
        self.width = width
        self.height = height
    }

    /// The width of a cell divided by its height.
    public var aspect: Double { Double(width) / Double(height) }
}
