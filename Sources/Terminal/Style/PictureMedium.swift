/// What pictures are shown on: the colour depth, the shape of a cell, the symbols that the font has, and the pixel protocol.
public struct PictureMedium: Hashable, Sendable {
    public var colors: ColorDepth
    /// The width of a cell divided by its height.
    public var cellAspect: Double
    public var graphics: PictureGraphics
    /// The size of a cell in pixels, where the terminal reports it.
    public var cell: CellPixels?
    /// The largest picture that the terminal takes as sixels, in pixels, where it tells: of a larger one it shows nothing.
    public var sixelLimit: Size?
    /// The colours available for black and white (``Ink``), which are content and not decoration.
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
