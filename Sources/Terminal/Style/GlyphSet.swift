/// Which characters the terminal's font has. Most terminals find any somewhere; the Linux console has one font of at most 512.
public enum GlyphSet: Hashable, Sendable {
    case all
    /// A console that cannot be asked, as over ssh: letters are taken for granted, signs are not.
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

    /// The halves of a cell, of which fine barcodes and pictures are made. Without them there are whole cells.
    public var hasHalves: Bool { (["▀", "▄", "▌", "▐"] as [Unicode.Scalar]).allSatisfy(contains) }
}
