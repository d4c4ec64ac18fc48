/// Keeps columns in their order where text is written from right to left.
///
/// Terminals that reorder Hebrew and Arabic treat a row as one paragraph: a number in the next column would join the
/// name and jump to its left. A left-to-right mark behind each field prevents that, and one before it keeps the row's
/// own direction. The marks have no column; they are added by drawing and never part of the text.
public enum WritingDirection {
    /// U+200E; it follows the text in its cell.
    public static let mark: Unicode.Scalar = "\u{200E}"

    /// U+2066, a left-to-right isolate. mlterm gives it and the mark a column each; the isolate keeps the row's order
    /// there, the mark does not.
    public static let isolate: Unicode.Scalar = "\u{2066}"

    /// Whether a cluster begins with a letter of a right-to-left script (by Unicode's ranges).
    static func isRightToLeft(_ text: some StringProtocol) -> Bool {
        guard let scalar = text.unicodeScalars.first else { return false }
        return isRightToLeft(scalar)
    }

    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    /// Text for a column of a line that is printed, not drawn.
    public static func isolated(_ text: String) -> String {
        text.unicodeScalars.contains(where: isRightToLeft) ? text + String(Character(mark)) : text
    }
}
