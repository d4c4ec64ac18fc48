internal import Basics

/// The colour with which a card is drawn: its own, or one of twelve hues that follows from its name, the same on every device. It is
/// never the only sign of anything.
public enum FaceColor {
    /// Of one lightness: each has a contrast of at least 3.5 to white and to the grounds of dark themes.
    public static let hues: [CardColor] = [
        (0xCF, 0x4A, 0x4A), (0xB9, 0x5F, 0x31), (0x99, 0x70, 0x29), (0x7D, 0x7A, 0x21), (0x4C, 0x85, 0x23),
        (0x24, 0x89, 0x46), (0x23, 0x85, 0x75), (0x2A, 0x80, 0x9D), (0x3A, 0x76, 0xCB), (0x79, 0x66, 0xD6),
        (0xAE, 0x4A, 0xCF), (0xCC, 0x3E, 0x90),
    ].map { CardColor(red: $0.0, green: $0.1, blue: $0.2) }

    public static func of(_ card: CardSummary) -> CardColor { card.color ?? hue(of: card.name) }

    /// The hue of a name, whatever its case and accents. (FNV-1a, 32 bit: Swift's own hashes differ at each start.)
    static func hue(of name: String) -> CardColor {
        // More letters would not tell names better apart.
        let start = String(name.unicodeScalars.prefix(64))
        let hash = TextFolding.fold(start).utf8.reduce(into: UInt32(2_166_136_261)) {
            $0 = ($0 ^ UInt32($1)) &* 16_777_619
        }
        // The low bits alone would follow from the last letter.
        return hues[Int((hash ^ hash >> 16) % UInt32(hues.count))]
    }
}
