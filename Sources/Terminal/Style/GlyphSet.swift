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
}
