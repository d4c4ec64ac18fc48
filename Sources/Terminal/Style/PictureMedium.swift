/// On what pictures are shown: how many colours there are, and the shape of a cell.
public struct PictureMedium: Hashable, Sendable {
    public var colors: ColorDepth
    /// The width of a cell by its height.
    public var cellAspect: Double

    /// Of most fonts, where the terminal does not say.
    public static let usualAspect = 0.5

    public init(colors: ColorDepth, cellAspect: Double = usualAspect) {
        (self.colors, self.cellAspect) = (colors, cellAspect)
    }
}
