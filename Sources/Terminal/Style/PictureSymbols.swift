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
