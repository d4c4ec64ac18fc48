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
