/// Which characters the terminal's font has. Most terminals have fallback fonts; the Linux console has one font of at
/// most 512 glyphs.
public enum GlyphSet: Hashable, Sendable {
    case all
    /// A console that cannot be queried, as over ssh: letters are assumed to exist, symbols are not.
    case letters
    case only(Set<Unicode.Scalar>)

    public func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .all: true
        case .letters:
            scalar.isASCII || scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
        case .only(let scalars): scalars.contains(scalar)
        }
    }

    /// Half blocks, for fine barcodes and pictures. Without them whole cells are used.
    public var hasHalves: Bool { (["▀", "▄", "▌", "▐"] as [Unicode.Scalar]).allSatisfy(contains) }

    /// All blocks of which a fine picture is made: halves, quadrants and eighths. Shades are not among them.
    public var hasBlocks: Bool {
        self == .all
            || (0x2580...0x259F as ClosedRange<UInt32>).allSatisfy { value in
                (0x2591...0x2593).contains(value) || Unicode.Scalar(value).map(contains) == true
            }
    }
}
