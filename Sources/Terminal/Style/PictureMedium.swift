/// On what pictures are shown: how many colours there are, the shape of a cell, and whether they may be pixels.
public struct PictureMedium: Hashable, Sendable {
    public var colors: ColorDepth
    /// The width of a cell by its height.
    public var cellAspect: Double
    public var graphics: PictureGraphics
    /// The size of a cell in pixels, where the terminal tells it.
    public var cell: CellPixels?
    /// What black and white can be (``Ink``), which are content and no decoration.
    public var inkColors: ColorDepth

    /// Of most fonts, where the terminal does not say.
    public static let usualAspect = 0.5

    public init(
        colors: ColorDepth, cellAspect: Double = usualAspect, graphics: PictureGraphics = .symbols,
        cell: CellPixels? = nil, inkColors: ColorDepth? = nil
    ) {
        (self.colors, self.cellAspect, self.graphics, self.cell) = (colors, cellAspect, graphics, cell)
        self.inkColors = inkColors ?? colors
    }
}
