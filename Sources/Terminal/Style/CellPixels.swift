/// How many pixels a cell of the terminal has.
public struct CellPixels: Hashable, Sendable {
    public let width: Int
    public let height: Int

    /// Nil where such a cell cannot be: terminals that do not know their pixels say anything.
    public init?(width: Int, height: Int) {
        guard (3...200).contains(width), (6...400).contains(height),
            (0.2...1.2).contains(Double(width) / Double(height))
        else { return nil }
        (self.width, self.height) = (width, height)
    }

    /// The width of a cell by its height.
    public var aspect: Double { Double(width) / Double(height) }
}
